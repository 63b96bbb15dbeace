import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dsl.automata.dfa import equivalent
from dsl.expressions.expression import literal, union
from dsl.expressions.notation import parse
from dsl.regex import Regex
from searchers.starts.prefix_tree import MAX_STATES, merged_tails

words = st.lists(st.text(",;", max_size=4), min_size=1, max_size=3, unique=True)  # characters without a kind


@given(st.lists(st.text("aB1-é", max_size=6), min_size=1, max_size=6), st.integers(0, 3))
def test_every_text_is_matched(texts, futures):
    found = merged_tails(texts, futures)
    assert found is None or all(map(Regex(found).accepts, texts))


@given(words)
def test_with_far_sight_nothing_is_added(texts):
    found = merged_tails(texts, 6)
    assume(found is not None)
    assert equivalent(found, union(*map(literal, texts)))


@given(words, st.integers(0, 3))
def test_a_shorter_sight_merges_more(texts, futures):
    near, far = merged_tails(texts, futures), merged_tails(texts, futures + 1)
    assume(near is not None and far is not None)
    assert all(map(Regex(near).accepts, Regex(far).sample(5, 0)))


@pytest.mark.parametrize(
    ("texts", "futures", "pattern"),
    [
        (["", "-", "--"], 0, "-*"),
        (["12", "12,345", "7,8"], 0, "[0-9]+(,[0-9]+)*"),
        (["ab", "xyz", "q"], 0, "[a-z]+"),
        (["A1", "B2"], 2, "[A-Z][0-9]"),
    ],
)
def test_known_languages(texts, futures, pattern):
    found = merged_tails(texts, futures)
    assert all(map(Regex(found).accepts, texts))
    if futures:
        assert equivalent(found, parse(pattern))
    else:  # at least as loose
        assert all(map(Regex(found).accepts, Regex.parse(pattern).sample(20, 0)))


def test_too_large_a_tree():
    assert merged_tails([",;" * 1001], 0) is None


def test_too_large_an_automaton():
    assert merged_tails(["-;-"], 3) is not None
    assert merged_tails(["-" * MAX_STATES], MAX_STATES) is None


def test_no_text_but_the_empty_one():
    assert str(merged_tails([""], 1)) == "()"
