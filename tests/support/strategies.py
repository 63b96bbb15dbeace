"""Hypothesis strategies for character sets, expressions and strings, shared by all tests."""

from __future__ import annotations

from hypothesis import strategies as st

from dsl.charset import CharSet
from dsl.expressions.expression import EPSILON, Chars, Expression, concat, repeat, union

COUNTS = [(0, None), (1, None), (0, 1), (2, 2), (1, 2), (0, 2), (2, None), (1, 3)]


def strings(alphabet: str = "ab", max_size: int = 8) -> st.SearchStrategy[str]:
    """Short strings over a small alphabet."""
    return st.text(alphabet, max_size=max_size)


def charsets() -> st.SearchStrategy[CharSet]:
    """Sets of characters anywhere in Unicode, most of them near ASCII; sometimes empty, sometimes a complement."""
    points = st.one_of(st.integers(0, 0x7F), st.integers(0, 0x10FFFF))
    pairs = st.tuples(points, points).map(lambda pair: (min(pair), max(pair)))
    sets = st.lists(pairs, max_size=4).map(CharSet)
    return st.one_of(sets, sets.map(CharSet.__invert__))


def expressions(
    alphabet: str = "ab", max_leaves: int = 8, counts: list[tuple[int, int | None]] = COUNTS
) -> st.SearchStrategy[Expression]:
    """Small normal expressions over `alphabet`, without ∅, with every kind of node that a regex has."""
    sets = st.sets(st.sampled_from(alphabet), min_size=1, max_size=3).map(CharSet.of)
    leaves = st.one_of(sets.map(Chars), sets.map(Chars), st.just(EPSILON))

    def grow(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        parts = st.lists(inner, min_size=2, max_size=3)
        return st.one_of(
            parts.map(lambda found: concat(*found)),
            parts.map(lambda found: union(*found)),
            st.tuples(inner, st.sampled_from(counts)).map(lambda pair: repeat(pair[0], *pair[1])),
        )

    return st.recursive(leaves, grow, max_leaves=max_leaves)
