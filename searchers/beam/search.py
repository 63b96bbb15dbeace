"""Beam-guided synthesis: warm starts read off the examples, then the best of their neighbours, and theirs.

The neighbourhood of a program is generated and scored by compiled code; only the few that enter the beam become
expressions (see `expansion`). With much effort several programs are expanded at once, each with what was known when
the step began, so that they may be spread over machines. Candidates are ranked by the objective alone and told apart by
notation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any

from dsl.errors import ConstraintError
from dsl.expressions.expression import EPSILON, Expression
from dsl.expressions.notation import parse
from dsl.kernels.compilation.background import compile_meanwhile
from dsl.regex import Regex
from searchers.beam.expansion import Expander, Find, Frontier, Place, expand
from searchers.beam.ranks import Standing
from searchers.beam.samples import MAX_SCORED, MAX_WHOLE, SAMPLES, left_outside
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import BEAM_EXPANSIONS, BEAM_WIDTH
from searchers.problem import Problem
from searchers.protocol import Begun, Event, Improved, Progress, State, Step
from searchers.scoring.regexes import RegexObjective
from searchers.starts.fallbacks import fallbacks
from searchers.starts.warm_starts import warm_starts


class Beam:
    """Width and looks at the examples grow with the budget's effort; it ends when the whole beam is expanded."""

    name = "beam"
    proved = False
    answer = None

    def __init__(self, *, warm_start: bool = True) -> None:
        self.warm_start = warm_start
        self._offers: list[Expression] = []

    def offer(self, candidate: Candidate[Any]) -> None:
        """Let `candidate` into the beam, if it belongs there."""
        if isinstance(candidate.language, Regex):
            self._offers.append(candidate.language.expression)

    def search(
        self, problem: Problem, objective: RegexObjective, budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
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
        if not run.standing.ranks:
            reason = problem.constraints.why_not(readings[0])
            raise ConstraintError(f"no starting point meets the constraints: {reason}", hint="relax them")
        yield from run.climb()

    def resume(
        self, problem: Problem, objective: RegexObjective, budget: Budget, rng: random.Random, state: State
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
        self, problem: Problem, objective: RegexObjective, budget: Budget, rng: random.Random, sample: _Sample
    ) -> Iterator[Event]:
        """Search with a few of many examples; what improves is scored on all, and examples outside join the few."""
        while True:
            part = objective.on(sample.few)
            if sample.search is None:
                events = self.search(sample.few, part, budget, rng)
            else:
                events = self.resume(sample.few, part, budget, rng, sample.search)
            latest = sample.scored
            for event in events:
                match event:
                    case Improved(candidate) if sample.is_best(candidate):
                        sample.best = candidate
                        yield Improved(objective.score(candidate.language))
                    case Progress(candidates, stage):
                        latest = sample.scored + candidates
                        yield Progress(latest, stage)
                    case Step(state):
                        yield Step(partial(sample.state, state))
                    case Begun():
                        yield event
            best = sample.best
            if best is None or sample.number == SAMPLES or budget.spent:
                return
            outside = left_outside(problem, best.language)
            if not outside:
                return
            few = sample.few.with_examples(outside, guess=best.language.expression)
            sample = _Sample(few, sample.number + 1, latest)


@dataclass
class _Sample:
    """A few of many examples, and the search with them."""

    few: Problem
    number: int = 1
    scored: int = 0  # candidates, with the samples before
    best: Candidate[Regex] | None = None
    search: State | None = None

    def is_best(self, candidate: Candidate[Regex]) -> bool:
        """Whether no candidate before was as good."""
        return self.best is None or candidate.objective < self.best.objective

    def state(self, search: Callable[[], State]) -> State:
        """This sample, and where the search with it is."""
        few = [self.few.positives, self.few.weights, list(map(str, self.few.guesses))]
        best = None if self.best is None else self.best.pattern
        return State(
            {"few": few, "number": self.number, "scored": self.scored, "best": best, "search": search().values}
        )

    @classmethod
    def restored(cls, problem: Problem, objective: RegexObjective, state: State) -> _Sample:
        """The sample that `state` was made of."""
        positives, weights, guesses = state.values["few"]
        few = replace(problem, positives=tuple(positives), weights=tuple(weights), guesses=tuple(map(parse, guesses)))
        best = state.values["best"]
        found = None if best is None else objective.on(few).score(Regex.parse(best))
        return cls(few, state.values["number"], state.values["scored"], found, State(state.values["search"]))


class _Run:
    """The beam of one search, and everything it has met."""

    def __init__(self, problem: Problem, objective: RegexObjective, budget: Budget, offers: list[Expression]) -> None:
        self.problem = problem
        self.objective = objective
        self.budget = budget
        self.offers = offers
        self.standing = Standing(BEAM_WIDTH[budget.effort])
        self.expander = Expander(problem, objective, self.standing.width, budget.workers)
        self.neighbourhood = self.expander.neighbourhood
        self.kept: dict[str, Expression] = {}  # those of the beam, by notation
        self.expanded: set[str] = set()
        self.met: set[int] = set()
        self.scored = 0

    def climb(self) -> Iterator[Event]:
        """Expand the best candidates that are not expanded, until there is none."""
        yield Progress(self.scored, "neighbours")
        while not self.budget.spent:
            while self.offers:
                yield from self.admit([self.offers.pop()])
            places = self.places()
            if not places:
                return
            setting = self.expander, self._frontier()
            begun = self.budget.pool.run(expand, setting, places, self.budget)
            yield Begun()
            for expanded in begun:
                self.scored += expanded.scored
                yield from self._merge(expanded.finds)
            for _ in places:
                self.budget.step()
            yield Progress(self.scored, "neighbours")
            yield Step(self.state)

    def places(self) -> list[Place]:
        """What is expanded next, at once: the best of the beam that were not yet."""
        steps = inf if self.budget.steps is None else self.budget.steps - self.budget.taken
        following = [rank for rank in self.standing.ranks if rank[-1] not in self.expanded]
        following = following[: int(min(BEAM_EXPANSIONS[self.budget.effort], steps))]
        self.expanded.update(notation for _, _, notation in following)
        self.kept = {notation: self.kept[notation] for _, _, notation in self.standing.ranks}
        return [
            Place(self.neighbourhood.encode(self.kept[notation]), objective) for objective, _, notation in following
        ]

    def admit(self, expressions: Iterable[Expression]) -> Iterator[Event]:
        """Judge expressions from elsewhere, and let the best stay in the beam."""
        yield from self._merge(self.expander.judge(expressions, self._frontier(), self.budget))

    def _frontier(self) -> Frontier:
        return Frontier(self.neighbourhood.classes.sets, self.met, self.standing.copy())

    def _merge(self, finds: Iterable[Find]) -> Iterator[Event]:
        """Take what was found; the same may have been found elsewhere meanwhile, or better."""
        for find in finds:
            if find.mark in self.met:
                continue
            self.met.add(find.mark)
            self.scored += find.is_scored
            if find.candidate is not None and self.standing.takes(find.candidate):
                self._keep(find.candidate)
                yield Improved(find.candidate)

    def _keep(self, candidate: Candidate[Regex]) -> None:
        self.standing.admit(candidate)
        self.kept[candidate.pattern] = candidate.language.expression

    def state(self) -> State:
        """The beam, what was met, and the vocabulary of edits, which grows with every candidate."""
        return State(
            {
                "beam": [(notation, notation in self.expanded) for _, _, notation in self.standing.ranks],
                "met": sorted(self.met),
                "least": sorted(self.standing.least.items()),
                "scored": self.scored,
                "classes": self.neighbourhood.classes_to_json(),
            }
        )

    def restore(self, state: State) -> None:
        """Be where `state` was taken."""
        for notation, expanded in state.values["beam"]:
            self._keep(self.objective.score(Regex.parse(notation)))
            if expanded:
                self.expanded.add(notation)
        self.standing.least = dict(state.values["least"])
        self.met.update(state.values["met"])
        self.scored = state.values["scored"]
        self.neighbourhood.restore_classes(state.values["classes"])
