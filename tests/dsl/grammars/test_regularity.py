"""Proofs that a grammar's language is regular: the expression is compared with the grammar on all short strings."""

import pytest

from dsl.grammar import Grammar
from dsl.grammars.regularity import regular_expression
from dsl.regex import Regex
from tests.support.grammars import enumerate_language

LONGEST = 7

REGULAR = [
    'start: "a" | "b" "c"*',
    'start: start "," item | item\nitem: "a".."c"',
    'start: item ("," start)?\nitem: "x" | "y" "z"',
    'start: start "+" start | "n"',
    'start: start "+" start | start "!" | "-" start | "n" | start',
    'start: start start | "a" | "bc"',
    'start: "a" even | "b"\neven: "a" start | "c"',
    'start: even "a" | "b"\neven: start "a" | "c"',
    'start: "(" start ")" | /[()]*/',
    'start: start start | "(" start ")" | "(" | ")" | ',
    'start: list\nlist: item tail\ntail: | sep item tail\nitem: /[ab]/\nsep: "," | ";"',
    'start: a~2 b?\na: "x" | "y"\nb: a start',
    'start: (start "a")? "b"',
    'start: (a | b)*\na: "x" a | "y"\nb: b "z" | "w"',
    "start:",
]
BEYOND = [
    'start: "(" start ")" |',
    'start: "a" start "b" | "ab"',
    'start: start "(" start ")" | "x"',
    'start: ("[" start "]")*',
    'start: "a" start "a" | "b" start "b" | ',
    'start: a b\na: "a" a "b" | "c"\nb: "d"',
]


@pytest.mark.parametrize("text", REGULAR)
def test_a_regular_language_is_proved(text):
    grammar = Grammar.parse(text)
    expression = regular_expression(grammar)
    assert expression is not None
    as_grammar = Grammar({"start": expression})
    assert list(enumerate_language(grammar, LONGEST)) == list(enumerate_language(as_grammar, LONGEST))


@pytest.mark.parametrize("text", BEYOND)
def test_nothing_is_claimed_of_others(text):
    assert regular_expression(Grammar.parse(text)) is None


def test_a_long_chain_of_rules_does_not_explode():
    doubling = "\n".join(f"r{level}: r{level + 1} r{level + 1}" for level in range(40))
    assert regular_expression(Grammar.parse(f'start: r0\n{doubling}\nr40: "a"')) is None


def test_what_was_proved_is_exported():
    grammar = Grammar.parse('start: start "," item | item\nitem: "0".."9"+')
    assert Regex.parse(str(grammar.to("re"))).accepts("1,22,3")
