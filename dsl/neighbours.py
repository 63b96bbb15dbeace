"""The neighbourhood of a program: every program that one edit makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.programs import Programs
from dsl.program import ClassTable, Program

MAX_POSITIONS: Final = 63


class EditSet:
    """What edits may use, in the form the kernel reads.

    `symbols` are the classes to insert and to replace others with, `wider` says what a class may be widened to, and
    `counts` are repeats to try anywhere, the upper one None without bound. Classes are numbers of `classes`, which
    must not grow afterwards.
    """

    def __init__(
        self,
        classes: ClassTable,
        symbols: Sequence[int],
        wider: Mapping[int, Sequence[int]] | None = None,
        counts: Sequence[tuple[int, int | None]] = (),
    ) -> None:
        widened = [list((wider or {}).get(number, ())) for number in range(len(classes))]
        self.symbols = np.array(symbols, dtype=np.int16)
        self.wider_starts = np.zeros(len(classes) + 1, dtype=np.int64)
        np.cumsum([len(found) for found in widened], out=self.wider_starts[1:])
        self.wider = np.array([number for found in widened for number in found], dtype=np.int16)
        pairs = [(low, -1 if high is None else high) for low, high in counts]
        self.counts: NDArray[np.int64] = np.array(pairs, dtype=np.int64).reshape(len(pairs), 2)


def neighbours(program: Program, edits: EditSet, max_positions: int = MAX_POSITIONS) -> Programs:
    """The distinct programs that one edit makes of `program`, itself left out, those over `max_positions` too.

    Two programs that differ only in nesting and in the order of alternatives count as one. Releases the interpreter
    lock.
    """
    from dsl.kernels.neighbours import expand

    room = 256
    while True:
        tokens = np.empty(room * (program.size + 8), dtype=np.int16)
        offsets = np.empty(room + 2, dtype=np.int64)
        seen = np.zeros(4 * room, dtype=np.uint64)
        count = expand(
            program, edits.symbols, edits.wider_starts, edits.wider, edits.counts, max_positions, tokens, offsets, seen
        )
        if count >= 0:
            return Programs(tokens[: offsets[count]], offsets[: count + 1])
        room *= 4
