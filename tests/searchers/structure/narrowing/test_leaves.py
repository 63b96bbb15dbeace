"""What leaves are narrowed to, and that chance alone narrows nothing."""

from collections import Counter
from random import Random

import pytest

from dsl.charset import DIGITS, LETTERS, LOWER, CharSet
from dsl.expressions.notation import parse
from searchers.structure.narrowing.leaves import most_turns, narrowed_class, narrowed_run

NAMES = [f"{letter}{place % 10}" for place, letter in enumerate("abcdefghijklm" * 2)]


@pytest.mark.parametrize(
    ("charset", "seen", "expected"),
    [
        (LOWER, "xyyx" * 4, "xy"),
        (DIGITS, "12345678" * 8, "12345678"),
        (DIGITS, "12345678" * 2, DIGITS),  # too few
        (DIGITS, "1234567" * 8 + "9", DIGITS),  # one that was seen once: others are to be expected
        (LETTERS, "KQRBN" * 5, LOWER | CharSet.of("BKNQR")),  # of letters of the other case nothing is known
    ],
)
def test_a_class_has_what_was_seen_often(charset, seen, expected):
    found = narrowed_class(charset, Counter(seen), Counter(seen))
    assert found == (expected if isinstance(expected, CharSet) else CharSet.of(expected))


def test_a_class_is_narrowed_by_what_is_seen_elsewhere_where_it_stands():
    assert narrowed_class(DIGITS, Counter("12"), Counter("1234567" * 9)) == CharSet.of("1234567")


@pytest.mark.parametrize(
    ("here", "expected"),
    [
        ("x" * 15, "x"),
        ("x" * 5, "xy"),  # too few
        ("x" * 15 + "y", "xy"),
    ],
)
def test_a_class_is_without_what_is_common_elsewhere_and_never_comes_here(here, expected):
    assert narrowed_class(CharSet.of("xy"), Counter(here), Counter(here + "xyyy" * 9)) == CharSet.of(expected)


def test_letters_of_a_language_are_left_alone():
    text = "the quick brown fox and a lazy dog are old words of those who write with a pen or a brush".replace(" ", "")
    assert narrowed_class(LOWER, Counter(text * 2), Counter(text * 2)) == LOWER


@pytest.mark.parametrize(
    ("run", "seen", "expected"),
    [
        ("[a-z]{3}", ["add", "sub", "mov"] * 6, "add|mov|sub"),
        ("[a-z]{3}", ["add", "sub", "mov"] * 6 + ["ret"], "[a-z]{3}"),
        ("[a-z0-9]+", NAMES, "[a-z][a-z0-9]*"),
        ("[a-z0-9]+", ["4u", *NAMES], "[a-z0-9]+"),
    ],
)
def test_a_run_has_words_or_a_first_character(run, seen, expected):
    node = parse(run)
    assert narrowed_run(node.body.set, node.low, node.high, Counter(seen), Counter(seen)) == parse(expected)


def test_a_bound_is_believed_only_where_chance_would_have_gone_on():
    assert most_turns([1, 2, 3, 4] * 15, 1, None) == 4
    assert most_turns([1, 2, 3, 4] * 2, 1, None) is None
    assert most_turns([1, 2], 1, 7) == 7


@pytest.mark.parametrize("going", [0.3, 0.5, 0.8])
def test_open_repeats_are_seldom_bounded(going):
    stream = Random(3)
    bounded = 0
    for _ in range(200):
        counts = [1] * 40
        for place in range(40):
            while stream.random() < going:
                counts[place] += 1
        bounded += most_turns(counts, 1, None) is not None
    assert bounded <= 4
