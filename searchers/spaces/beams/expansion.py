"""Expanding programs of the beam: their neighbours are scored, the best of these become candidates.

What is found depends on the program, and on what the beam knew when the step began, alone: places may be expanded in
any process and any order. Who merges the finds in the order of the places has what one process would have found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Expression
from dsl.expressions.programs import Program, decode
from dsl.kernels.packing import Programs
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.scoring.parallel import Scoring
from searchers.scoring.regexes import RegexObjective
from searchers.spaces.beams.combination import combined
from searchers.spaces.beams.ranks import Ranks
from searchers.spaces.beams.tried import Tried, edits
from searchers.spaces.neighbourhood import Neighbourhood
from searchers.starts.fallbacks import is_safe
from searchers.starts.simplification import without_redundant_alternatives

LOOKED_AT: Final = 3  # times the width: so many of the best neighbours of a program become expressions


@dataclass(frozen=True)
class Known:
    """What the beam knows when a step begins: how classes are numbered, what it has met, whom newcomers must beat, and
    what edits cost."""

    sets: Sequence[CharSet]
    met: Set[int]
    ranks: Ranks
    tried: Tried


@dataclass(frozen=True)
class Place:
    """A program of the beam, and its objective."""

    program: Program
    objective: float


@dataclass(frozen=True)
class Find:
    """An expression not met before, by its mark; without a candidate where it is neither good nor safe."""

    mark: int
    is_scored: bool
    candidate: Candidate[Regex] | None


@dataclass(frozen=True)
class Expanded:
    """How many neighbours were scored, what was found among them, the likeliest first, and what their edits cost."""

    scored: int
    finds: list[Find]
    tried: Tried


class Expander:
    """Expands places of one search. It may keep what it computed: that changes no result."""

    def __init__(self, problem: Problem, objective: RegexObjective, width: int, threads: int = 1) -> None:
        self.problem = problem
        self.objective = objective
        self.width = width
        self.neighbourhood = Neighbourhood(problem)
        self._scoring = Scoring(problem, objective, threads)

    def __reduce__(self) -> tuple[type[Expander], tuple[Problem, RegexObjective, int]]:
        return Expander, (self.problem, self.objective, self.width)

    def expand(self, place: Place, known: Known, budget: Budget) -> Expanded:
        """Score the neighbours of a program that may be among the best, and judge these."""
        program = place.program
        self._number(known.sets)
        classes = self.neighbourhood.classes
        neighbours = self.neighbourhood.of(program)
        before = self._scoring.scored
        totals, tried = self._totals(place, neighbours, known, budget)
        best = np.argsort(totals, kind="stable")[: self._looked_at]
        better = best[totals[best] < place.objective]
        together = combined(program, map(neighbours.program, better.tolist()))
        programs = [together, *map(neighbours.program, best[totals[best] < np.inf].tolist())]
        finds = list(self.judge((decode(program, classes) for program in programs), known, budget))
        return Expanded(self._scoring.scored - before, finds, tried)

    @property
    def _looked_at(self) -> int:
        return LOOKED_AT * self.width

    def _totals(
        self, place: Place, neighbours: Programs, known: Known, budget: Budget
    ) -> tuple[NDArray[np.float64], Tried]:
        """Totals (neighbours,), infinite for those that are not among the best; and what was found out of edits.

        What cost nothing before, or was not tried, is scored first: the others may be dearer than the best of these.
        """
        digests = edits(place.program, neighbours)
        least, doubt = known.tried.least(digests), self.objective.doubt
        cutoff, tried = known.ranks.cutoff, Tried()
        totals = np.full(neighbours.count, np.inf)
        likely = least <= doubt
        for group in (likely, ~likely):
            chosen = group & (least <= cutoff - place.objective + doubt)
            horizon = cutoff + self.objective.horizon
            found = self._scoring.totals(
                neighbours.where(chosen), self.neighbourhood.classes, horizon, budget, near=place.program
            )
            tried = tried.joined(digests[chosen], np.minimum(found, horizon) - place.objective)
            totals[chosen] = found
            if len(totals) >= self._looked_at:
                cutoff = min(cutoff, np.partition(totals, self._looked_at - 1)[self._looked_at - 1])
        totals[totals > cutoff] = np.inf
        return totals, tried

    def judge(self, expressions: Iterable[Expression], known: Known, budget: Budget) -> Iterator[Find]:
        """Score what is new and meets the constraints, while there is time."""
        met: set[int] = set()
        ranks = known.ranks.copy()
        for expression in expressions:
            if ranks.best and budget.spent:
                return
            expression = without_redundant_alternatives(expression)
            mark = _mark(expression)
            if mark in known.met or mark in met:
                continue
            met.add(mark)
            if not self.problem.constraints.admits(expression):
                yield Find(mark, False, None)
                continue
            try:
                candidate = self.objective.score(Regex(expression))
            except LimitError:  # too large to be scored
                yield Find(mark, False, None)
                continue
            if ranks.takes(candidate) and is_safe(expression):
                ranks.admit(candidate)
                yield Find(mark, True, candidate)
            else:
                yield Find(mark, True, None)

    def _number(self, sets: Sequence[CharSet]) -> None:
        """Number the classes as the beam does: which are near a class depends on those that are known."""
        numbered = self.neighbourhood.classes
        if len(numbered) > len(sets):
            self.neighbourhood = Neighbourhood(self.problem)
        for charset in sets[len(numbered) :]:
            numbered.number(charset)


def expand(setting: tuple[Expander, Known], places: Sequence[Place], budget: Budget) -> Iterator[Expanded]:
    """Expand places one after the other."""
    expander, known = setting
    return (expander.expand(place, known, budget) for place in places)


def _mark(expression: Expression) -> int:
    return int.from_bytes(blake2b(str(expression).encode(), digest_size=8).digest(), "big")
