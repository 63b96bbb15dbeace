"""What every searcher is: a generator of events over one problem, one objective, one budget, one random stream."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.grammar_candidate import GrammarCandidate
from searchers.grammar_objective import GrammarObjective
from searchers.objective import Objective
from searchers.problem import Problem

AnyCandidate: TypeAlias = Candidate | GrammarCandidate
ObjectiveT = TypeVar("ObjectiveT", Objective, GrammarObjective, contravariant=True)


@dataclass(frozen=True)
class Improved:
    """A candidate that entered the front."""

    candidate: AnyCandidate


@dataclass(frozen=True)
class Progress:
    """Where the search is: `candidates` scored so far, in words what it does."""

    candidates: int
    stage: str


Event: TypeAlias = Improved | Progress


class Searcher(Protocol[ObjectiveT]):
    """Yields events until it has finished or the budget is spent; closing the generator stops it at any moment.

    The first Improved comes at once, so that there always is a best so far. `proved` is True when the searcher has
    finished and no cheaper answer exists. `answer` is the searcher's own pick where that is not simply the best by the
    objective.
    """

    name: str
    proved: bool

    @property
    def answer(self) -> AnyCandidate | None: ...

    def search(self, problem: Problem, objective: ObjectiveT, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """Search for expressions, or grammars, with a small objective."""
        ...
