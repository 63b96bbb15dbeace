import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.charset import EVERYTHING, MAX_CODE_POINT, CharSet, shorthand
from tests.support.strategies import charsets

SMALL = st.sets(st.integers(60, 75)).map(lambda codes: {chr(code) for code in codes})


@given(SMALL, SMALL)
def test_operations_agree_with_python_sets(left, right):
    a, b = CharSet.of(left), CharSet.of(right)
    assert set(a) == left
    assert set(a | b) == left | right
    assert set(a & b) == left & right
    assert set(a - b) == left - right
    assert (a <= b) == (left <= right)
    assert len(a) == len(left)
    assert bool(a) == bool(left)
    assert (a == b) == (left == right)
    assert a != b or hash(a) == hash(b)


@given(charsets(), charsets())
def test_operations_anywhere_in_unicode(a, b):
    assert ~~a == a
    assert ~(a | b) == ~a & ~b
    assert a - b == a & ~b
    assert len(a) + len(~a) == MAX_CODE_POINT + 1
    assert len(a | b) == len(a) + len(b) - len(a & b)
    assert a.isdisjoint(b) == (not a & b)
    edges = {code for low, high in a.ranges + b.ranges for code in (low - 1, low, high, high + 1)}
    for character in (chr(code) for code in edges if 0 <= code <= MAX_CODE_POINT):
        assert (character in (a & b)) == (character in a and character in b)
        assert (character in ~a) == (character not in a)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 8)), max_size=6))
def test_ranges_are_sorted_and_do_not_touch(pairs):
    found = CharSet((low, low + width) for low, width in pairs)
    assert {ord(character) for character in found} == {c for low, width in pairs for c in range(low, low + width + 1)}
    assert all(high + 1 < low for (_, high), (low, _) in zip(found.ranges, found.ranges[1:], strict=False))


@pytest.mark.parametrize("name", ["d", "w", "s"])
def test_shorthands_mean_what_re_means(name):
    meant = re.compile(rf"\{name}")
    found = shorthand(name)
    edges = {code for low, high in found.ranges for code in (low - 1, low, high, high + 1)} - {-1}
    assert all((chr(code) in found) == bool(meant.fullmatch(chr(code))) for code in edges)


def test_draw_is_uniform():
    found = CharSet.of("abcxyz0")
    rng = random.Random(1)
    drawn = Counter(found.draw(rng) for _ in range(7_000))
    assert drawn.keys() == set("abcxyz0")
    assert sum((seen - 1_000) ** 2 / 1_000 for seen in drawn.values()) < 22.5  # chi-square, 6 degrees, p = 0.001


def test_the_empty_set_has_no_character():
    with pytest.raises(IndexError):
        CharSet().first()
    with pytest.raises(ValueError, match="empty range"):
        CharSet().draw(random.Random(0))
    assert not ~EVERYTHING
