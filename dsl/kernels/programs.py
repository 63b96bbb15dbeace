"""Many programs in one flat array."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.program import Program


class Programs(NamedTuple):
    """Program i is tokens[offsets[i]:offsets[i + 1]]."""

    tokens: NDArray[np.int16]
    offsets: NDArray[np.int64]

    @property
    def count(self) -> int:
        """How many programs there are."""
        return len(self.offsets) - 1


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
