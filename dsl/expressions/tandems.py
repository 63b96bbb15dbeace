"""Tandem repeats: equal groups of parts side by side, as in :[0-9]{2}:[0-9]{2}, which may be written once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from dsl.expressions.expression import Expression


def tandems(parts: Sequence[Expression], widths: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Start, width and times of each run of equal groups, in the order of `widths`, the first in `parts` first."""
    known: dict[Expression, int] = {}
    numbers = np.array([known.setdefault(part, len(known)) for part in parts])  # (parts,), quicker to compare
    for width in widths if len(known) < len(parts) else ():
        again = (numbers[:-width] == numbers[width:]).tobytes()  # 1 where a part comes again `width` parts later
        start = again.find(b"\1" * width)
        while start >= 0:
            end = again.find(b"\0", start)
            yield start, width, 1 + ((len(again) if end < 0 else end) - start) // width
            start = again.find(b"\1" * width, start + 1)
