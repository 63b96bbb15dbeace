"""Candidates that are kept while searchers go on: what may be the answer when all that is known is weighed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from searchers.candidate import Candidate, rank

RIVALS: Final = 40
NEAR: Final = 60


class Contenders:
    """The best, and the best of those that leave other examples out, as far as what their edits cost tells that."""

    def __init__(self, candidates: Iterable[Candidate[Any]] = ()) -> None:
        self._near: dict[str, Candidate[Any]] = {}
        self._rivals: dict[tuple[int, int, float], Candidate[Any]] = {}
        for candidate in candidates:
            self.add(candidate)

    def add(self, candidate: Candidate[Any]) -> None:
        """Keep it if it is among the best, or the best of its kind."""
        score = candidate.score
        kind = score.accepted, score.rejected, round(score.terms.get("edits", 0.0), 6)
        known = self._rivals.get(kind)
        if known is None or candidate.objective < known.objective:
            self._rivals[kind] = candidate
            _drop_worst(self._rivals, RIVALS)
        self._near[candidate.pattern] = candidate
        _drop_worst(self._near, NEAR)

    @property
    def near(self) -> list[Candidate[Any]]:
        """The best of all, the best first."""
        return sorted(self._near.values(), key=rank)

    @property
    def rivals(self) -> list[Candidate[Any]]:
        """The best of each kind, the best first."""
        return sorted(self._rivals.values(), key=rank)

    @property
    def all(self) -> list[Candidate[Any]]:
        """Each once, the best first."""
        return sorted({**self._near, **{one.pattern: one for one in self._rivals.values()}}.values(), key=rank)


def _drop_worst(kept: dict[Any, Candidate[Any]], most: int) -> None:
    if len(kept) > most:
        del kept[max(kept, key=lambda one: kept[one].objective)]
