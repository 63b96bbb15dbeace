"""The neighbourhood of a program: every program that one edit makes of it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.programs import Program
from dsl.kernels.packing import Programs

MAX_POSITIONS: Final = 63
_FIRST_ROOM: Final = 1 << 15


class Vocabulary(NamedTuple):
    """What edits may use. Classes are numbers of the programs' ClassTable."""

    symbols: NDArray[np.int16]  # the classes to insert, and to replace others with
    wider_starts: NDArray[np.int64]  # class c may also be replaced by wider[wider_starts[c]:wider_starts[c + 1]]
    wider: NDArray[np.int16]
    counts: NDArray[np.int64]  # (any, 2), the repeats to try everywhere, the upper count -1 without bound


def neighbours(program: Program, vocabulary: Vocabulary, max_positions: int = MAX_POSITIONS) -> Programs:
    """The distinct programs that one edit makes of `program`, itself and those over `max_positions` left out.

    `program` is nested to the left, as `encode` writes it.

    Edits: a literal inserted, deleted or replaced; a class replaced by a near one, also in place of a run; any subtree
    or run of up to four items repeated; counts changed; repeated runs folded into a count; concatenation turned into
    union and back; unions factored, distributed and merged; items moved into or out of a group. Programs that differ
    only in nesting and in the order of alternatives count as one. Releases the interpreter lock.

    Raises ValueError on a program of more than 1,024 tokens.
    """
    from dsl.kernels.compilation.background import await_compiler
    from dsl.kernels.expansion import expand

    await_compiler()
    room = _FIRST_ROOM
    while True:
        tokens = np.empty(room * (program.size + 8), dtype=np.int16)
        offsets = np.empty(room + 1, dtype=np.int64)
        count = expand(program, *vocabulary, max_positions, tokens, offsets, np.zeros(2 * room, dtype=np.uint64))
        if count >= 0:
            return Programs(tokens[: offsets[count]].copy(), offsets[: count + 1].copy())
        room *= 4
