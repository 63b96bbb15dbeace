"""The hall of fame: for each size the best candidate met so far, and the Pareto front among them."""

from __future__ import annotations

from typing import Any

from searchers.candidate import Candidate, rank


class Archive:
    """Keeps the best candidate of every size; nothing that was ever best of its size is lost."""

    def __init__(self) -> None:
        self._by_size: dict[int, Candidate[Any]] = {}

    def add(self, candidate: Candidate[Any]) -> bool:
        """Keep `candidate` if it is the best of its size. True when it enters the front."""
        known = self._by_size.get(candidate.size)
        if known is not None and known.objective <= candidate.objective:
            return False
        self._by_size[candidate.size] = candidate
        return all(
            other.objective > candidate.objective for size, other in self._by_size.items() if size < candidate.size
        )

    @property
    def best(self) -> Candidate[Any] | None:
        """The candidate with the smallest objective, the smaller one of equals."""
        return min(self._by_size.values(), key=rank, default=None)

    @property
    def front(self) -> list[Candidate[Any]]:
        """Candidates that no smaller candidate equals or beats, smallest first; the last is the best."""
        front: list[Candidate[Any]] = []
        for _, candidate in sorted(self._by_size.items()):
            if not front or candidate.objective < front[-1].objective:
                front.append(candidate)
        return front
