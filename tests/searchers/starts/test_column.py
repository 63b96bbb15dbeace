"""Readings of one column: each must hold every text, and cost what the parts of the code cost."""

from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.expressions.notation import parse
from dsl.regex import Regex
from searchers.scoring.coding import Coding, choice_bits
from searchers.scoring.prices import PRICES
from searchers.starts.column import (
    MAX_ENUMERATION,
    choices_bits,
    common_affixes,
    count_texts,
    counts_for,
    enumeration,
    fixed_width,
    literal_fit,
    runs,
)

columns = st.dictionaries(st.text("abXY019-é", max_size=5), st.integers(1, 4), min_size=1, max_size=8)


def coding_of(texts):
    return Coding(set().union(*texts))


def matches_all(fit, texts):
    return all(map(Regex(fit.expression).accepts, texts))


@given(columns)
def test_runs_match_every_text(texts):
    fits = list(runs(texts, coding_of(texts)))
    assert bool(fits) == any(texts)
    assert all(matches_all(fit, texts) for fit in fits)


@given(columns)
def test_enumerations_are_the_texts_and_no_more(texts):
    for fit in enumeration(texts, coding_of(texts)):
        language = Regex(fit.expression)
        assert all(map(language.accepts, texts))
        assert set(language.sample(20, 0)) <= set(texts)


@given(st.dictionaries(st.text("abX01-", min_size=3, max_size=3), st.integers(1, 4), min_size=1, max_size=8))
def test_texts_of_one_width_are_split_into_runs(texts):
    (fit,) = fixed_width(texts, coding_of(texts))
    assert matches_all(fit, texts)
    assert {len(text) for text in Regex(fit.expression).sample(10, 0)} == {3}


@pytest.mark.parametrize(
    ("texts", "pattern"),
    [
        (["AB12", "CX97", "QF50", "ZK33", "MY08", "WR71"], "[A-Z]{2}[0-9]{2}"),
        (["x-00", "a-13", "z-99", "q-27", "k-38", "d-74", "m-50", "c-61"], "[a-z]-[0-9]{2}"),
    ],
)
def test_the_cheapest_split_of_columns(texts, pattern):
    (fit,) = fixed_width(dict.fromkeys(texts, 1), coding_of(texts))
    assert fit.expression == parse(pattern)


@pytest.mark.parametrize("texts", [["a", "b"], ["ab", "c"], ["a" * 65]])
def test_widths_that_are_not_split(texts):
    assert list(fixed_width(dict.fromkeys(texts, 1), coding_of(texts))) == []


def test_too_many_texts_are_not_enumerated():
    texts = [str(number) for number in range(MAX_ENUMERATION + 1)]
    assert list(enumeration(dict.fromkeys(texts, 1), coding_of(texts))) == []
    assert len(list(enumeration(dict.fromkeys(texts[1:], 1), coding_of(texts)))) == 1


@given(st.dictionaries(st.integers(0, 12), st.integers(1, 5), min_size=1, max_size=6).filter(any))
def test_counts_hold_every_length(lengths):
    found = counts_for(lengths, keep=10)
    assert [bits for bits, _, _ in found] == sorted(bits for bits, _, _ in found)
    for bits, low, high in found:
        assert bits >= 0
        assert low <= min(lengths)
        assert max(lengths) <= (inf if high is None else high)
    assert {(low, high) for _, low, high in found} & {(min(lengths), max(lengths))}


def test_counts_pay_for_the_choices_they_leave():
    (option,) = counts_for({0: 3, 1: 5})
    assert isclose(option[0] - counts_for({0: 0, 1: 5})[0][0], choice_bits(3, 5) - choice_bits(0, 5))
    exact = {(low, high): bits for bits, low, high in counts_for({2: 4}, keep=10)}
    more = {(low, high): bits for bits, low, high in counts_for({2: 8}, keep=10)}
    assert exact[2, 2] == more[2, 2]
    paid = PRICES.count_weight * (choice_bits(8, 8, open=True) - choice_bits(4, 4, open=True))
    assert isclose(more[1, None] - exact[1, None], paid)


def test_a_literal_costs_its_letters_once():
    coding = Coding("abc")
    assert literal_fit("", coding).bits == 0
    assert isclose(literal_fit("abc", coding).bits, 3 * coding.literal_bits + 2 * PRICES.concat)


def test_many_way_choices_are_a_chain_of_two_way_ones():
    assert choices_bits([7]) == 0
    assert choices_bits([3, 4]) == choice_bits(3, 4)
    assert isclose(choices_bits([2, 3, 4]), choice_bits(2, 7) + choice_bits(3, 4))


def test_equal_texts_are_added_up():
    assert count_texts([("a", 1), ("b", 2), ("a", 3)]) == {"a": 4, "b": 2}


def test_affixes_do_not_overlap():
    assert common_affixes(["aa", "aaa"]) == ("aa", "")
    assert common_affixes(["-x-", "-yz-"]) == ("-", "-")
    assert common_affixes(["x1", "y2"]) == ("", "")
