"""Written-out grammars: the same language, or None."""

import pytest

from dsl.grammar import Grammar
from dsl.grammars.inlining import inlined
from dsl.regex import Regex
from tests.support.grammars import enumerate_language


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ('start: "a"', "a"),
        ('start: a "-" a | b\na: "0".."9"+\nb: "x"', "[0-9]+-[0-9]+|x"),
        ('start: (a b)~2\na: b?\nb: "x" | ', "(x?x?){2}"),
        ('start: "a"\nunused: "b" unused |', None),
        ('start: "a" start "b" |', None),
        ("start: a\na: b | \nb: a", None),
    ],
)
def test_examples(text, pattern):
    assert inlined(Grammar.parse(text)) == (None if pattern is None else Regex.parse(pattern).expression)


def test_the_language_stays_the_same():
    grammar = Grammar.parse('start: item ("," item)~0..2\nitem: sign? digit\nsign: "-" | "+"\ndigit: /[01]/')
    regex = Regex(inlined(grammar))
    assert all(regex.accepts(text) for text in enumerate_language(grammar, 5))
    assert all(grammar.accepts(text) for text in regex.sample(50, rng=0))


def test_what_doubles_at_every_step_is_given_up():
    rules = "\n".join(f"a{n}: a{n + 1} a{n + 1}" for n in range(40))
    assert inlined(Grammar.parse(f'start: a0\n{rules}\na40: "x"')) is None
