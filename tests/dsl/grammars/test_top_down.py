"""Rewriting for parsers from the top down: the language stays, on random grammars and by name."""

import pytest
from hypothesis import assume, given, settings

from dsl.errors import LimitError
from dsl.expressions.expression import Repeat, nullable, walk
from dsl.grammar import Grammar
from dsl.grammars.report import diagnose, nullable_rules
from dsl.grammars.rules import references
from dsl.grammars.top_down import top_down, without_empty
from dsl.language import START
from tests.support.grammars import enumerate_language, grammars, language


def rewritten(text):
    return str(Grammar(top_down(Grammar.parse(text).rules)))


@settings(max_examples=60, deadline=None)
@given(grammars())
def test_the_language_stays_the_same(grammar):
    try:
        rules = top_down(grammar.rules)
    except LimitError:
        assume(False)
    assert language(Grammar(rules), 5) == language(grammar, 5)
    assert not diagnose(Grammar(rules)).left_recursive
    empty = nullable_rules(rules)
    if empty - {START}:
        assert rules == {name: grammar.rules[name] for name in rules}  # there was nothing to rewrite
    else:
        assert not any(
            isinstance(node, Repeat) and nullable(node.body) for body in rules.values() for node in walk(body)
        )


@settings(max_examples=50, deadline=None)
@given(grammars())
def test_without_the_empty_string(grammar):
    rules = without_empty(grammar.rules)
    assert language(Grammar(rules), 4) == language(grammar, 4)
    assert nullable_rules(rules) <= {START}
    if nullable_rules(rules):
        assert START not in {name for body in rules.values() for name in references(body)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('start: "(" start ")" |', 'start: | "(" start ")"'),
        ('start: start "+" n | n\nn: "0".."9"+', 'start: n ("+" n)*\nn: "0".."9"+'),
        ('start: start start | "a"', 'start: "a" start*'),
        ('start: a*\na: "x"?', 'start: a*\na: "x"'),
        ('start: start | "b"', 'start: "b"'),
        ('start: a | "x" start "y"\na: b | "z"\nb: start', 'start: "x" start "y" | "z"'),
        ('start: "(" a ")" | b\na: b | start\nb: a | "x"', 'start: "(" start ")" | "x"'),
        ('start: a "x"\na: start "y" | "z"', 'start: a "x"\na: "z" ("xy")*'),
    ],
)
def test_what_is_written(text, expected):
    found = rewritten(text)
    assert set(enumerate_language(Grammar.parse(found), 5)) == set(enumerate_language(Grammar.parse(text), 5))
    assert found == str(Grammar.parse(expected))
