"""What every searcher is: a generator of events over one problem, one objective, one budget, one random stream."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.objective import Objective
from searchers.problem import Problem


@dataclass(frozen=True)
class Improved:
    """A candidate that entered the front."""

    candidate: Candidate


@dataclass(frozen=True)
class Progress:
    """Where the search is: `candidates` scored so far, in words what it does."""

    candidates: int
    stage: str


Event: TypeAlias = Improved | Progress


class Searcher(Protocol):
    """Yields events until it has finished or the budget is spent; closing the generator stops it at any moment.

    The first Improved comes at once, so that there always is a best so far. `proved` is True when the searcher has
    finished and no cheaper answer exists. `answer` is the searcher's own pick where that is not simply the best by the
    objective.
    """

    name: str
    proved: bool

    @property
    def answer(self) -> Candidate | None: ...

    def search(self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """Search for expressions with a small objective."""
        ...
