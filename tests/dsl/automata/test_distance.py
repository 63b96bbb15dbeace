"""Distances against brute force over enumerated languages, rapidfuzz, and set-of-positions simulation."""

import itertools
import re
import time
from concurrent.futures import ThreadPoolExecutor
from math import inf

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from dsl.automata.distance import distance_table, distances, median_distances, possibly_accepted
from dsl.automata.positions import PositionAutomaton
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import (
    EMPTY,
    Concat,
    Expression,
    Repeat,
    Union,
    concat,
    literal,
    plus,
    rebuild,
    star,
    union,
)
from dsl.expressions.notation import parse, write
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.batch import Batch
from dsl.kernels.packing import pack
from tests.support.strategies import expressions, strings

LONGEST = 7
WORDS = ["".join(letters) for length in range(LONGEST + 1) for letters in itertools.product("ab", repeat=length)]


@example(parse("a{9,}"), [""])  # no word that is listed
@given(expressions("ab", max_leaves=6), st.lists(strings("abc", max_size=3), min_size=1, max_size=5))
@settings(max_examples=150, deadline=None)
def test_distance_equals_brute_force(expression: Expression, given: list[str]) -> None:
    matcher = re.compile(write(expression))
    language = [word for word in WORDS if matcher.fullmatch(word)]
    for string, found in zip(given, distances(expression, given).tolist(), strict=True):
        nearest = min((Levenshtein.distance(string, word) for word in language), default=inf)
        unseen = LONGEST + 1 - len(string)  # the distance to any longer word is at least this
        assert found == nearest if nearest <= unseen else found >= unseen


@given(expressions("abc", max_leaves=12), st.lists(strings("abcd", max_size=30), min_size=1, max_size=40))
@settings(max_examples=200, deadline=None)
def test_distance_equals_simulation_of_position_sets(expression: Expression, given: list[str]) -> None:
    automaton = PositionAutomaton(expression)
    assert distances(expression, given).tolist() == [automaton.distance(string) for string in given]


@given(expressions("ab", max_leaves=5, counts=[(0, None), (3, 9), (7, None), (12, 12)]), strings("abc", max_size=80))
@settings(max_examples=60, deadline=None)
def test_large_automata_and_counts(expression: Expression, string: str) -> None:
    assert distances(expression, [string])[0] == PositionAutomaton(expression).distance(string)


@pytest.mark.parametrize("length", [0, 1, 14, 15, 16, 30, 31, 32, 62, 63, 64, 65, 130])
def test_every_word_width_against_string_distance(length: int) -> None:
    text = ("abcde" * 26)[:length]
    given = ["", "a", "abcde" * 3, "edcba" * 10, "xbcdeabde" * 8, "b" * 70, text]
    assert distances(literal(text), given).tolist() == [Levenshtein.distance(text, string) for string in given]


def test_skipping_goes_around_loops_of_large_automata() -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 70)))
    given = [text[:69] + text[2:], text[:40] + text[30:], text * 2, text + text[5:]]
    assert distances(plus(literal(text)), given).tolist() == [3, 10, 0, 5]


@pytest.mark.parametrize("count", [3, 12, 40])
def test_union_of_words_is_the_nearest_word(count: int) -> None:
    words = [f"{number:x}" * 3 for number in range(count)]
    given = ["", "000", "12", "abcabc", "27272727", "zzz"]
    nearest = [min(Levenshtein.distance(string, word) for word in words) for string in given]
    assert distances(union(*map(literal, words)), given).tolist() == nearest


@given(expressions("ab", max_leaves=5), strings("ab", max_size=10))
@settings(max_examples=100, deadline=None)
def test_counted_repeats_equal_their_copies(expression: Expression, string: str) -> None:
    batch_of_both = [distances(one, [string])[0] for one in (expression, _written_out(expression))]
    assert batch_of_both[0] == batch_of_both[1]


def _written_out(node: Expression) -> Expression:
    match node:
        case Concat(parts) | Union(parts):
            return rebuild(node, map(_written_out, parts))
        case Repeat(body, low, high):
            inner = _written_out(body)
            required = [inner] * low
            return concat(*required, star(inner)) if high is None else concat(*required, _up_to(inner, high - low))
        case _:
            return node


def _up_to(body: Expression, times: int) -> Expression:
    return union(*(concat(*[body] * count) for count in range(times + 1)))


def test_unicode_is_compared_by_character() -> None:
    pattern = parse("[一-龥]+|é😀*")
    assert distances(pattern, ["日本語", "日x語", "é😀😀", "e\u0301", "\ud800", ""]).tolist() == [0, 1, 0, 2, 1, 1]


def test_thousands_of_different_characters() -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 5000)))
    assert distances(parse("[一-龥]*"), [text, text + "a"]).tolist() == [0, 1]
    assert distances(literal(text[:40]), [text[:41], text[1:40]]).tolist() == [1, 1]


def test_long_strings() -> None:
    given = ["ab" * 3000, "ab" * 1500 + "c" + "ab" * 1500, "b" * 1000]
    assert distances(parse("(ab)*"), given).tolist() == [0, 1, 500]


