"""Sets of Unicode characters, stored as sorted ranges of code points: never a table over the alphabet."""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache

MAX_CODE_POINT = 0x10FFFF


class CharSet:
    """An immutable set of characters: `ranges` are inclusive pairs of code points, sorted, none touching another."""

    __slots__ = ("_hash", "_starts", "ranges")

    ranges: tuple[tuple[int, int], ...]

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self.ranges = _normalise(ranges)
        self._starts = [low for low, _ in self.ranges]
        self._hash = hash(self.ranges)

    def __reduce__(self) -> tuple[type[CharSet], tuple[tuple[tuple[int, int], ...]]]:
        return CharSet, (self.ranges,)

    @classmethod
    def of(cls, characters: Iterable[str]) -> CharSet:
        """The set of the given characters: `CharSet.of("abc")`."""
        return cls((ord(c), ord(c)) for c in characters)

    @classmethod
    def between(cls, low: str, high: str) -> CharSet:
        """The range from `low` to `high`, both included."""
        return cls([(ord(low), ord(high))])

    def __contains__(self, character: str) -> bool:
        code = ord(character)
        index = bisect_right(self._starts, code) - 1
        return index >= 0 and code <= self.ranges[index][1]

    def __iter__(self) -> Iterator[str]:
        for low, high in self.ranges:
            yield from map(chr, range(low, high + 1))

    def __len__(self) -> int:
        return sum(high - low + 1 for low, high in self.ranges)

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CharSet) and self.ranges == other.ranges

    def __hash__(self) -> int:
        return self._hash

    def __or__(self, other: CharSet) -> CharSet:
        return CharSet(self.ranges + other.ranges)

    def __invert__(self) -> CharSet:
        gaps, expected = [], 0
        for low, high in self.ranges:
            if low > expected:
                gaps.append((expected, low - 1))
            expected = high + 1
        if expected <= MAX_CODE_POINT:
            gaps.append((expected, MAX_CODE_POINT))
        return CharSet(gaps)

    def __and__(self, other: CharSet) -> CharSet:
        few, many = (self, other) if len(self.ranges) < len(other.ranges) else (other, self)
        common = []
        for low, high in few.ranges:
            place = max(bisect_right(many._starts, low) - 1, 0)
            while place < len(many.ranges) and many.ranges[place][0] <= high:
                if many.ranges[place][1] >= low:
                    common.append((max(low, many.ranges[place][0]), min(high, many.ranges[place][1])))
                place += 1
        return CharSet(common)

    def isdisjoint(self, other: CharSet) -> bool:
        """Whether the two have no character in common."""
        few, many = (self, other) if len(self.ranges) < len(other.ranges) else (other, self)
        # the last range of `many` that begins within or before one of `few` is the one that could reach into it
        places = (bisect_right(many._starts, high) - 1 for _, high in few.ranges)
        return not any(
            place >= 0 and many.ranges[place][1] >= low for place, (low, _) in zip(places, few.ranges, strict=True)
        )

    def __sub__(self, other: CharSet) -> CharSet:
        return self & ~other

    def __le__(self, other: CharSet) -> bool:
        places = [bisect_right(other._starts, low) - 1 for low, _ in self.ranges]
        return all(
            place >= 0 and high <= other.ranges[place][1] for place, (_, high) in zip(places, self.ranges, strict=True)
        )

    def __repr__(self) -> str:
        return f"CharSet({self.ranges!r})"

    def first(self) -> str:
        """The character with the smallest code point. Raises IndexError on the empty set."""
        return chr(self.ranges[0][0])

    def draw(self, rng: random.Random) -> str:
        """A character, uniformly. Raises ValueError on the empty set."""
        index = rng.randrange(len(self))
        for low, high in self.ranges:
            if index <= high - low:
                return chr(low + index)
            index -= high - low + 1
        raise AssertionError("the index lies inside the set")


def _normalise(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    # (5,9) (1,3) (4,4) -> (1,9)
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)


@cache
def shorthand(name: str) -> CharSet:
    r"""The meaning of `d`, `w` or `s` behind a backslash in Python's `re` on str patterns (full Unicode)."""
    alphabet = "".join(map(chr, range(MAX_CODE_POINT + 1)))
    spans = (match.span() for match in re.finditer(rf"\{name}+", alphabet))
    return CharSet((start, end - 1) for start, end in spans)


EVERYTHING = CharSet([(0, MAX_CODE_POINT)])
NEWLINE = CharSet.of("\n")
ANY_BUT_NEWLINE = EVERYTHING - NEWLINE
ASCII = CharSet([(0, 0x7F)])
DIGITS = CharSet.between("0", "9")
LOWER = CharSet.between("a", "z")
UPPER = CharSet.between("A", "Z")
LETTERS = LOWER | UPPER
ALPHANUMERIC = LETTERS | DIGITS
KINDS = (DIGITS, LOWER, UPPER)
LETTERS_OR_DIGITS = (*KINDS, LETTERS, ALPHANUMERIC)  # the narrowest first
WORD = ALPHANUMERIC | CharSet.of("_")
PRINTABLE = CharSet.between(" ", "~")
