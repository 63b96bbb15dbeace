"""What edits cost where they were tried: elsewhere in a program that has changed they cost as much."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.programs import Program
from dsl.kernels.packing import Programs


def edits(program: Program, neighbours: Programs) -> NDArray[np.uint64]:
    """The edits that make its neighbours of a program, with what stands around them, as digests (neighbours,)."""
    from searchers.spaces.kernels.edit_digests import digest_edits

    digests = np.empty(neighbours.count, dtype=np.uint64)
    digest_edits(program, neighbours.tokens, neighbours.offsets, digests)
    return digests


@dataclass(frozen=True)
class Tried:
    """Edits by their digests, and what each cost at least."""

    digests: NDArray[np.uint64] = field(default_factory=lambda: np.empty(0, dtype=np.uint64))  # (edits,), ascending
    bits: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))  # (edits,)

    def least(self, digests: NDArray[np.uint64]) -> NDArray[np.float64]:
        """What edits cost at least, (edits,); −∞ where they were not tried."""
        found = np.full(len(digests), -np.inf)
        places = np.searchsorted(self.digests, digests)
        known = places < len(self.digests)
        known[known] = self.digests[places[known]] == digests[known]
        found[known] = self.bits[places[known]]
        return found

    def joined(self, digests: NDArray[np.uint64], bits: NDArray[np.float64]) -> Tried:
        """With these, which were tried too; of an edit that was tried in several places the least stays."""
        digests, bits = np.append(self.digests, digests), np.append(self.bits, bits)
        order = np.lexsort((bits, digests))
        digests, first = np.unique(digests[order], return_index=True)
        return Tried(digests, bits[order][first])
