"""Grammars where the examples are too long for charts: those of one rule, scored as the regexes that they are."""

from __future__ import annotations

from math import inf
from typing import Final

from dsl.errors import LimitError
from dsl.grammar import Grammar
from searchers.grammar_candidate import GrammarCandidate
from searchers.problem import MadeForProblem, Problem
from searchers.scoring.objective import make

MAX_LENGTH: Final = 1_500  # characters of a string whose chart, for the few symbols that nesting takes, is affordable


class FlatObjective(MadeForProblem):
    """The objective `name` for regexes, of grammars."""

    name: str

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._regexes = make(self.name, problem)

    def score(self, grammar: Grammar) -> GrammarCandidate:
        """The score of the only rule. Raises LimitError on a grammar that refers to rules."""
        if grammar.flat is None:
            raise LimitError(
                f"examples of more than {MAX_LENGTH:,} characters are too long for a grammar with several rules",
                hint="give shorter examples",
            )
        return GrammarCandidate(grammar, self._regexes.score(grammar.flat).score)

    def total(self, grammar: Grammar, cutoff: float = inf) -> float:
        """The total, infinite on a grammar that refers to rules."""
        try:
            return self.score(grammar).objective
        except LimitError:
            return inf


class FlatDescriptionLength(FlatObjective):
    """The description length."""

    name = "mdl"


class FlatMedianDistance(FlatObjective):
    """The median distance."""

    name = "median"


def is_for_charts(problem: Problem) -> bool:
    """Whether all its strings are short enough for grammars with several rules."""
    return max(map(len, (*problem.positives, *problem.negatives))) <= MAX_LENGTH
