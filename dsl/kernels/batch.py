"""Strings as arrays of symbols, packed so that one vector instruction advances several of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.automata.atoms import Atoms
from dsl.errors import LimitError
from dsl.expressions.programs import ClassTable

LANES: Final = 32
MAX_SYMBOLS: Final = 1 << 16


class Blocks(NamedTuple):
    """A batch as the kernels read it: strings sorted by length, LANES of them side by side in a block."""

    starts: NDArray[np.int64]  # (blocks + 1,), the rows of block b are starts[b]:starts[b + 1], one a character
    symbols: NDArray[np.uint16]  # (rows * LANES,)
    lengths: NDArray[np.int32]  # (blocks, LANES)
    strings: NDArray[np.int32]  # (blocks, LANES), the number of the string in each lane, -1 in an idle one
    weights: NDArray[np.int64]  # (blocks, LANES), 0 in an idle lane
    total_weight: int
    member_starts: NDArray[np.int64]  # (classes + 1,), class c has the symbols
    member_symbols: NDArray[np.uint16]  # member_symbols[member_starts[c]:member_starts[c + 1]]
    symbol_count: int


class Batch:
    """Distinct strings with weights, written in symbols: characters that no class of `classes` tells apart are one.

    `classes` must not grow afterwards. Raises LimitError beyond 65,536 symbols.

    strings     the distinct strings, in order of first appearance
    weights     int64 (strings,), how often each was given, or the sum of the weights given with it
    inverse     int64 (given,), the distinct string of each given one
    symbols     uint16 (characters,), string i at offsets[i]:offsets[i + 1]
    specimens   a character of each symbol
    membership  bool (classes, symbols), whether a class contains a symbol
    blocks      the same once more, arranged for vector instructions
    """

    def __init__(self, strings: Iterable[str], classes: ClassTable, weights: Sequence[int] | None = None) -> None:
        given = list(strings)
        numbers: dict[str, int] = {}
        self.inverse = np.array([numbers.setdefault(string, len(numbers)) for string in given], dtype=np.int64)
        self.strings = list(numbers)
        self.weights = np.zeros(len(numbers), dtype=np.int64)
        np.add.at(self.weights, self.inverse, 1 if weights is None else np.asarray(weights, dtype=np.int64))
        self.classes = classes
        self.offsets = np.zeros(len(self.strings) + 1, dtype=np.int64)
        np.cumsum([len(string) for string in self.strings], out=self.offsets[1:])
        self._write_symbols()
        self.blocks = self._arrange()

    def __len__(self) -> int:
        return len(self.strings)

    def _write_symbols(self) -> None:
        text = "".join(self.strings).encode("utf-32-le", "surrogatepass")
        points, places = np.unique(np.frombuffer(text, dtype=np.uint32), return_inverse=True)
        atoms = Atoms(self.classes.sets)
        seen, symbol_of_point = np.unique([atoms.atom_of(chr(point)) for point in points], return_inverse=True)
        if len(seen) > MAX_SYMBOLS:
            raise LimitError(
                f"the examples have more than {MAX_SYMBOLS:,} symbols", hint="use fewer examples or fewer classes"
            )
        self.symbols = symbol_of_point.astype(np.uint16)[places]
        firsts = np.unique(symbol_of_point, return_index=True)[1]
        self.specimens = [chr(point) for point in points[firsts]]
        symbol_of_atom = {int(atom): symbol for symbol, atom in enumerate(seen)}
        self.membership = np.zeros((len(self.classes), max(len(seen), 1)), dtype=np.bool_)
        for number, charset in enumerate(self.classes.sets):
            found = [symbol_of_atom[atom] for atom in atoms.atoms_in(charset) if atom in symbol_of_atom]
            self.membership[number, found] = True

    def _arrange(self) -> Blocks:
        lengths = np.diff(self.offsets)
        blocks = -(-len(self) // LANES)
        strings = np.full((blocks, LANES), -1, dtype=np.int32)
        strings.ravel()[: len(self)] = np.argsort(lengths, kind="stable")
        idle = strings < 0
        lane_lengths = np.where(idle, 0, np.append(lengths, 0)[strings]).astype(np.int32)
        starts = np.zeros(blocks + 1, dtype=np.int64)
        np.cumsum(lane_lengths.max(axis=1, initial=0), out=starts[1:])
        symbols = np.zeros((int(starts[-1]), LANES), dtype=np.uint16)
        for block, lane in np.argwhere(~idle):
            string, row = strings[block, lane], starts[block]
            first, end = self.offsets[string], self.offsets[string + 1]
            symbols[row : row + end - first, lane] = self.symbols[first:end]
        member_starts = np.zeros(len(self.membership) + 1, dtype=np.int64)
        np.cumsum(self.membership.sum(axis=1), out=member_starts[1:])
        return Blocks(
            starts,
            symbols.ravel(),
            lane_lengths,
            strings,
            np.where(idle, 0, np.append(self.weights, 0)[strings]),
            int(self.weights.sum()),
            member_starts,
            np.nonzero(self.membership)[1].astype(np.uint16),
            self.membership.shape[1],
        )
