"""How many strings a language has, by length: exact integers of any size."""

from __future__ import annotations

from collections import Counter
from typing import Final

from dsl.automata.dfa import DFA
from dsl.errors import LimitError

MAX_BYTES: Final = 1 << 30  # of counts
_BYTES_OF_INT: Final = 40


class LengthCounts:
    """How many strings of each length lead to acceptance; `arcs[state]` counts characters by next live state."""

    def __init__(self, dfa: DFA) -> None:
        self.dfa = dfa.minimise()
        live = self.dfa.live()
        sizes = [len(charset) for charset in self.dfa.atoms.sets]
        self.arcs: list[Counter[int]] = [Counter() for _ in self.dfa.table]
        for arcs, row in zip(self.arcs, self.dfa.table, strict=True):
            for following, size in zip(row, sizes, strict=True):
                if live[following]:
                    arcs[following] += size
        self._rows = [[int(accepts) for accepts in self.dfa.accepting]]

    def from_state(self, state: int, length: int) -> int:
        """The number of strings of `length` characters that lead from `state` to acceptance."""
        if len(self._rows) <= length:
            self._check_memory(length)
        while len(self._rows) <= length:
            shorter = self._rows[-1]
            self._rows.append([sum(size * shorter[to] for to, size in arcs.items()) for arcs in self.arcs])
        return self._rows[length][state] if length >= 0 else 0

    def _check_memory(self, length: int) -> None:
        # each count has up to so many bits for each character
        width = max(arcs.total() for arcs in self.arcs).bit_length()
        if (length + 1) * len(self.arcs) * (_BYTES_OF_INT + length * width // 16) > MAX_BYTES:
            raise LimitError(
                f"the strings of {length:,} characters are too many to count", hint="choose a smaller length"
            )

    def __getitem__(self, length: int) -> int:
        return self.from_state(0, length)
