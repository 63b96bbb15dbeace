"""Grammars where the examples are too long for charts: those of one rule, scored as the regexes that they are."""

from __future__ import annotations

from typing import Final

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.regex import Regex
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.scoring.objective import Objective
from searchers.scoring.regexes import make

MAX_LENGTH: Final = 1_500  # characters of a string whose chart, for the few symbols that nesting takes, is affordable


class FlatObjective(Objective[Grammar]):
    """The objective `name` for regexes, of grammars."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._regexes = make(self.name, problem)

    def score(self, language: Grammar) -> Candidate[Grammar]:
        """The score of the only rule. Raises LimitError on a grammar that refers to rules."""
        if language.flat is None:
            raise LimitError(
                f"examples of more than {MAX_LENGTH:,} characters are too long for a grammar with several rules",
                hint="give shorter examples",
            )
        return Candidate(language, self._regexes.score(Regex(language.flat)).score)


class FlatDescriptionLength(FlatObjective):
    """The description length."""

    name = "mdl"


class FlatMedianDistance(FlatObjective):
    """The median distance."""

    name = "median"


def is_for_charts(problem: Problem) -> bool:
    """Whether all its strings are short enough for grammars with several rules."""
    return max(map(len, (*problem.positives, *problem.negatives))) <= MAX_LENGTH
