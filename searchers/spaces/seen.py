"""The programs that a search has met, as a set of their digests."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.packing import Programs

FIRST_ROOM: Final = 1 << 16
MAX_KNOWN: Final = 1 << 19  # then all is forgotten: what is met again is only scored again


class Seen:
    """A hash table at most half full. Programs that differ in nesting and the order of alternatives count as one."""

    def __init__(self, digests: NDArray[np.uint64] | None = None) -> None:
        self._table = np.zeros(FIRST_ROOM, dtype=np.uint64)
        self._count = 0
        if digests is not None:
            self._rebuild(digests, len(digests))

    def new(self, programs: Programs) -> Programs:
        """The programs that were not met yet, which now are; `programs` is overwritten."""
        from searchers.spaces.kernels.membership import keep_new

        if self._count > MAX_KNOWN:
            self._rebuild(self.digests[:0], programs.count)
        elif 2 * (self._count + programs.count) > len(self._table):
            self._rebuild(self.digests, programs.count)
        kept = keep_new(programs.tokens, programs.offsets, self._table)
        self._count += kept
        return Programs(programs.tokens[: programs.offsets[kept]], programs.offsets[: kept + 1])

    @property
    def digests(self) -> NDArray[np.uint64]:
        """All that is known."""
        known: NDArray[np.uint64] = self._table[self._table != 0]
        return known

    def _rebuild(self, digests: NDArray[np.uint64], more: int) -> None:
        from searchers.spaces.kernels.membership import put_all

        room = len(self._table)
        while 2 * (len(digests) + more) > room:
            room *= 2
        self._table = np.zeros(room, dtype=np.uint64)
        self._count = len(digests)
        put_all(digests, self._table)
