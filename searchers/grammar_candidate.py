"""A grammar with what it scored."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.grammar import Grammar
from searchers.candidate import Score


@dataclass(frozen=True)
class GrammarCandidate:
    """One answer of a search for grammars; what searchers.candidate.Candidate is for regexes."""

    language: Grammar
    score: Score

    @property
    def pattern(self) -> str:
        """The notation, Lark's."""
        return self.language.pattern

    @property
    def size(self) -> int:
        """Nodes of all rules, and the rules."""
        return self.language.size

    @property
    def distance(self) -> int:
        """The median distance from the examples to the language."""
        return self.score.distance

    @property
    def objective(self) -> float:
        """The total that the search minimised."""
        return self.score.total
