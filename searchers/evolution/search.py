"""The evolutionary searcher."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from deap import base

from dsl.language import Language
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.evolution.epochs import Evolution
from searchers.problem import Problem
from searchers.protocol import Event, State
from searchers.scoring.objective import Objective
from searchers.spaces.regexes import Regexes
from searchers.spaces.space import Space


class Evolve:
    """Evolution in a space. `toolbox` holds operators of the user's own (see `operators`)."""

    name = "evolve"
    proved = False
    answer = None

    def __init__(
        self, space: type[Space[Any]] = Regexes, *, warm_start: bool = True, toolbox: base.Toolbox | None = None
    ) -> None:
        self.space = space
        self.warm_start = warm_start
        self.toolbox = toolbox
        self._offers: list[Language] = []

    def search(
        self, problem: Problem, objective: Objective[Any], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Search from the warm starts on. Raises ConstraintError when no start meets the constraints."""
        evolution = Evolution(self.space(problem, objective), budget, rng, self.toolbox, self._offers)
        yield from evolution.begin(self.warm_start)
        yield from evolution.go_on()

    def resume(
        self, problem: Problem, objective: Objective[Any], budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from an epoch."""
        evolution = Evolution(self.space(problem, objective), budget, rng, self.toolbox, self._offers)
        evolution.restore(state)
        yield from evolution.go_on()

    def offer(self, candidate: Candidate[Any]) -> None:
        """Let a candidate join the next epoch."""
        self._offers.append(candidate.language)
