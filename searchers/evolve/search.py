"""The evolutionary searchers: for regexes and for grammars."""

from __future__ import annotations

import random
from collections.abc import Iterator

from deap import base

from searchers.budget import Budget
from searchers.evolve.evolution import Evolution, tree_of
from searchers.evolve.regexes import Regexes
from searchers.objective import Objective
from searchers.problem import Problem
from searchers.protocol import AnyCandidate, Event, State


class Evolve:
    """Evolution of regexes. `toolbox` holds operators of the user's own (searchers.evolve.operators)."""

    name = "evolve"
    proved = False
    answer = None

    def __init__(self, *, warm_start: bool = True, toolbox: base.Toolbox | None = None) -> None:
        self.warm_start = warm_start
        self.toolbox = toolbox
        self._evolution: Evolution | None = None

    def search(self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """Search from the warm starts on. Raises ConstraintError when no start meets the constraints."""
        evolution = self._evolution = self._made(problem, objective, budget, rng)
        yield from evolution.begin(self.warm_start)
        yield from evolution.go_on()

    def resume(
        self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from a generation."""
        evolution = self._evolution = self._made(problem, objective, budget, rng)
        evolution.restore(state)
        yield from evolution.go_on()

    def offer(self, candidate: AnyCandidate) -> None:
        """Let a candidate join the next generation."""
        if self._evolution is not None:
            self._evolution.offers.append(tree_of(candidate))

    def _made(self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random) -> Evolution:
        def species(examples: Problem) -> Regexes:
            judge = objective if examples is problem else type(objective)(examples)
            return Regexes(examples, judge, budget, rng, self.toolbox)

        return Evolution(problem, budget, rng, species)
