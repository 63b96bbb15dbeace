"""A language with what it scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from dsl.language import Language

LanguageT_co = TypeVar("LanguageT_co", bound=Language, covariant=True)


@dataclass(frozen=True)
class Score:
    """What an objective says of a language: the total to minimise, and every term it is the sum of.

    `distance` is the weighted lower median of the examples' distances; `accepted` and `rejected` count examples inside,
    with multiplicity, and negatives outside.
    """

    total: float
    terms: dict[str, float]
    distance: int
    accepted: int
    rejected: int


@dataclass(frozen=True)
class Candidate(Generic[LanguageT_co]):
    """One answer of a search."""

    language: LanguageT_co
    score: Score

    @property
    def pattern(self) -> str:
        """The notation: Python's `re` syntax of a regular expression, Lark's of a grammar."""
        return self.language.pattern

    @property
    def size(self) -> int:
        """The nodes of the language's expressions, as the objective counts them."""
        return self.language.size

    @property
    def distance(self) -> int:
        """The median distance from the examples to the language."""
        return self.score.distance

    @property
    def objective(self) -> float:
        """The total that the search minimised."""
        return self.score.total


def rank(candidate: Candidate[Any]) -> tuple[float, int]:
    """By which the best comes first, the smaller of equals."""
    return candidate.objective, candidate.size


GrammarCandidate = Candidate  # its name from when grammars had a class of their own
