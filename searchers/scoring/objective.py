"""What an answer is judged by: the protocol of the objectives of every kind of language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf
from typing import Any, ClassVar, Generic, Self

from dsl.errors import LimitError
from dsl.language import LanguageT
from searchers.candidate import Candidate
from searchers.problem import Problem


class Objective(ABC, Generic[LanguageT]):
    """Smaller is better. Made of a problem alone: it travels as the problem, and is made again where it arrives."""

    name: ClassVar[str]

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), (self.problem,)

    def on(self, problem: Problem) -> Self:
        """The same objective on other examples."""
        return self if problem is self.problem else type(self)(problem)

    @abstractmethod
    def score(self, language: LanguageT) -> Candidate[LanguageT]:
        """The exact score of a language over all examples, with every term. Raises LimitError when it is too large."""

    def score_all(self, languages: Sequence[LanguageT]) -> list[Candidate[LanguageT]]:
        """The exact score of each language. Raises LimitError when one is too large."""
        return [self.score(language) for language in languages]

    def total(self, language: LanguageT, cutoff: float = inf) -> float:
        """The total; infinite when it is certainly above `cutoff`, or the language too large."""
        try:
            return self.score(language).objective
        except LimitError:
            return inf
