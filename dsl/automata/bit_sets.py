"""Sets of small numbers as the bits of an int."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_


def union_of(masks: Iterable[int]) -> int:
    """The numbers in any of the sets, as bits."""
    return reduce(or_, masks, 0)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, smallest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
