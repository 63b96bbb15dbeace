"""An expression with what it scored."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dsl.expressions.expression import Expression
from dsl.expressions.expression import size as node_count
from dsl.regex import Regex


@dataclass(frozen=True)
class Score:
    """What an objective says of an expression: the total to minimise, and every term it is the sum of.

    `distance` is the weighted lower median of the examples' Levenshtein distances to the language; `accepted` and
    `rejected` count the examples (with multiplicity) in the language and the negatives outside it.
    """

    total: float
    terms: dict[str, float]
    distance: int
    accepted: int
    rejected: int


class Scored:
    """What has a score."""

    score: Score

    @property
    def distance(self) -> int:
        """The median distance from the examples to the language."""
        return self.score.distance

    @property
    def objective(self) -> float:
        """The total that the search minimised."""
        return self.score.total


@dataclass(frozen=True)
class Candidate(Scored):
    """One answer of a search."""

    expression: Expression
    score: Score

    @cached_property
    def language(self) -> Regex:
        """The language, ready to accept, measure and sample."""
        return Regex(self.expression)

    @cached_property
    def pattern(self) -> str:
        """The notation, in Python `re` syntax."""
        return str(self.expression)

    @cached_property
    def size(self) -> int:
        """Nodes of the expression."""
        return node_count(self.expression)
