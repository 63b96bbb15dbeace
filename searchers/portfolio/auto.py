"""The portfolio of a space: who takes part, and when."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

from dsl.errors import LimitError
from dsl.regex import Regex
from searchers.beam.search import Beam
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import EPOCHS, EXACT_SECONDS, POLICY_STEPS, UNTIMED
from searchers.mixture.union import may_be_mixed, united
from searchers.oracle import Oracle
from searchers.portfolio.search import Member, Portfolio
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Resumable, State
from searchers.scoring.objective import Objective
from searchers.spaces.regexes import Regexes
from searchers.spaces.space import Space
from searchers.starts.fallbacks import anything

EXACT_SHARE: Final = 0.5  # of the time that is left, at most
POLICY_SECONDS: Final = 10.0  # that must be left: torch alone takes some to load


class Auto:
    """What the examples determine is proved; else what they read like, and what the searchers make of it together.

    Of many examples that are a mixture of formats it is their union. Else
    `answer` is the least language when it was found and proved minimal; else the reading of the space's reader, or of
    the beam, unless the best by the objective is better by the space's margin. Where time is given, or effort,
    evolution joins unless not `evolving`; with effort, the policy does too, if torch is installed. An `oracle` is asked
    by the reader, whose answer then stands.
    """

    name = "auto"

    def __init__(
        self,
        space: type[Space[Any]] = Regexes,
        oracle: Oracle | None = None,
        *,
        warm_start: bool = True,
        evolving: bool = True,
    ) -> None:
        self.space = space
        self.oracle = oracle
        self.warm_start = warm_start
        self.evolving = evolving
        self.proved = False
        self._reader = space.reader(oracle, partial(Auto, evolving=False))
        self._least: Candidate[Any] | None = None
        self._portfolio: Portfolio | None = None

    @property
    def answer(self) -> Candidate[Any] | None:
        """The pick: the least language, or that of the portfolio; meanwhile the best that was read off."""
        pick = self._least or (None if self._portfolio is None else self._portfolio.answer)
        return pick or (None if self._reader is None else self._reader.answer)

    def search(
        self, problem: Problem, objective: Objective[Any], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """What proves its answer first, where it may finish, then the others unless it did."""
        self.proved, self._least, self._portfolio = False, None, None
        if self.oracle is not None and self._reader is not None:
            yield from self._reader.search(problem, objective, budget, rng)
            return
        if self.warm_start and self.space is Regexes and may_be_mixed(problem):
            yield Improved(objective.score(Regex(anything(problem.positives))))
            self._least = united(problem, objective)
            if self._least is not None:
                yield Improved(self._least)
                return
        space = self.space(problem, objective)
        prover = space.prover()
        if prover is not None:
            seconds = min(EXACT_SECONDS[budget.effort], EXACT_SHARE * budget.left)
            share = replace(budget, seconds=budget.elapsed + seconds)
            with suppress(LimitError):  # too many infixes: the beam has no such limit
                yield from prover.search(problem, objective, share, rng)
            if prover.proved:
                self.proved, self._least = True, prover.answer
                return
        self._portfolio = self._composed(space, budget)
        yield from self._portfolio.search(problem, objective, budget, rng)

    def resume(
        self, problem: Problem, objective: Objective[Any], budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from the reading, or a step of the others."""
        if self.oracle is not None and isinstance(self._reader, Resumable):
            yield from self._reader.resume(problem, objective, budget, rng, state)
            return
        self._portfolio = self._composed(self.space(problem, objective), budget)
        yield from self._portfolio.resume(problem, objective, budget, rng, state)

    def _composed(self, space: Space[Any], budget: Budget) -> Portfolio:
        effort, paces = budget.effort, self.space.paces(budget.effort)
        warm = self.warm_start and self._reader is None  # a reader has read the examples for all
        beam = Member(Beam(self.space, warm_start=warm), paces.patience, paces.beam)
        members = [beam] if self._reader is None else [Member(self._reader, 1)]
        if self.evolving and (UNTIMED[effort] or budget.seconds is not None):
            from searchers.evolution.search import Evolve  # which loads DEAP

            members.append(Member(Evolve(self.space, warm_start=warm), EPOCHS[effort]))
            members += [] if beam in members else [beam]
        if POLICY_STEPS[effort] and budget.left > POLICY_SECONDS and find_spec("torch") is not None:
            from searchers.policy.search import Reinforce

            policy = Reinforce(self.space, warm_start=False)
            members.append(Member(policy, POLICY_STEPS[effort], paces.policy))
        return Portfolio(members, space.language.parse, space.margin.is_won, space.settle)
