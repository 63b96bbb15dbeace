"""The grammars that a search for structure has found, ranked by more than the objective."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import inf
from operator import itemgetter

import numpy as np

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.grammars.distance import grammar_distances
from dsl.grammars.symbols import MAX_LENGTH, Texts
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.protocol import Event, Improved
from searchers.scoring.objective import Objective
from searchers.scoring.prices import MARGINS, PRICES
from searchers.structure.embedding import is_self_embedding


class Ranking:
    """Grammars with their ranks: bits by the objective, with a preference for nesting, for all examples, and for near
    misses among the strings to reject.
    """

    def __init__(self, problem: Problem, objective: Objective[Grammar]) -> None:
        self.problem = problem
        self.objective = objective
        self.found: list[tuple[float, Candidate[Grammar]]] = []
        self._shown = objective
        self._misses = _misses(problem)

    @property
    def best(self) -> tuple[float, Candidate[Grammar]]:
        """The least rank, and its grammar. Raises ValueError before there is one."""
        return min(self.found, key=itemgetter(0))

    def offer(self, grammar: Grammar | None, *, bonus: float = 0.0, most: float = inf) -> Generator[Event, None, float]:
        """Score a grammar and remember it; its rank, which is `most` at most, infinite when there is none to score."""
        if grammar is None:
            return inf
        try:
            candidate, missed = self.objective.score(grammar), self._missed(grammar)
        except LimitError:  # it is too large
            return inf
        flat = 0.0 if is_self_embedding(grammar) else MARGINS.flat
        rejected = MARGINS.rejected * (self.problem.total - candidate.score.accepted)
        rank = min(most, candidate.objective + flat + rejected + missed - bonus)
        if self.objective is not self._shown:
            candidate = self._shown.score(grammar)
        self.found.append((rank, candidate))
        yield Improved(candidate)
        return rank

    def _missed(self, grammar: Grammar) -> float:
        """Bits of the edits from the language to the strings to reject, which are mostly strings of it with a mistake.

        Those of nested examples are longer than many of these, so that a grammar of a few tokens rejects them all.
        """
        if not len(self._misses):  # no kernel need be loaded
            return 0.0
        return PRICES.edit * float(np.log2(1.0 + grammar_distances(grammar, self._misses)).sum())

    def rank_again(self, problem: Problem) -> Iterator[Event]:
        """Rank by the examples of another problem from now on; what is shown is about those of the first alone."""
        self.problem, self.objective = problem, self.objective.on(problem)
        self._misses = _misses(problem)
        earlier, self.found = self.found, []
        for _, candidate in earlier:
            yield from self.offer(candidate.language)


def _misses(problem: Problem) -> Texts:
    """The strings that somebody chose to reject, of which the distances are soon measured."""
    return Texts(text for text in problem.negatives if text not in problem.asked and len(text) <= MAX_LENGTH)
