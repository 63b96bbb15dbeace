"""The portfolio for grammars: the reader of nested examples first, then the searchers together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Final

from dsl.grammar import Grammar
from searchers.beam.flat_beam import FlatBeam
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import EPOCHS, POLICY_STEPS, SLICES, UNTIMED
from searchers.oracle import Oracle
from searchers.portfolio.regexes import POLICY_SECONDS, Auto
from searchers.portfolio.search import Member, Portfolio
from searchers.problem import Problem
from searchers.protocol import Event, State
from searchers.scoring.objective import Objective
from searchers.scoring.prices import MARGINS
from searchers.structure.search import Nested

PACE: Final = 4  # slices of the beam in a round, and steps of the policy, as long as an epoch of evolution takes


def is_far_better(best: Candidate[Any], reading: Candidate[Any]) -> bool:
    """Whether a grammar accepts as many examples as the reading, and takes far fewer bits: shorter is often looser."""
    saved = reading.objective - best.objective
    is_far = saved > max(MARGINS.grammar, MARGINS.grammar_share * reading.objective)
    return is_far and best.score.accepted >= reading.score.accepted


class GrammarAuto:
    """What the examples read like, and where time is given, or effort, what the others make of it or find themselves.

    `answer` is the reading unless another grammar is better by far. An oracle is asked by the reader, whose answer then
    stands.
    """

    name = "auto"
    proved = False

    def __init__(self, oracle: Oracle | None = None) -> None:
        self.oracle = oracle
        self._reader = Nested(Auto(evolving=False), oracle)
        self._portfolio: Portfolio | None = None

    @property
    def answer(self) -> Candidate[Any] | None:
        """The pick: that of the portfolio, while the examples are being read the best reading."""
        return (None if self._portfolio is None else self._portfolio.answer) or self._reader.answer

    def search(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Read, and search on."""
        if self.oracle is not None:
            yield from self._reader.search(problem, objective, budget, rng)
            return
        self._portfolio = self._composed(budget)
        yield from self._portfolio.search(problem, objective, budget, rng)

    def resume(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from the reading, or a step of the others."""
        if self.oracle is not None:
            yield from self._reader.resume(problem, objective, budget, rng, state)
            return
        self._portfolio = self._composed(budget)
        yield from self._portfolio.resume(problem, objective, budget, rng, state)

    def _composed(self, budget: Budget) -> Portfolio:
        members = [Member(self._reader, 1)]
        if UNTIMED[budget.effort] or budget.seconds is not None:
            from searchers.evolution.search import EvolveGrammars  # which loads DEAP

            members.append(Member(EvolveGrammars(warm_start=False), EPOCHS[budget.effort]))
            members.append(Member(FlatBeam(), SLICES[budget.effort], PACE))
            if POLICY_STEPS[budget.effort] and budget.left > POLICY_SECONDS and find_spec("torch") is not None:
                from searchers.policy.search import GrammarReinforce

                members.append(Member(GrammarReinforce(warm_start=False), POLICY_STEPS[budget.effort], PACE))
        return Portfolio(members, Grammar.parse, is_far_better)
