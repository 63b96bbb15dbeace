"""Beam-guided synthesis: warm starts read off the examples, then the best of their neighbours, and theirs.

The neighbourhood of a program is generated and scored by compiled code; only the few that enter the beam become
expressions. Candidates are ranked by the objective alone and told apart by notation.
"""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.ambiguity import Ambiguity, ambiguity
from dsl.charset import CharSet
from dsl.errors import ConstraintError, LimitError
from dsl.expression import EPSILON, Expression, chars, literal, star, union
from dsl.kernels.programs import Programs
from dsl.neighbours import compile_meanwhile
from dsl.program import decode
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.neighbourhood import Neighbourhood
from searchers.objective import Objective
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Progress
from searchers.simplification import without_redundant_alternatives
from searchers.warm_starts import warm_starts

WIDTHS: Final = {1: 2, 2: 5, 3: 10, 4: 25, 5: 100}  # by effort
LOOKED_AT: Final = 3  # times the width: so many of the best neighbours of a program become expressions
BLOCK: Final = 2_000_000  # characters of examples times programs that are scored between two looks at the clock
MAX_SCORED: Final = 150  # distinct examples in the first sample of many
SAMPLES: Final = 3
MORE_EXAMPLES: Final = 40  # examples outside the language that join the sample, at least; fewer than twice as many
MAX_WHOLE: Final = MAX_SCORED + SAMPLES * 2 * MORE_EXAMPLES  # distinct examples that are searched without sampling
TOLERATED: Final = 0.002  # share of the examples that may stay outside without another look
MAX_SPELLED: Final = 20


@dataclass(order=True)
class _Place:
    """A candidate in the beam, ordered by objective, then size, then notation."""

    rank: tuple[float, int, str]
    candidate: Candidate = field(compare=False)
    expanded: bool = field(default=False, compare=False)


class Beam:
    """Width and looks at the examples grow with the budget's effort; it ends when the whole beam is expanded."""

    name = "beam"
    proved = False
    answer = None

    def __init__(self, *, warm_start: bool = True) -> None:
        self.warm_start = warm_start

    def search(self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """Search from the warm starts on. Raises ConstraintError when no start meets the constraints."""
        if len(problem.positives) > MAX_WHOLE:
            yield from self._search_samples(problem, objective, budget, rng)
            return
        compile_meanwhile()
        run = _Run(problem, objective, budget)
        simplest = fallbacks(problem)
        yield from run.admit(simplest)
        if self.warm_start:
            for start in warm_starts(problem, budget, rng):
                yield from run.admit([start])
                if budget.spent:
                    return
        else:
            yield from run.admit([EPSILON])
        if not run.beam:
            reason = problem.constraints.why_not(simplest[0])
            raise ConstraintError(f"no starting point meets the constraints: {reason}", hint="relax them")
        yield Progress(run.scored, "neighbours")
        while (place := next((place for place in run.beam if not place.expanded), None)) and not budget.spent:
            yield from run.expand(place)
            budget.step()
            yield Progress(run.scored, "neighbours")

    def _search_samples(
        self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Search with a few of many examples; what improves is scored on all, and examples outside join the few."""
        few = problem.sample(MAX_SCORED)
        scored = latest = 0
        for _ in range(SAMPLES):
            best: Candidate | None = None
            for event in self.search(few, type(objective)(few), budget, rng):
                match event:
                    case Improved(Candidate() as candidate) if best is None or candidate.objective < best.objective:
                        best = candidate
                        yield Improved(objective.score(candidate.expression))
                    case Progress(candidates, stage):
                        yield Progress(scored + candidates, stage)
                        latest = scored + candidates
            scored = latest
            outside = [text for text in problem.positives if best is not None and not best.language.accepts(text)]
            if best is None or budget.spent or len(outside) <= TOLERATED * len(problem.positives):
                return
            few = few.with_examples(outside[:: max(1, len(outside) // MORE_EXAMPLES)], guess=best.expression)


def fallbacks(problem: Problem) -> list[Expression]:
    """Readings that cost nothing to find: one class for everything, and the shortest examples themselves."""
    characters = CharSet.of(set().union(*problem.positives))
    return [
        star(chars(characters)) if characters else EPSILON,
        union(*map(literal, sorted(problem.positives, key=len)[:MAX_SPELLED])),
    ]


class _Run:
    """The beam of one search, and everything it has seen."""

    def __init__(self, problem: Problem, objective: Objective, budget: Budget) -> None:
        self.problem = problem
        self.objective = objective
        self.budget = budget
        self.width = WIDTHS[budget.effort]
        self.neighbourhood = Neighbourhood(problem)
        self.threads = ThreadPoolExecutor(budget.workers)
        self.beam: list[_Place] = []
        self.seen: set[str] = set()
        self.scored = 0

    def admit(self, expressions: Iterable[Expression]) -> Iterator[Event]:
        """Score what is new and meets the constraints, and let the best stay in the beam, while there is time."""
        for expression in expressions:
            if self.beam and self.budget.spent:
                return
            expression = without_redundant_alternatives(expression)
            notation = str(expression)
            if notation in self.seen:
                continue
            self.seen.add(notation)
            if not self.problem.constraints.admits(expression) or not is_safe(expression):
                continue
            candidate = self.objective.score(expression)
            self.scored += 1
            insort(self.beam, _Place((candidate.objective, candidate.size, notation), candidate))
            del self.beam[self.width :]
            yield Improved(candidate)

    def expand(self, place: _Place) -> Iterator[Event]:
        """Score all neighbours of a candidate and admit the best of them."""
        place.expanded = True
        program = self.neighbourhood.encode(place.candidate.expression)
        neighbours = self.neighbourhood.of(program)
        totals = self.totals(neighbours)
        best = np.argsort(totals, kind="stable")[: LOOKED_AT * self.width]
        yield from self.admit(
            decode(neighbours.program(index), self.neighbourhood.classes)
            for index in best.tolist()
            if totals[index] < np.inf
        )

    def totals(self, programs: Programs) -> NDArray[np.float64]:
        """Totals of all programs; infinite for those that cannot enter the beam, or that there is no time for."""
        cutoff = self.beam[-1].candidate.objective if len(self.beam) == self.width else float("inf")
        classes = self.neighbourhood.classes
        width = 1 + BLOCK // (1 + sum(map(len, (*self.problem.positives, *self.problem.negatives))))

        def score(block: Programs) -> NDArray[np.float64]:
            return np.empty(0) if self.budget.spent else self.objective.totals(block, classes, cutoff)

        blocks = [programs.block(start, start + width) for start in range(0, programs.count, width)]
        scored = np.concatenate([np.empty(0), *takewhile(len, self.threads.map(score, blocks))])
        self.scored += len(scored)
        return np.pad(scored, (0, programs.count - len(scored)), constant_values=np.inf)


def is_safe(expression: Expression) -> bool:
    """Whether a backtracking matcher cannot be made to take exponential time by it."""
    try:
        return ambiguity(expression) is not Ambiguity.EXPONENTIAL
    except LimitError:
        return False
