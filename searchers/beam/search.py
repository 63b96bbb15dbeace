"""Beam search in any space: from what is read off the examples to the best of its neighbours, and theirs."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any, Final

from dsl.errors import ConstraintError
from dsl.language import Language
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.protocol import Begun, Event, Improved, Progress, State, Step
from searchers.samples import Sample
from searchers.scoring.objective import Objective
from searchers.spaces.regexes import Regexes
from searchers.spaces.space import Space
from searchers.starts.fallbacks import anything

SMALLER: Final = 2  # smaller ones than the best of which parts are read anew, too


class Beam:
    """Width and looks at the examples grow with the budget's effort; it ends when nothing is left to look at."""

    proved = False
    answer = None

    def __init__(self, space: type[Space[Any]] = Regexes, *, warm_start: bool = True) -> None:
        self.space = space
        self.name = space.beam
        self.warm_start = warm_start
        self._offers: list[Language] = []

    def offer(self, candidate: Candidate[Any]) -> None:
        """Let `candidate` into the beam before the next step, if it belongs there."""
        self._offers.append(candidate.language)

    def search(
        self, problem: Problem, objective: Objective[Any], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Search from the starts on. Raises ConstraintError when none of them meets the constraints."""
        climb = _Climb(self.space(problem, objective), budget, rng, self._offers, self.warm_start)
        yield from climb.begin(climb.sample.few.starts(budget, rng, self.warm_start))
        yield from climb.go_on()

    def resume(
        self, problem: Problem, objective: Objective[Any], budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from a step."""
        climb = _Climb(self.space(problem, objective), budget, rng, self._offers, self.warm_start)
        climb.restore(state)
        yield from climb.go_on()


class _Climb:
    """One search: the examples that are looked at, and the frontier."""

    def __init__(
        self, space: Space[Any], budget: Budget, rng: random.Random, offers: list[Language], warm_start: bool
    ) -> None:
        self.budget = budget
        self.rng = rng
        self.offers = offers
        self.warm_start = warm_start
        self.sample = Sample(space, space.sampling)
        self.before = 0  # candidates scored with fewer examples
        self._settle()

    def _settle(self) -> None:
        """Nothing is known of the examples that are looked at."""
        self.frontier = self.sample.few.frontier(self.budget)
        self.least = inf
        self.reread = ""  # the pattern of which parts were read anew
        self.archive = Archive()

    @property
    def scored(self) -> int:
        """Candidates scored so far."""
        return self.before + self.frontier.scored

    def begin(self, starts: Iterable[Any]) -> Iterator[Event]:
        """Admit the starts. Raises ConstraintError when none may be an answer."""
        for start in starts:
            yield from self._told(self.frontier.admit(start))
            if self.budget.spent:
                return
        if self.frontier.best is None:
            problem = self.sample.whole.problem
            reason = problem.constraints.why_not(anything(problem.positives))
            raise ConstraintError(f"no starting point meets the constraints: {reason}", hint="relax them")
        yield Progress(self.scored, "neighbours")

    def go_on(self) -> Iterator[Event]:
        """Step after step, until nothing is left to look at or the budget is spent."""
        while not self.budget.spent:
            while self.offers:
                yield from self._told(self.frontier.admit(self.sample.whole.tree(self.offers.pop(0))))
            work = self.frontier.begin()
            if work is None:
                starts = self._reread() or self._look_again()
                if starts is None:
                    return
                yield from self.begin(starts)
                continue
            if work.is_elsewhere:
                yield Begun()
            yield from self._told(work.found)
            yield Progress(self.scored, "neighbours")
            if self.budget.left <= 0:  # what is unfinished is no step
                return
            for _ in range(work.steps):
                self.budget.step()
            yield Step(self.state)

    def _told(self, found: Iterable[Candidate[Any]]) -> Iterator[Event]:
        """Tell of candidates; where only some examples are looked at, of improvements, scored on all."""
        for candidate in found:
            self.archive.add(candidate)
            if self.sample.is_whole:
                yield Improved(candidate)
            elif candidate.objective < self.least:
                self.least = candidate.objective
                yield Improved(self.sample.whole.objective.score(candidate.language))

    def _reread(self) -> Sequence[Any]:
        """Read parts of the best anew, if it has changed since that was done; first of the best smaller ones, too."""
        best = self.frontier.best
        if best is None or best.pattern == self.reread:
            return ()
        smaller = [] if self.reread else self.archive.front[-1 - SMALLER : -1]
        self.reread = best.pattern
        return self.sample.few.reread([best, *smaller], self.budget)

    def _look_again(self) -> Iterable[Any] | None:
        """Look at more examples, if that may help: where to begin with them."""
        best, kept, scored = self.frontier.best, self.frontier.trees, self.scored
        if best is None or not self.sample.grow(best.language):
            return None
        self.before = scored
        self._settle()
        return self.sample.few.starts_again(kept, self.budget, self.rng, self.warm_start)

    def state(self) -> State:
        """The examples that are looked at, and the frontier."""
        search = self.frontier.state()
        values = {"few": self.sample.to_json(), "number": self.sample.number, "scored": self.before}
        read = {"reread": self.reread, "front": [candidate.pattern for candidate in self.archive.front]}
        return State({**values, **read, "search": search.values}, search.arrays)

    def restore(self, state: State) -> None:
        """Be where `state` was taken."""
        state = self.sample.whole.earlier(state)
        values = state.values
        if values["few"] is not None:
            self.sample.restore(values["number"], *values["few"])
        self._settle()
        self.before = values["scored"]
        self.frontier.restore(State(values["search"], state.arrays))
        self.least = inf if self.frontier.best is None else self.frontier.best.objective
        self.reread = values.get("reread", "")
        few = self.sample.few
        for pattern in values.get("front", ()):
            self.archive.add(few.objective.score(few.language.parse(pattern)))