def test_distances_beyond_the_levels_of_the_kernel() -> None:
    strings = ["a" * length + "b" for length in (3, 255, 256, 257, 2000)]
    classes = ClassTable()
    programs = pack([encode(parse(pattern), classes) for pattern in ("b*", "a*b")])
    batch = Batch(strings, classes, [1, 1, 1, 1, 3])
    exact = np.array([[3, 255, 256, 257, 2000], [0, 0, 0, 0, 0]])
    assert distance_table(programs, batch).tolist() == exact.tolist()
    assert median_distances(programs, batch).tolist() == [257, 0]
    for cutoff in (0, 255, 256, 257, 300):
        assert distance_table(programs, batch, cutoff).tolist() == np.minimum(exact, cutoff + 1).tolist()
        assert median_distances(programs, batch, cutoff).tolist() == [min(257, cutoff + 1), 0]


def test_one_very_long_string_far_from_the_language_takes_no_time() -> None:
    begun = time.process_time()
    assert distances(parse("b{20}"), ["a" * 40_000]).tolist() == [40_000]
    assert time.process_time() - begun < 5


def test_repeated_and_empty_inputs() -> None:
    assert distances(parse("ab"), ["a", "ab", "a", ""]).tolist() == [1, 0, 1, 2]
    assert distances(parse("a"), []).tolist() == []
    assert distances(parse("()"), ["", "abc"]).tolist() == [0, 3]


def test_a_long_string_is_as_far_from_the_empty_one_as_it_is_long() -> None:
    assert distances(parse("()"), ["", "a" * 300]).tolist() == [0, 300]


def test_nothing_has_a_distance_to_the_empty_language() -> None:
    with pytest.raises(LimitError, match="empty language"):
        distances(EMPTY, ["a"])


def test_a_class_the_batch_does_not_know_is_refused() -> None:
    classes = ClassTable()
    batch = Batch(["a"], classes)
    with pytest.raises(IndexError, match="class"):
        distance_table(pack([encode(parse("a"), classes)]), batch)


@given(
    st.lists(expressions("ab", max_leaves=10), min_size=1, max_size=6),
    st.lists(st.tuples(strings("abc", max_size=12), st.integers(1, 5)), max_size=70),
    st.integers(0, 6),
)
@settings(max_examples=120, deadline=None)
def test_medians_and_tables_agree_with_single_distances(
    languages: list[Expression], weighted: list[tuple[str, int]], cutoff: int
) -> None:
    languages = [*languages, literal("ab" * 40)]  # one that needs the way for large automata
    classes = ClassTable(CharSet.of(character) for character in "abc")
    programs = pack([encode(language, classes) for language in languages])
    batch = Batch([string for string, _ in weighted], classes, [weight for _, weight in weighted])
    exact = np.array([distances(language, batch.strings) for language in languages])
    assert distance_table(programs, batch).tolist() == exact.tolist()
    assert distance_table(programs, batch, cutoff).tolist() == np.minimum(exact, cutoff + 1).tolist()
    possible = exact == 0
    possible[-1] = True  # nobody looked at the large one
    assert possibly_accepted(programs, batch).tolist() == possible.tolist()
    medians = [_lower_median(row, batch.weights) for row in exact]
    assert median_distances(programs, batch).tolist() == medians
    assert median_distances(programs, batch, cutoff).tolist() == np.minimum(medians, cutoff + 1).tolist()


def _lower_median(distances: np.ndarray, weights: np.ndarray) -> int:
    repeated = np.sort(np.repeat(distances, weights))
    return int(repeated[(len(repeated) - 1) // 2]) if len(repeated) else 0


def test_half_of_the_weight_decides_the_median_even_in_the_last_block() -> None:
    # shorter strings come first: they are half of the weight, too far away, and do not decide
    short, long = (list(map("".join, itertools.product("ab", repeat=length)))[:32] for length in (5, 9))
    classes = ClassTable()
    programs = pack([encode(parse("[ab]{9}"), classes)])
    assert median_distances(programs, Batch([*short, *long], classes), 2).tolist() == [0]
    assert median_distances(programs, Batch([*short, "x", *long], classes), 2).tolist() == [3]


def test_threads_give_the_same_answer() -> None:
    classes = ClassTable(CharSet.of(character) for character in "ab")
    programs = pack([encode(parse(f"(a|b){{{count}}}a*"), classes) for count in range(1, 60)])
    batch = Batch([f"{number:b}".replace("1", "a").replace("0", "b") for number in range(200)], classes)
    expected = median_distances(programs, batch).tolist()
    with ThreadPoolExecutor(4) as pool:
        results = pool.map(lambda _: median_distances(programs, batch).tolist(), range(16))
    assert all(result == expected for result in results)


def test_a_negative_cutoff_is_refused() -> None:
    classes = ClassTable()
    with pytest.raises(ValueError, match="not a distance"):
        median_distances(pack([]), Batch([], classes), -1)
