"""Beam-guided synthesis: warm starts read off the examples, then the best of their neighbours, and theirs.

The neighbourhood of a program is generated and scored by compiled code; only the few that enter the beam become
expressions. Candidates are ranked by the objective alone and told apart by notation.
"""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import numpy as np

from dsl.errors import ConstraintError
from dsl.expression import EPSILON, Expression
from dsl.neighbours import compile_meanwhile
from dsl.notation import parse
from dsl.program import decode
from searchers.admission import fallbacks, is_safe
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.combination import combined
from searchers.neighbourhood import Neighbourhood
from searchers.objective import Objective
from searchers.problem import Problem
from searchers.protocol import AnyCandidate, Event, Improved, Progress, State, Step
from searchers.samples import MAX_SCORED, MAX_WHOLE, SAMPLES, left_outside
from searchers.scoring import Scoring
from searchers.simplification import without_redundant_alternatives
from searchers.warm_starts import warm_starts

WIDTHS: Final = {1: 2, 2: 5, 3: 10, 4: 25, 5: 100}  # by effort
LOOKED_AT: Final = 3  # times the width: so many of the best neighbours of a program become expressions


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
        self._offers: list[Expression] = []

    def offer(self, candidate: AnyCandidate) -> None:
        """Let `candidate` into the beam, if it belongs there."""
        if isinstance(candidate, Candidate):
            self._offers.append(candidate.expression)

    def search(self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """Search from the warm starts on. Raises ConstraintError when no start meets the constraints."""
        if len(problem.positives) > MAX_WHOLE:
            first = _Sample(problem.sample(MAX_SCORED))
            yield from self._search_samples(problem, objective, budget, rng, first)
            return
        compile_meanwhile()
        run = _Run(problem, objective, budget, self._offers)
        readings = fallbacks(problem)
        yield from run.admit(readings)
        if self.warm_start:
            for start in warm_starts(problem, budget, rng):
                yield from run.admit([start])
                if budget.spent:
                    return
        else:
            yield from run.admit([EPSILON])
        if not run.beam:
            reason = problem.constraints.why_not(readings[0])
            raise ConstraintError(f"no starting point meets the constraints: {reason}", hint="relax them")
        yield from run.climb()

    def resume(
        self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from a step."""
        if "few" in state.values:
            sample = _Sample.restored(problem, objective, state)
            yield from self._search_samples(problem, objective, budget, rng, sample)
        else:
            compile_meanwhile()
            run = _Run(problem, objective, budget, self._offers)
            run.restore(state)
            yield from run.climb()

    def _search_samples(
        self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random, sample: _Sample
    ) -> Iterator[Event]:
        """Search with a few of many examples; what improves is scored on all, and examples outside join the few."""
        while True:
            part = type(objective)(sample.few)
            if sample.search is None:
                events = self.search(sample.few, part, budget, rng)
            else:
                events = self.resume(sample.few, part, budget, rng, sample.search)
            latest = sample.scored
            for event in events:
                match event:
                    case Improved(Candidate() as candidate) if sample.is_best(candidate):
                        sample.best = candidate
                        yield Improved(objective.score(candidate.expression))
                    case Progress(candidates, stage):
                        latest = sample.scored + candidates
                        yield Progress(latest, stage)
                    case Step(state):
                        yield Step(partial(sample.state, state))
            best = sample.best
            if best is None or sample.number == SAMPLES or budget.spent:
                return
            outside = left_outside(problem, best.language)
            if not outside:
                return
            few = sample.few.with_examples(outside, guess=best.expression)
            sample = _Sample(few, sample.number + 1, latest)


@dataclass
class _Sample:
    """A few of many examples, and the search with them."""

    few: Problem
    number: int = 1
    scored: int = 0  # candidates, with the samples before
    best: Candidate | None = None
    search: State | None = None

    def is_best(self, candidate: Candidate) -> bool:
        """Whether no candidate before was as good."""
        return self.best is None or candidate.objective < self.best.objective

    def state(self, search: Callable[[], State]) -> State:
        """This sample, and where the search with it is."""
        few = [self.few.positives, self.few.weights, list(map(str, self.few.guesses))]
        best = None if self.best is None else str(self.best.expression)
        return State(
            {"few": few, "number": self.number, "scored": self.scored, "best": best, "search": search().values}
        )

    @classmethod
    def restored(cls, problem: Problem, objective: Objective, state: State) -> _Sample:
        """The sample that `state` was made of."""
        positives, weights, guesses = state.values["few"]
        few = replace(problem, positives=tuple(positives), weights=tuple(weights), guesses=tuple(map(parse, guesses)))
        best = state.values["best"]
        found = None if best is None else type(objective)(few).score(parse(best))
        return cls(few, state.values["number"], state.values["scored"], found, State(state.values["search"]))


class _Run:
    """The beam of one search, and everything it has seen."""

    def __init__(self, problem: Problem, objective: Objective, budget: Budget, offers: list[Expression]) -> None:
        self.problem = problem
        self.objective = objective
        self.budget = budget
        self.offers = offers
        self.width = WIDTHS[budget.effort]
        self.neighbourhood = Neighbourhood(problem)
        self.scoring = Scoring(problem, objective, budget)
        self.beam: list[_Place] = []
        self.seen: set[str] = set()
        self.least: dict[int, float] = {}  # objective of what was found, by size

    def climb(self) -> Iterator[Event]:
        """Expand the best candidate that is not expanded, until there is none."""
        yield Progress(self.scoring.scored, "neighbours")
        while not self.budget.spent:
            while self.offers:
                yield from self.admit([self.offers.pop()])
            place = next((place for place in self.beam if not place.expanded), None)
            if place is None:
                return
            yield from self.expand(place)
            self.budget.step()
            yield Progress(self.scoring.scored, "neighbours")
            yield Step(self.state)

    def state(self) -> State:
        """The beam, what was seen, and the vocabulary of edits, which grows with every candidate."""
        return State(
            {
                "beam": [(place.rank[-1], place.expanded) for place in self.beam],
                "seen": sorted(self.seen),
                "least": sorted(self.least.items()),
                "scored": self.scoring.scored,
                "classes": self.neighbourhood.classes_to_json(),
            }
        )

    def restore(self, state: State) -> None:
        """Be where `state` was taken."""
        for notation, expanded in state.values["beam"]:
            candidate = self.objective.score(parse(notation))
            self.beam.append(_Place((candidate.objective, candidate.size, notation), candidate, expanded))
        self.seen.update(state.values["seen"])
        self.least.update(state.values["least"])
        self.scoring.scored = state.values["scored"]
        self.neighbourhood.restore_classes(state.values["classes"])

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
            if not self.problem.constraints.admits(expression):
                continue
            candidate = self.objective.score(expression)
            self.scoring.scored += 1
            place = _Place((candidate.objective, candidate.size, notation), candidate)
            least = self.least.get(candidate.size, float("inf"))
            is_late = len(self.beam) == self.width and self.beam[-1] < place
            if (is_late and least <= candidate.objective) or not is_safe(expression):
                continue
            self.least[candidate.size] = min(least, candidate.objective)
            insort(self.beam, place)
            del self.beam[self.width :]
            yield Improved(candidate)

    def expand(self, place: _Place) -> Iterator[Event]:
        """Score all neighbours of a candidate and admit the best of them."""
        place.expanded = True
        program = self.neighbourhood.encode(place.candidate.expression)
        neighbours = self.neighbourhood.of(program)
        cutoff = self.beam[-1].candidate.objective if len(self.beam) == self.width else float("inf")
        totals = self.scoring.totals(neighbours, self.neighbourhood.classes, cutoff, near=program)
        best = np.argsort(totals, kind="stable")[: LOOKED_AT * self.width]
        better = best[totals[best] < place.candidate.objective]
        together = combined(program, map(neighbours.program, better.tolist()))
        programs = [together, *map(neighbours.program, best[totals[best] < np.inf].tolist())]
        yield from self.admit(decode(program, self.neighbourhood.classes) for program in programs)
