"""What every searcher is: a generator of events over one problem, one objective, one budget, one random stream."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.scoring.objective import Objective

ObjectiveT = TypeVar("ObjectiveT", bound=Objective[Any], contravariant=True)


@dataclass(frozen=True)
class Improved:
    """A candidate that entered the front."""

    candidate: Candidate[Any]


@dataclass(frozen=True)
class Progress:
    """Where the search is: `candidates` scored so far, in words what it does."""

    candidates: int
    stage: str


@dataclass(frozen=True)
class State:
    """All that a searcher needs to go on where it was: JSON values, and arrays, which JSON would not keep exactly."""

    values: dict[str, Any]
    arrays: dict[str, NDArray[np.generic]] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """A step is done and counted; `state()` is where the search is. Call it before the search goes on, or never."""

    state: Callable[[], State]


@dataclass(frozen=True)
class Begun:
    """Work is begun in the budget's pool, and its results are waited for next: others may begin theirs meanwhile."""


@dataclass(frozen=True)
class Noted:
    """Something that the user should know; it is told at the end, too."""

    message: str


Event: TypeAlias = Improved | Progress | Step | Begun | Noted


class Searcher(Protocol[ObjectiveT]):
    """Yields events until it has finished or the budget is spent; closing the generator stops it at any moment.

    The first Improved comes at once, so that there always is a best so far. `proved` is True when the searcher has
    finished and no cheaper answer exists. `answer` is the searcher's own pick where that is not simply the best by the
    objective.
    """

    name: str
    proved: bool

    @property
    def answer(self) -> Candidate[Any] | None: ...

    def search(self, problem: Problem, objective: ObjectiveT, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """Search for languages of one kind with a small objective."""
        ...


@runtime_checkable
class Resumable(Searcher[ObjectiveT], Protocol[ObjectiveT]):
    """A searcher whose steps can be saved. From the state of a step on it goes as if it had never been stopped.

    The random stream that `resume` is given is in the state in which the step left it, and the budget counts on.
    """

    def resume(
        self, problem: Problem, objective: ObjectiveT, budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from a step."""
        ...


@runtime_checkable
class Receptive(Searcher[ObjectiveT], Protocol[ObjectiveT]):
    """A searcher that takes up what others found."""

    def offer(self, candidate: Candidate[Any]) -> None:
        """Use `candidate`, scored by the same objective, from the next step on."""
        ...
