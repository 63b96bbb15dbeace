"""One automaton for all formats: which one a text belongs to, in one pass over its characters.

The subset construction on the position automata of all formats together, state by state as texts need them; when there
are too many states it begins anew, as RE2 does (Cox 2010, "Regular expression matching in the wild").
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.atoms import Atoms
from dsl.automata.positions import PositionAutomaton
from dsl.expressions.expression import Expression

MAX_CELLS: Final = 8_000_000  # of the table, before it begins anew
LINES: Final = 65_536  # that are read at once
MANY: Final = 400_000  # characters, from which on a compiled kernel reads them
DEAD: Final = -1
UNKNOWN: Final = -2
ENDS: Final = (-3, -4, -5)  # newline, carriage return, no ASCII

Subset = tuple[tuple[int, int], ...]  # formats that may still match, with the states of each as bits


class UnionAutomaton:
    """Says which of several languages has a text, the first by `order` where several have.

    The table has a row for each state: for each atom, then for the ends of lines and what is no ASCII, where the row of
    the next state begins, or a code below 0. The last column is that of a carriage return within a line.
    """

    def __init__(self, expressions: Sequence[Expression], order: Sequence[int]) -> None:
        self._automata = [PositionAutomaton(expression) for expression in expressions]
        self._rank = {number: rank for rank, number in enumerate(order)}
        self._atoms = Atoms({charset for automaton in self._automata for charset in automaton.sets})
        self._readers: dict[tuple[int, int], int] = {}
        self._width = len(self._atoms) + len(ENDS) + 1
        self._begin()

    def _begin(self) -> None:
        self._numbers: dict[Subset, int] = {}
        self._subsets: list[Subset] = []
        self._accepted = np.empty(64, np.int32)
        self._table = np.empty((64, self._width), np.int32)
        self._number(tuple((number, 1) for number in range(len(self._automata))))

    def _number(self, subset: Subset) -> int:
        if not subset and self._subsets:  # the start is a state even where there are no formats
            return DEAD
        known = self._numbers.get(subset)
        if known is not None:
            return known
        number = len(self._subsets)
        row = self._numbers[subset] = number * self._width
        if number == len(self._table):
            self._table = np.concatenate([self._table, np.empty_like(self._table)])
            self._accepted = np.concatenate([self._accepted, np.empty_like(self._accepted)])
        self._subsets.append(subset)
        self._table[number] = UNKNOWN
        self._table[number, len(self._atoms) : -1] = ENDS
        ending = [which for which, states in subset if states & self._automata[which].accepting]
        self._accepted[number] = min(ending, key=self._rank.__getitem__) if ending else -1
        return row

    def _step(self, state: int, atom: int) -> int:
        """The row behind a character of an atom."""
        reached = []
        for which, states in self._subsets[state // self._width]:
            following = self._automata[which].after(states) & self._reader(which, atom)
            if following:
                reached.append((which, following))
        row = self._number(tuple(reached))
        self._table[state // self._width, atom] = row
        if atom == self._atoms.atom_of("\r"):
            self._table[state // self._width, -1] = row
        return row

    def _reader(self, which: int, atom: int) -> int:
        """The positions of an automaton that read an atom, as bits."""
        known = self._readers.get((which, atom))
        if known is None:
            automaton = self._automata[which]
            own = automaton.atoms.atom_of(self._atoms.sets[atom].first())
            known = self._readers[which, atom] = automaton.readers[own]
        return known

    def _make_room(self) -> None:
        if len(self._subsets) * self._width > MAX_CELLS:
            self._begin()

    def find(self, text: str) -> int | None:
        """The number of the language that has `text`, None if none has."""
        self._make_room()
        state = 0
        for character in text:
            atom = self._atoms.atom_of(character)
            following = int(self._table[state // self._width, atom])
            state = self._step(state, atom) if following == UNKNOWN else following
            if state == DEAD:
                return None
        found = int(self._accepted[state // self._width])
        return None if found < 0 else found

    def find_all(self, texts: Sequence[str]) -> list[int | None]:
        """The number of the language of each text, None for those of none."""
        if sum(map(len, texts)) < MANY or any("\n" in text or "\r" in text for text in texts):
            known: dict[str, int | None] = {}
            for text in texts:
                if text not in known:
                    known[text] = self.find(text)
            return [known[text] for text in texts]
        found: list[int | None] = []
        for start in range(0, len(texts), LINES):
            data = "\n".join([*texts[start : start + LINES], ""]).encode("utf-8", "replace")
            numbers, _ = self.find_lines(data)
            found += [None if number < 0 else number for number in numbers.tolist()]
        return found

    @cached_property
    def _symbols(self) -> NDArray[np.uint8]:
        """The column of each byte."""
        symbols = [self._atoms.atom_of(chr(code)) for code in range(128)] + [len(self._atoms) + 2] * 128
        symbols[ord("\n")], symbols[ord("\r")] = len(self._atoms), len(self._atoms) + 1
        return np.array(symbols, np.uint8 if self._width < 256 else np.uint16)

    def find_lines(self, data: bytes) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        r"""The language of each line of UTF-8, -1 for none, and where its newline is.

        Lines end in \n or \r\n; what is behind the last newline is no line.
        """
        from searchers.mixture.kernels.lines import LANES, OTHER, walk

        array, symbols = np.frombuffer(data, np.uint8), self._symbols
        size = data.rfind(b"\n") + 1
        cuts = [data.rfind(b"\n", 0, size * lane // LANES) + 1 for lane in range(LANES)] + [size]
        lines = np.cumsum([0, *(data.count(b"\n", *pair) for pair in pairwise(cuts))])
        found, ends = np.empty(lines[-1], np.int32), np.empty(lines[-1], np.int64)
        begins, stops, counts = np.array(cuts[:-1]), np.array(cuts[1:]), lines[:-1].copy()
        row = 0
        while row >= 0:
            self._make_room()
            row, byte = walk(
                array, begins, stops, self._table.ravel(), self._width, self._accepted, symbols, found, ends, counts
            )
            if row >= 0:
                self._step(int(row), self._atoms.atom_of(chr(byte)))
        for line in np.flatnonzero(found == OTHER):
            start = int(ends[line - 1]) + 1 if line else 0
            which = self.find(data[start : int(ends[line])].removesuffix(b"\r").decode("utf-8", "replace"))
            found[line] = -1 if which is None else which
        return found, ends
