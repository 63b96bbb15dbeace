"""The code as a code: prices are positive, choices are probabilities, and the compiled form agrees."""

from dataclasses import replace
from math import comb, inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.charset import DIGITS, PRINTABLE, CharSet
from dsl.expressions.expression import EMPTY, concat, literal, size
from dsl.expressions.notation import parse
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.coding import Coding, choice_bits, count_bits, integer_bits
from searchers.scoring.parameters import by_hand
from searchers.scoring.prices import PRICES
from searchers.scoring.regexes import DescriptionLength
from tests.support.strategies import expressions

CODING = Coding("abcXY0129-_ яж日")
seen_characters = st.sets(st.sampled_from("abcXY0129-_ яж日"), min_size=1, max_size=8)


def test_small_integers_are_cheap():
    bits = [integer_bits(n) for n in range(1, 100)]
    assert bits[0] > 0
    assert bits == sorted(set(bits))


@given(st.integers(0, 20), st.none() | st.integers(0, 20))
def test_every_count_costs(low, more):
    high = None if more is None else low + more
    if high != 0:  # nothing writes {0}
        assert count_bits(low, high) > 0
    if low >= 2:
        assert count_bits(low + 1, high and high + 1) >= count_bits(low, high)


@pytest.mark.parametrize("open", [False, True])
@pytest.mark.parametrize("length", [1, 2, 7])
def test_choices_are_a_probability_distribution(open, length):
    # every sequence of choices with equal counts costs the same, so the 2^-bits of all sequences add up to 1
    total = sum(comb(length, k) * 2 ** -choice_bits(k, length - k, open=open) for k in range(length + 1))
    assert isclose(total, 1)


def test_no_choice_costs_nothing():
    assert choice_bits(0, 0) == 0


@given(st.integers(0, 50), st.integers(0, 50))
def test_choices_are_symmetric_and_even_ones_the_dearest(one, other):
    assert isclose(choice_bits(one, other), choice_bits(other, one), abs_tol=1e-9)
    middle = (one + other) // 2
    assert choice_bits(one, other) <= choice_bits(middle, one + other - middle) + 1e-9


@given(seen_characters)
def test_covers_contain_what_they_cover(characters):
    mask = CODING.mask(characters)
    covers = CODING.covers(mask)
    assert covers
    assert [cover.bits for cover in covers] == sorted(cover.bits for cover in covers)
    for cover in covers:
        assert CharSet.of(characters) <= CODING.realise(mask, cover.name)


@given(seen_characters)
def test_a_class_is_never_dearer_than_the_cover_it_came_from(characters):
    mask = CODING.mask(characters)
    for cover in CODING.covers(mask):
        assert CODING.class_bits(CODING.realise(mask, cover.name)) <= cover.bits + 1e-9


def character_bits(charset, text):
    """Bits of the characters of `text`, as one run of `charset`."""
    prices = CODING.prices(charset)
    return sum(count * prices[pair] for pair, count in CODING.pair_counts({text: 1}).items())


@given(seen_characters, st.lists(st.integers(0, 7), min_size=1, max_size=10))
def test_covers_price_characters_as_their_class_does(characters, picks):
    ordered = sorted(characters)
    text = "".join(ordered[pick % len(ordered)] for pick in picks)
    mask = CODING.mask(characters)
    for cover in CODING.covers(mask):
        priced = sum(count * cover.prices[pair] for pair, count in CODING.pair_counts({text: 1}).items())
        assert isclose(priced, character_bits(CODING.realise(mask, cover.name), text), abs_tol=1e-6)


@given(st.sampled_from("abcXY0129-_ яж日"), seen_characters)
def test_a_character_of_a_larger_class_is_no_cheaper(character, others):
    alone, among = CharSet.of(character), CharSet.of(character) | CharSet.of(others)
    assert character_bits(alone, character) == 0
    assert character_bits(among, character) >= 0


def test_pairs_are_counted_by_weight():
    once, often = CODING.pair_counts({"a1-": 1}), CODING.pair_counts({"a1-": 4})
    assert often == {pair: 4 * count for pair, count in once.items()}
    assert sum(once.values()) == 3


def test_names_are_cheaper_than_lists():
    coding = Coding("0123456789")
    assert coding.class_bits(DIGITS) < coding.class_bits(CharSet.of("02468"))
    assert coding.class_bits(CharSet.of("7")) < coding.class_bits(CharSet.of("79"))


def test_a_complement_costs_what_it_leaves_out():
    coding = Coding('a"')
    assert coding.class_bits(~CharSet.of('"')) < coding.class_bits(~CharSet.of('"<>&'))
    assert coding.class_bits(~CharSet.of('"')) < coding.class_bits(PRINTABLE - CharSet.of('"'))


def test_a_class_is_cheaper_the_second_time():
    once, twice = CODING.pattern_bits(parse("[0-9]x")), CODING.pattern_bits(parse("[0-9]x[0-9]"))
    assert twice - once < CODING.class_bits(DIGITS) + 2


def test_the_empty_language_has_no_price():
    assert CODING.pattern_bits(EMPTY) == inf


@given(expressions("abc", max_leaves=6))
def test_longer_is_dearer(expression):
    assert CODING.pattern_bits(concat(expression, literal("x"))) > CODING.pattern_bits(expression) > 0


@given(expressions("a0b1-", max_leaves=8))
def test_the_kernel_prices_patterns_alike(expression):
    if size(expression) > 60:
        return
    no_words = replace(by_hand(), prices=replace(PRICES, word_letter=100.0, counts_again=100.0))
    objective = DescriptionLength(Problem.of(["ab01-", "яж"]), no_words)
    priced = objective.score(Regex(expression))
    if priced.objective < inf:
        assert isclose(priced.score.terms["pattern"], objective.coding.pattern_bits(expression), abs_tol=1e-6)


def test_the_universe_has_what_was_seen_and_its_script():
    coding = Coding("ж\u2603")
    assert PRINTABLE | CharSet.of("\u2603") | CharSet.between("а", "я") == coding.universe
