"""Many programs in one flat array."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.programs import REPEAT, Program


@dataclass(frozen=True, slots=True)
class Programs:
    """Program i is tokens[offsets[i]:offsets[i + 1]]."""

    tokens: NDArray[np.int16]
    offsets: NDArray[np.int64]

    @property
    def count(self) -> int:
        """How many programs there are."""
        return len(self.offsets) - 1

    def program(self, index: int) -> Program:
        """One program, as a view."""
        return self.tokens[self.offsets[index] : self.offsets[index + 1]]

    def block(self, start: int, end: int) -> Programs:
        """The programs start:end, as a view."""
        offsets = self.offsets[start : end + 1]
        return Programs(self.tokens[offsets[0] : offsets[-1]], offsets - offsets[0])

    def where(self, chosen: NDArray[np.bool_]) -> Programs:
        """The programs that are `chosen`, bool (programs,)."""
        lengths = np.diff(self.offsets)
        offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths[chosen])])
        return Programs(self.tokens[np.repeat(chosen, lengths)], offsets)

    def behind(self, program: Program) -> Programs:
        """`program`, and these behind it."""
        offsets = np.concatenate([np.zeros(1, dtype=np.int64), self.offsets + len(program)])
        return Programs(np.concatenate([program, self.tokens]), offsets)


def pack(programs: Iterable[Program]) -> Programs:
    """Join programs into one array."""
    parts = list(programs)
    offsets = np.zeros(len(parts) + 1, dtype=np.int64)
    np.cumsum([len(part) for part in parts], out=offsets[1:])
    tokens = np.concatenate(parts) if parts else np.empty(0, dtype=np.int16)
    return Programs(tokens.astype(np.int16, copy=False), offsets)


def unpack(programs: Programs) -> Iterator[Program]:
    """The single programs, as views."""
    for start, end in zip(programs.offsets[:-1].tolist(), programs.offsets[1:].tolist(), strict=True):
        yield programs.tokens[start:end]


def sizes(programs: Programs) -> NDArray[np.int64]:
    """The size of each program as dsl.expressions.expression counts it: its tokens without the counts of repeats."""
    before = np.concatenate([[0], np.cumsum(programs.tokens == REPEAT)])
    return np.diff(programs.offsets) - 2 * np.diff(before[programs.offsets])
