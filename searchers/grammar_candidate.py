"""A grammar with what it scored."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.grammar import Grammar
from searchers.candidate import Score, Scored


@dataclass(frozen=True)
class GrammarCandidate(Scored):
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
