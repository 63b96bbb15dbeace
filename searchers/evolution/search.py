"""The evolutionary searchers: for regexes and for grammars."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Generic

from deap import base

from dsl.grammar import Grammar
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.evolution.epoch import Setting, tree_of
from searchers.evolution.epochs import Evolution
from searchers.evolution.regexes import Regexes
from searchers.problem import Problem
from searchers.protocol import Event, ObjectiveT, State
from searchers.scoring.objective import Objective
from searchers.scoring.regexes import RegexObjective


class _Evolve(Generic[ObjectiveT]):
    """Evolution of one kind of language. `toolbox` holds operators of the user's own (see `operators`)."""

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
        """Go on from an epoch."""
        evolution = self._made(problem, objective, budget, rng)
        evolution.restore(state)
        yield from evolution.go_on()

    def offer(self, candidate: Candidate[Any]) -> None:
        """Let a candidate join the next epoch."""
        self._offers.append(tree_of(candidate))

    def _made(self, problem: Problem, objective: ObjectiveT, budget: Budget, rng: random.Random) -> Evolution:
        def setting(examples: Problem) -> Setting:
            return Setting(self._kind(), examples, objective.on(examples), self.toolbox)

        return Evolution(problem, budget, rng, setting, self._offers)

    def _kind(self) -> type[Any]:
        """The species."""
        raise NotImplementedError


class Evolve(_Evolve[RegexObjective]):
    """Evolution of regexes."""

    def _kind(self) -> type[Any]:
        return Regexes


class EvolveGrammars(_Evolve[Objective[Grammar]]):
    """Evolution of grammars."""

    def _kind(self) -> type[Any]:
        from searchers.evolution.grammars import Grammars  # which reads the examples in ways that regexes do not need

        return Grammars
