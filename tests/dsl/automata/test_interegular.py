import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.automata.dfa import equivalent
from dsl.automata.positions import PositionAutomaton
from dsl.errors import LimitError, PatternError
from dsl.expressions.notation import parse
from tests.support.interegular_automata import from_fsm, from_pattern, to_fsm
from tests.support.strategies import expressions, strings


@given(expressions(), st.lists(strings("abc"), max_size=8))
def test_there_and_back(expression, words):
    fsm = to_fsm(expression)
    automaton = PositionAutomaton(expression)
    assert [fsm.accepts(word) for word in words] == [automaton.accepts(word) for word in words]
    assert equivalent(from_fsm(fsm), expression)


@settings(max_examples=60)
@given(expressions(alphabet="abé-😀"))
def test_interegulars_parser_reads_our_notation(expression):
    assert equivalent(from_pattern(str(expression)), expression)


@pytest.mark.parametrize("pattern", ["[^a]+x?", "a.b", r"[\s\S]*", r"[^\s\S]", "()", "[^a-z]|b"])
def test_anything_else(pattern):
    expression = parse(pattern)
    fsm = to_fsm(expression)
    assert equivalent(from_fsm(fsm), expression)
    for word in ["", "a", "x", "é", "axb", "\n", "a😀b", "a\nb"]:
        assert fsm.accepts(word) == bool(re.fullmatch(pattern, word))


def test_named_characters_beside_anything_else():
    from interegular.fsm import FSM, Alphabet, anything_else

    alphabet = Alphabet({"a": 0, anything_else: 0, "b": 1, "c": 1})
    fsm = FSM(alphabet=alphabet, states={"x", "y"}, initial="x", finals={"y"}, map={"x": {0: "y"}})
    assert from_fsm(fsm) == parse("[^bc]")


@pytest.mark.parametrize(
    ("pattern", "meaning"),
    [
        ("(?i)ab", "[Aa][Bb]"),
        ("(?=[ab]*a)[ab]{3}", "[ab]{2}a|[ab]a[ab]|a[ab]{2}"),
        ("(?=a)[a-c]+", "a[a-c]*"),
        ("(?s).", r"[\s\S]"),
    ],
)
def test_reads_more_than_the_notation(pattern, meaning):
    assert equivalent(from_pattern(pattern), parse(meaning))


@pytest.mark.parametrize("pattern", ["a(", "(?!ab)[ab]*", "(?#said)a", r"(a)\1", "^a"])
def test_what_it_cannot_read(pattern):
    with pytest.raises(PatternError):
        from_pattern(pattern)


def test_huge_classes_cannot_be_named():
    with pytest.raises(LimitError, match="200,000"):
        to_fsm(parse(r"[\U00010000-\U0008ffff]"))
