"""What a newcomer to the beam is compared with."""

from __future__ import annotations

from bisect import insort
from math import inf
from typing import TypeAlias

from dsl.regex import Regex
from searchers.candidate import Candidate

Rank: TypeAlias = tuple[float, int, str]  # objective, then size, then notation


class Ranks:
    """The ranks in a beam of some width, best first, and the least objective of every size."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.best: list[Rank] = []
        self.least: dict[int, float] = {}

    def copy(self) -> Ranks:
        """The same, to go on with on its own."""
        other = Ranks(self.width)
        other.best, other.least = self.best.copy(), self.least.copy()
        return other

    @property
    def cutoff(self) -> float:
        """The objective that must be reached to enter the beam."""
        return self.best[-1][0] if len(self.best) == self.width else inf

    def takes(self, candidate: Candidate[Regex]) -> bool:
        """Whether the candidate enters the beam, or is the best of its size."""
        if candidate.objective < self.least.get(candidate.size, inf) or len(self.best) < self.width:
            return True
        return candidate.objective <= self.cutoff and _rank(candidate) < self.best[-1]  # writes no pattern in vain

    def admit(self, candidate: Candidate[Regex]) -> None:
        """Let it in, and the last out."""
        self.least[candidate.size] = min(self.least.get(candidate.size, inf), candidate.objective)
        insort(self.best, _rank(candidate))
        del self.best[self.width :]


def _rank(candidate: Candidate[Regex]) -> Rank:
    return candidate.objective, candidate.size, candidate.pattern
