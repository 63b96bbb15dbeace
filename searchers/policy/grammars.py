"""Grammars as what the policy writes; they are scored one by one, so a step has fewer samples."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.errors import LimitError
from dsl.expressions.expression import Expression
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical
from dsl.language import START
from searchers.beam.flat_beam import flat_starts
from searchers.beam.grammars import is_within
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import POLICY_READINGS
from searchers.policy.spelling import Spelling, Tokens
from searchers.problem import Problem
from searchers.scoring.objective import Objective
from searchers.structure.candidates import cheap_grammars
from searchers.structure.even_linear import even_linear_grammars

MAX_SCORED: Final = 30  # distinct examples that samples are scored on


class Grammars:
    """The grammars for one problem. Samples are scored on a few examples, what is reported on all."""

    rollouts = 32  # of a part
    limit = 40
    rules = True

    def __init__(self, problem: Problem, objective: Objective[Grammar]) -> None:
        self.problem = problem
        self._objective = objective
        few = problem.sample(MAX_SCORED)
        self._glance = objective.on(few)

    def fallbacks(self) -> list[Grammar]:
        """Readings that cost nothing to find."""
        return [Grammar({START: expression}) for expression in flat_starts(self.problem)]

    def starts(self, budget: Budget, rng: random.Random) -> Iterator[Grammar]:
        """Guesses of the user, even linear grammars, and cheap fits of candidate structures."""
        yield from self.problem.grammars
        yield from even_linear_grammars(self.problem.positives)
        yield from islice(cheap_grammars(self.problem, budget), POLICY_READINGS[budget.effort])

    def parts(self, candidate: Candidate[Grammar]) -> list[Expression]:
        """The expressions that it is written with."""
        return list(candidate.language.rules.values())

    def spell(self, candidate: Candidate[Grammar], spelling: Spelling) -> Tokens | None:
        """Its tokens, if it has any."""
        return spelling.spell_grammar(candidate.language)

    def read(self, tokens: Tokens, spelling: Spelling) -> Grammar | None:
        """What tokens spell; None when a rule cannot produce any string."""
        return spelling.read_grammar(tokens)

    def reference(self) -> float:
        """What the simplest reading costs on the few examples."""
        return min(self._glance.total(grammar, inf) for grammar in self.fallbacks())

    def totals(
        self, sequences: Sequence[Tokens], spelling: Spelling, cutoff: float, budget: Budget
    ) -> NDArray[np.float64] | None:
        """Totals of sequences, infinite above `cutoff` and for rules without strings; None when the time was up."""
        found = np.full(len(sequences), inf)
        for index, tokens in enumerate(sequences):
            if budget.left <= 0:
                return None
            grammar = spelling.read_grammar(tokens)
            if grammar is not None:
                found[index] = self._glance.total(grammar, cutoff)
        return found

    def total(self, candidate: Candidate[Grammar]) -> float:
        """Its total on the few examples."""
        return candidate.objective if self._glance is self._objective else self._glance.total(candidate.language, inf)

    def admit(self, grammar: Grammar) -> Candidate[Grammar] | None:
        """The grammar with its score on all examples; None when it must not be an answer."""
        if not is_within(grammar, self.problem.constraints.alphabet):
            return None
        try:
            return self._objective.score(canonical(grammar))
        except LimitError:
            return None
