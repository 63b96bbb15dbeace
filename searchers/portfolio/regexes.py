"""The portfolio for regexes: exact enumeration where the problem is small enough, else the searchers together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, Final

from dsl.errors import LimitError
from dsl.regex import Regex
from searchers.beam.search import Beam
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import BEAM_PACE, EPOCHS, EXACT_SECONDS, POLICY_STEPS, UNTIMED
from searchers.exact.enumeration import load_kernels
from searchers.exact.search import Exact
from searchers.portfolio.search import Member, Portfolio, is_better
from searchers.problem import Problem
from searchers.protocol import Event, State
from searchers.scoring.prices import MARGINS
from searchers.scoring.regexes import RegexObjective

MAX_ALPHABET: Final = 3  # beyond that, classes that people write tell more than the least size
EXACT_SHARE: Final = 0.5  # of the time that is left, at most
EXPANSIONS: Final = 10_000  # of the beam in vain, before it sleeps: when it has nothing left
POLICY_SECONDS: Final = 10.0  # that must be left: torch alone takes some to load


class Auto:
    """Negatives over a few characters determine a least expression, which generalises better than any other reading.

    `answer` is that expression when it was found and proved minimal; else what the beam reads off the examples, unless
    the best by the objective is better by far. Where time is given, or effort, evolution joins the beam unless not
    `evolving`; with effort, the policy does too, if torch is installed.
    """

    name = "auto"

    def __init__(self, *, warm_start: bool = True, evolving: bool = True) -> None:
        self.warm_start = warm_start
        self.evolving = evolving
        self.proved = False
        self._least: Candidate[Regex] | None = None
        self._portfolio: Portfolio | None = None

    @property
    def answer(self) -> Candidate[Any] | None:
        """The pick: the least expression, or that of the portfolio."""
        return self._least or (None if self._portfolio is None else self._portfolio.answer)

    def search(
        self, problem: Problem, objective: RegexObjective, budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Exact search first where it may finish, then the others unless the least expression is proved."""
        self.proved, self._least, self._portfolio = False, None, None
        if problem.negatives and len(set().union(*problem.positives, *problem.negatives)) <= MAX_ALPHABET:
            exact = Exact()
            load_kernels()
            seconds = min(EXACT_SECONDS[budget.effort], EXACT_SHARE * budget.left)
            share = replace(budget, seconds=budget.elapsed + seconds)
            with suppress(LimitError):  # too many infixes: the beam has no such limit
                yield from exact.search(problem, objective, share, rng)
            if exact.proved:
                self.proved, self._least = True, exact.answer
                return
        self._portfolio = self._composed(objective, budget)
        yield from self._portfolio.search(problem, objective, budget, rng)

    def resume(
        self, problem: Problem, objective: RegexObjective, budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from a step of the others."""
        self._portfolio = self._composed(objective, budget)
        yield from self._portfolio.resume(problem, objective, budget, rng, state)

    def _composed(self, objective: RegexObjective, budget: Budget) -> Portfolio:
        members = [Member(Beam(warm_start=self.warm_start), EXPANSIONS, BEAM_PACE[budget.effort])]
        if self.evolving and (UNTIMED[budget.effort] or budget.seconds is not None):
            from searchers.evolution.search import Evolve  # which loads DEAP

            members.append(Member(Evolve(warm_start=self.warm_start), EPOCHS[budget.effort]))
        if POLICY_STEPS[budget.effort] and budget.left > POLICY_SECONDS and find_spec("torch") is not None:
            from searchers.policy.search import Reinforce

            members.append(Member(Reinforce(warm_start=False), POLICY_STEPS[budget.effort]))
        return Portfolio(members, Regex.parse, is_far_better if objective.name == "mdl" else is_better)


def is_far_better(best: Candidate[Any], reading: Candidate[Any]) -> bool:
    """Whether it saves more than a stranger must; one that takes other examples for outliers must save more."""
    do_agree = (best.score.accepted, best.score.rejected) == (reading.score.accepted, reading.score.rejected)
    return best.objective < reading.objective - (MARGINS.agreeing_regex if do_agree else MARGINS.regex)
