"""The evolutionary searchers: for regexes and for grammars."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Generic

from deap import base

from searchers.budget import Budget
from searchers.evolve.evolution import Evolution, tree_of
from searchers.evolve.regexes import Regexes
from searchers.evolve.species import Species
from searchers.grammar_objective import GrammarObjective
from searchers.objective import Objective
from searchers.problem import Problem
from searchers.protocol import AnyCandidate, Event, ObjectiveT, State


class _Evolve(Generic[ObjectiveT]):
    """Evolution of one kind of language. `toolbox` holds operators of the user's own (searchers.evolve.operators)."""

    name = "evolve"
    proved = False
    answer = None

    def __init__(self, *, warm_start: bool = True, toolbox: base.Toolbox | None = None) -> None:
        self.warm_start = warm_start
        self.toolbox = toolbox
        self._offers: list[Any] = []

    def search(self, problem: Problem, objective: ObjectiveT, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """Search from the warm starts on. Raises ConstraintError when no start meets the constraints."""
        evolution = self._made(problem, objective, budget, rng)
        yield from evolution.begin(self.warm_start)
        yield from evolution.go_on()

    def resume(
        self, problem: Problem, objective: ObjectiveT, budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from a generation."""
        evolution = self._made(problem, objective, budget, rng)
        evolution.restore(state)
        yield from evolution.go_on()

    def offer(self, candidate: AnyCandidate) -> None:
        """Let a candidate join the next generation."""
        self._offers.append(tree_of(candidate))

    def _made(self, problem: Problem, objective: ObjectiveT, budget: Budget, rng: random.Random) -> Evolution[Any]:
        def species(examples: Problem) -> Species[Any]:
            judge = objective if examples is problem else type(objective)(examples)
            return self._species(examples, judge, budget, rng)

        return Evolution(problem, budget, rng, species, self._offers)

    def _species(self, problem: Problem, objective: ObjectiveT, budget: Budget, rng: random.Random) -> Species[Any]:
        raise NotImplementedError


class Evolve(_Evolve[Objective]):
    """Evolution of regexes."""

    def _species(self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random) -> Species[Any]:
        return Regexes(problem, objective, budget, rng, self.toolbox)


class EvolveGrammars(_Evolve[GrammarObjective]):
    """Evolution of grammars."""

    def _species(
        self, problem: Problem, objective: GrammarObjective, budget: Budget, rng: random.Random
    ) -> Species[Any]:
        from searchers.evolve.grammars import Grammars  # which reads the examples in ways that regexes do not need

        return Grammars(problem, objective, budget, rng, self.toolbox)
