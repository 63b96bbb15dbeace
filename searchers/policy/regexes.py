"""Regular expressions as what the policy writes: hundreds of them are scored by one call of a compiled kernel."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.expression import Expression
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.policy.spelling import Spelling, Tokens
from searchers.problem import Problem
from searchers.scoring.parallel import BLOCK
from searchers.scoring.regexes import RegexObjective
from searchers.starts.fallbacks import fallbacks, is_admissible
from searchers.starts.simplification import without_redundant_alternatives
from searchers.starts.warm_starts import warm_starts

MAX_SCORED: Final = 150  # distinct examples that samples are scored on


class Regexes:
    """The expressions for one problem. Samples are scored on a few examples, what is reported on all."""

    rollouts = 128  # of a part
    limit = 40
    rules = False

    def __init__(self, problem: Problem, objective: RegexObjective) -> None:
        self.problem = problem
        self._objective = objective
        few = problem.sample(MAX_SCORED)
        self._glance = objective.on(few)
        self._block = 1 + BLOCK // (1 + sum(map(len, (*few.positives, *few.negatives))))

    def fallbacks(self) -> list[Expression]:
        """Readings that cost nothing to find."""
        return fallbacks(self.problem)

    def starts(self, budget: Budget, rng: random.Random) -> Iterator[Expression]:
        """Warm starts."""
        return warm_starts(self.problem, budget, rng)

    def parts(self, candidate: Candidate[Regex]) -> list[Expression]:
        """The expressions that it is written with."""
        return [candidate.language.expression]

    def spell(self, candidate: Candidate[Regex], spelling: Spelling) -> Tokens | None:
        """Its tokens, if it has any."""
        return spelling.spell(candidate.language.expression)

    def read(self, tokens: Tokens, spelling: Spelling) -> Expression:
        """What tokens spell."""
        return spelling.read(tokens)

    def reference(self) -> float:
        """What the simplest reading costs on the few examples."""
        return min(self._glance.total(Regex(expression)) for expression in self.fallbacks())

    def totals(
        self, sequences: Sequence[Tokens], spelling: Spelling, cutoff: float, budget: Budget
    ) -> NDArray[np.float64] | None:
        """Totals of sequences, infinite above `cutoff`; None when the time was up before all were scored."""
        programs = spelling.programs(sequences)
        found = [np.empty(0)]
        for start in range(0, programs.count, self._block):
            if budget.left <= 0:
                return None
            block = programs.block(start, start + self._block)
            found.append(self._glance.totals(block, spelling.table, cutoff))
        return np.concatenate(found)

    def total(self, candidate: Candidate[Regex]) -> float:
        """Its total on the few examples."""
        if self._glance is self._objective:
            return candidate.objective
        return self._glance.total(candidate.language)

    def admit(self, expression: Expression) -> Candidate[Regex] | None:
        """The expression, simplified, with its score on all examples; None when it must not be an answer."""
        expression = without_redundant_alternatives(expression)
        return self._objective.score(Regex(expression)) if is_admissible(expression, self.problem) else None
