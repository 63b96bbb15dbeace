"""By how much an answer that a search found must be better than one that was read off the examples."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from searchers.candidate import Candidate


@dataclass(frozen=True)
class Margin:
    """Bits, or a share of what the reading costs, whichever is more: shorter is often looser.

    `agreeing` bits are enough where both accept and reject as many of the examples. With `keeping` an answer that
    accepts fewer examples than the reading never wins.
    """

    bits: float = 0.0
    share: float = 0.0
    agreeing: float = inf
    keeping: bool = False

    def is_won(self, best: Candidate[Any], reading: Candidate[Any]) -> bool:
        """Whether the best is better by more than the margin."""
        one, other = best.score, reading.score
        do_agree = (one.accepted, one.rejected) == (other.accepted, other.rejected)
        least = max(self.bits, self.share * reading.objective)
        least = min(least, self.agreeing) if do_agree else least
        return reading.objective - best.objective > least and (one.accepted >= other.accepted or not self.keeping)
