"""From candidate structures to grammars: all with cheap fits, the best fitted by search, simplified and repaired."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from math import inf
from operator import itemgetter
from typing import Final

from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all
from searchers.budget import Budget
from searchers.effort import STRUCTURE_EFFORT
from searchers.problem import Problem
from searchers.protocol import Event, Progress
from searchers.scoring.prices import MARGINS
from searchers.structure.candidates import CandidateStructure, Fit, candidate_structures
from searchers.structure.parts import Fitter, Part
from searchers.structure.ranking import Ranking

FITTED: Final = 10  # structures whose parts are searched, the best by their cheap fits
HOPELESS: Final = 1.2  # times the least rank: what a cheap fit ranks behind it no search brings to the front
JOINED: Final = 2  # structures whose classes are joined, the best ones
MAX_JOINED: Final = 9  # classes of a structure that are joined
JOINS: Final = 12  # pairs of classes that are joined with cheap fits, the likeliest by their places
JOINS_FITTED: Final = 3  # of these, the best, whose parts are searched
REPAIRED: Final = 3  # structures that are repaired with the negatives, the best ones
ROUNDS: Final = 30  # of repairs
REPAIRING: Final = 2.0  # when repairs end, in times of when they began: they seldom make much better
PATIENCE: Final = 3  # rounds that make nothing better before repairs end


class Refinement:
    """Offers grammars of candidate structures to a ranking, and goes on with the best of them."""

    def __init__(self, ranking: Ranking, budget: Budget) -> None:
        self._ranking = ranking
        self._problem = ranking.problem
        self._fitter = Fitter(budget, STRUCTURE_EFFORT[budget.effort])
        self._best: dict[CandidateStructure, float] = {}

    def run(self) -> Iterator[Event]:
        """All steps, as long as time is left."""
        budget = self._fitter.budget
        yield from self._fit()
        for structure in self._leading(JOINED):
            yield from self._join(structure)
        if budget.seconds is not None:  # without a limit the same search gives the same result
            self._fitter.budget = replace(budget, seconds=min(budget.seconds, REPAIRING * budget.elapsed))
        for structure in self._leading(REPAIRED):
            yield from self._repair(structure)

    def _leading(self, count: int) -> list[CandidateStructure]:
        return sorted(self._best, key=self._best.__getitem__)[:count]

    def _fit(self) -> Iterator[Event]:
        """Offer all structures with cheap fits, and the best of them fitted by search."""
        ranked: list[tuple[float, CandidateStructure]] = []
        seen: set[Grammar] = set()
        for structure in candidate_structures(self._problem):
            if self._fitter.budget.spent:
                break
            grammar = structure.grammar(self._fitter.cheap)
            if grammar is not None and grammar not in seen:
                seen.add(grammar)
                rank = yield from self._ranking.offer(grammar, bonus=_bonus(structure))
                ranked.append((rank, structure))
                yield Progress(len(ranked), "readings")
        for cheap, structure in sorted(ranked, key=itemgetter(0))[:FITTED]:
            if cheap > HOPELESS * self._ranking.best[0]:
                return
            for fit in (self._fitter.lenient, self._fitter.strict):
                if self._fitter.budget.spent:
                    break
                rank = yield from self._offer(structure, fit)
                self._best[structure] = min(self._best.get(structure, inf), rank)
                yield Progress(len(ranked) + len(self._best), "readings")

    def _offer(self, structure: CandidateStructure, fit: Fit) -> Generator[Event, None, float]:
        """Offer the grammar of a structure, and with templates and chains, which win though they take more bits."""
        grammar = structure.grammar(fit)
        rank = yield from self._ranking.offer(grammar, bonus=_bonus(structure))
        if grammar is None or rank == inf:
            return inf
        templated, chained = structure.grammar(fit, templates=True), structure.grammar(fit, chained=True)
        if templated != grammar:
            yield from self._ranking.offer(templated, most=rank - MARGINS.template)
        total = self._ranking.objective.total
        if chained not in (None, grammar) and total(chained, inf) <= total(grammar, inf) + MARGINS.chain:
            both = structure.grammar(fit, templates=True, chained=True)
            yield from self._ranking.offer(both, most=rank - 2 * MARGINS.template)
        return rank

    def _join(self, structure: CandidateStructure) -> Iterator[Event]:
        """Join classes of tokens as long as that makes the grammar better: merging nonterminals, the best first."""
        rank = self._best[structure]
        while len(structure.classes) <= MAX_JOINED:
            pairs = structure.likeliest_joins()[:JOINS]
            joins = {structure.joined(*pair): structure.lone in pair for pair in pairs}
            tried: dict[CandidateStructure, float] = {}
            for joined in sorted(joins, key=self._cheap_bits)[:JOINS_FITTED]:
                if self._fitter.budget.spent:
                    return
                tried[joined] = yield from self._offer(joined, self._fitter.strict)
                if joins[joined] and tried[joined] <= rank + MARGINS.chain:
                    chained = joined.grammar(self._fitter.strict, templates=True, chained=True)
                    yield from self._ranking.offer(chained, most=rank - 3 * MARGINS.template)
            if not tried or min(tried.values()) >= rank:
                return
            structure = min(tried, key=tried.__getitem__)
            rank = self._best[structure] = tried[structure]

    def _cheap_bits(self, structure: CandidateStructure) -> float:
        grammar = structure.grammar(self._fitter.cheap)
        return inf if grammar is None else self._ranking.objective.total(grammar)

    def _repair(self, structure: CandidateStructure) -> Iterator[Event]:
        """Repair a structure as long as that makes its grammar better."""
        stale = 0
        for _ in range(ROUNDS):
            if self._fitter.budget.spent or stale == PATIENCE or not repair(structure, self._fitter, self._problem):
                return
            stale += 1
            for fit in (self._fitter.lenient, self._fitter.strict):
                rank = yield from self._offer(structure, fit)
                if rank < self._best[structure]:
                    self._best[structure], stale = rank, 0


def _bonus(structure: CandidateStructure) -> float:
    return MARGINS.elements if structure.elements is not None else 0.0


def repair(structure: CandidateStructure, fitter: Fitter, problem: Problem) -> bool:
    """Attribute each negative that is accepted to a part, which must then reject its share; False when none can."""
    grammar = structure.grammar(fitter.strict)
    if grammar is None:
        return False
    repaired = False
    for text, accepted in zip(problem.negatives, accepts_all(grammar, problem.negatives), strict=True):
        if fitter.budget.spent:
            break
        if accepted:
            suspects = [
                (part, inside)
                for part, inside in structure.parts_of(text) or ()
                if inside not in part.texts and inside not in part.rejects
            ]
            if suspects:
                part, inside = min(suspects, key=lambda suspect: _price(fitter, *suspect))
                part.rejects.add(inside)
                repaired = True
    return repaired


def _price(fitter: Fitter, part: Part, inside: str) -> tuple[bool, float]:
    """Whether a part cannot be made to reject something, and how many bits more it takes to."""
    trial = Part(part.texts, part.rejects | {inside})
    without = fitter.fit(trial).all
    return without.score.rejected < len(trial.rejects), without.objective - fitter.fit(part).all.objective
