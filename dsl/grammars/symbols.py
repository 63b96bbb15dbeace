"""Strings as arrays of symbols for kernels, whatever grammar they are read by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.kernels.batch import LANES

MAX_LENGTH: Final = 120  # characters; longer strings stand in no block


class Texts:
    """Strings with weights; each distinct character is a symbol. Made once, read by any number of grammars.

    strings   as given
    weights   int64 (strings,), 1 each unless given
    symbols   int32 (characters,), string i at offsets[i]:offsets[i + 1]
    points    uint32 (symbols,), the code point of each symbol, ascending
    """

    def __init__(self, strings: Iterable[str], weights: Sequence[int] | None = None) -> None:
        self.strings = list(strings)
        count = len(self.strings)
        self.weights = np.ones(count, np.int64) if weights is None else np.asarray(weights, np.int64)
        self.offsets = np.zeros(count + 1, dtype=np.int64)
        np.cumsum([len(string) for string in self.strings], out=self.offsets[1:])
        text = "".join(self.strings).encode("utf-32-le", "surrogatepass")
        self.points, symbols = np.unique(np.frombuffer(text, dtype=np.uint32), return_inverse=True)
        self.symbols = symbols.astype(np.int32)
        self._rows: dict[CharSet, NDArray[np.bool_]] = {}

    @cached_property
    def chart_work(self) -> int:
        """Steps of a chart of all strings for each symbol of a grammar: their cubes, of which few are taken."""
        return int((np.diff(self.offsets) ** 3).sum()) // 100

    def __len__(self) -> int:
        return len(self.strings)

    def of(self, index: int) -> NDArray[np.int32]:
        """The symbols of one string."""
        return self.symbols[self.offsets[index] : self.offsets[index + 1]]

    def membership(self, sets: Sequence[CharSet]) -> NDArray[np.bool_]:
        """Whether a set contains a symbol, bool (sets, symbols)."""
        rows = [self._row(charset) for charset in sets]
        return np.array(rows) if rows else np.zeros((0, len(self.points)), dtype=np.bool_)

    def _row(self, charset: CharSet) -> NDArray[np.bool_]:
        row = self._rows.get(charset)
        if row is None:
            ends = np.array([bound for low, high in charset.ranges for bound in (low, high + 1)], dtype=np.uint32)
            # inside a range an odd number of ends lies at or before the point
            row = self._rows[charset] = np.searchsorted(ends, self.points, side="right") % 2 == 1
        return row

    @cached_property
    def blocks(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
        """The strings of up to 120 characters side by side, sorted by length, LANES of them in a block.

        Strings int32 (blocks, LANES), -1 in an idle lane; symbols int32 (rows * LANES,), 0 behind the end of a string;
        starts int64 (blocks + 1,): the rows of block b are starts[b]:starts[b + 1], one a character.
        """
        lengths = np.diff(self.offsets)
        order = np.argsort(lengths, kind="stable")[: np.count_nonzero(lengths <= MAX_LENGTH)]
        count = -(-len(order) // LANES)
        strings = np.full((count, LANES), -1, dtype=np.int32)
        strings.ravel()[: len(order)] = order
        starts = np.zeros(count + 1, dtype=np.int64)
        for block in range(count):
            starts[block + 1] = starts[block] + lengths[order[block * LANES : (block + 1) * LANES]].max()
        symbols = np.zeros((int(starts[-1]), LANES), dtype=np.int32)
        for place, string in enumerate(order):
            row = starts[place // LANES]
            own = self.of(string)
            symbols[row : row + len(own), place % LANES] = own
        return strings, symbols.ravel(), starts
