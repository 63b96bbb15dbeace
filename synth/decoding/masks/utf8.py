"""UTF-8 read byte by byte, as far as atoms tell characters apart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from dsl.automata.atoms import Atoms

_SURROGATES = (0xD800, 0xE000)  # no characters: UTF-8 has no bytes for them
_PLANES = ((0x80, 0xC2, 0xE0, 6), (0x800, 0xE0, 0xF0, 12), (0x10000, 0xF0, 0xF5, 18))


class Utf8:
    """An automaton over bytes that says which atom each character belongs to.

    `table[state, byte]`, int32 (states, 256), is a symbol: an atom where a character ends; from `atoms` on, the state
    `symbol - atoms + 1` inside a character; -1 where no character can follow. State 0 is between characters, to which
    completing one leads back. States that tell the same apart are one: [^"] needs four.
    """

    def __init__(self, atoms: Atoms) -> None:
        self.atoms = len(atoms)
        marks = [(low, atom) for atom, charset in enumerate(atoms.sets) for low, _ in charset.ranges]
        resumed = next(atom for atom, charset in enumerate(atoms.sets) if chr(_SURROGATES[1]) in charset)
        marks = [(start, atom) for start, atom in marks if not _SURROGATES[0] <= start <= _SURROGATES[1]]
        self._segments = sorted([*marks, (_SURROGATES[0], -1), (_SURROGATES[1], resumed), (0x110000, -1)])
        self._starts = [start for start, _ in self._segments]
        self._numbers: dict[tuple[int, ...], int] = {}
        self._uniform: dict[tuple[int, int], int] = {}
        self._rows: list[list[int]] = [[-1] * 256]
        self._rows[0][:0x80] = [self._block(code, 0, 0) for code in range(0x80)]
        for smallest, first, last, shift in _PLANES:
            for lead in range(first, last):
                self._rows[0][lead] = self._block((lead - (first if first != 0xC2 else 0xC0)) << shift, shift, smallest)
        self.table: NDArray[np.int32] = np.array(self._rows, dtype=np.int32)

    @property
    def symbols(self) -> int:
        """How many symbols there are: the atoms, and the states inside characters."""
        return self.atoms + len(self.table) - 1

    def completes(self, state: int, bytes_read: Iterable[int]) -> frozenset[int]:
        """The atoms that a character may belong to, begun up to `state`, when only some bytes are there to read."""
        row, readable = self.table[state], sorted(bytes_read)
        found: set[int] = set()
        for symbol in set(row[readable].tolist()) - {-1}:
            if symbol < self.atoms:
                found.add(symbol)
            else:
                found |= self.completes(symbol - self.atoms + 1, readable)
        return frozenset(found)

    def endings(self, state: int, bytes_read: Iterable[int]) -> dict[int, bytes]:
        """For each atom that `completes` finds, bytes that complete a character of it."""
        found: dict[int, bytes] = {}
        readable = sorted(bytes_read)
        symbols, places = np.unique(self.table[state, readable], return_index=True)
        for place, symbol in sorted(zip(places.tolist(), symbols.tolist(), strict=True)):
            byte = readable[place]
            if 0 <= symbol < self.atoms:
                found.setdefault(symbol, bytes([byte]))
            elif symbol >= 0:
                for atom, ending in self.endings(symbol - self.atoms + 1, readable).items():
                    found.setdefault(atom, bytes([byte]) + ending)
        return found

    def _block(self, low: int, shift: int, smallest: int) -> int:
        """The symbol that reads the 1 << shift characters from `low` on, none below `smallest`."""
        segment = bisect_right(self._starts, low) - 1
        atom = self._segments[segment][1]
        is_uniform = low >= smallest and low + (1 << shift) <= self._starts[min(segment + 1, len(self._starts) - 1)]
        if low + (1 << shift) <= smallest or low >= 0x110000 or (is_uniform and atom < 0):
            return -1
        if shift == 0:
            return atom
        if is_uniform and (atom, shift) in self._uniform:
            return self._uniform[atom, shift]
        width = shift - 6
        symbol = self._state(tuple(self._block(low + (part << width), width, smallest) for part in range(64)))
        if is_uniform:
            self._uniform[atom, shift] = symbol
        return symbol

    def _state(self, following: tuple[int, ...]) -> int:
        if max(following) < 0:
            return -1
        state = self._numbers.get(following)
        if state is None:
            state = self._numbers[following] = len(self._rows)
            self._rows.append([-1] * 0x80 + list(following) + [-1] * 0x40)
        return self.atoms + state - 1
