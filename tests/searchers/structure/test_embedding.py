import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dsl.grammar import Grammar
from searchers.structure.embedding import is_self_embedding
from searchers.structure.merging.labelled_tree import minimal_automaton
from searchers.structure.merging.state_merging import right_linear


@pytest.mark.parametrize(
    "text",
    [
        'start: ("(" start ")")*',
        'start: "(" start ")" start |',
        'start: "a" start? "b"',
        'start: "a" start "a" | "b" start "b" |',
        'start: "a" b |\nb: start "b"',
        'start: "a" start | start "b" |',
        'start: x ("+" x)*\nx: "1" | "(" start ")"',
        'start: "a" b\nb: c "c" | "x"\nc: "d" b',
        'start: ("a" start)* | "b"',
        'start: inner*\ninner: "x" | "[" inner "]"',
        'start: start start | "a"',
    ],
)
def test_more_than_regular_at_a_glance(text):
    assert is_self_embedding(Grammar.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        'start: "a"*',
        'start: "a" start | "b"',
        'start: start "a" | "b"',
        'start: "a" b | "c"\nb: "b" start',
        'start: x y\nx: "a" x |\ny: y "b" |',
        'start: x*\nx: "(" y ")"\ny: "a"*',
        'start: "a" (start | "b")',
        'start: start? "a"',
        'start: "a" x "b"\nx: "c" x | "d"',
    ],
)
def test_regular_at_a_glance(text):
    assert not is_self_embedding(Grammar.parse(text))


@given(
    st.lists(st.fixed_dictionaries(dict.fromkeys("ab", st.integers(0, 3))), min_size=4, max_size=4),
    st.sets(st.integers(0, 3), min_size=1),
)
def test_automata_are_regular(arcs, accepting):
    automaton = minimal_automaton(arcs, accepting, "ab")
    assume(not automaton.is_empty())
    assert not is_self_embedding(right_linear(automaton))
