"""Several searchers on one problem, side by side: they tell each other what they find, and who still improves goes on.

In a round every member that has not converged takes some steps: all begin their work, in the budget's pool, before
anyone waits for results. Until a member has converged it does what it would do alone; then it goes on whenever others
have found better. A round is counted in steps, so that the same seed gives the same result on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from math import inf
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dsl.language import Language
from searchers.budget import Budget, InProcess
from searchers.candidate import Candidate, rank
from searchers.problem import Problem
from searchers.protocol import (
    Begun,
    Event,
    Improved,
    Progress,
    Receptive,
    Resumable,
    Searcher,
    State,
    Step,
)
from searchers.spaces.contenders import Contenders
from searchers.streams import restore_stream, stream_to_json

SHARED: Final = 16  # best candidates that members tell each other of


@dataclass(frozen=True)
class Member:
    """A searcher, the steps without an improvement after which it has converged, and those that it takes in a round."""

    searcher: Searcher[Any]
    patience: int
    pace: int = 1


def is_better(best: Candidate[Any], pick: Candidate[Any]) -> bool:
    """Whether it takes fewer bits."""
    return best.objective < pick.objective


class Portfolio:
    """Ends when no member improves any more. `read` makes a language of its notation.

    The first member's own pick when it has converged, or else the best that it found, is the `answer`, unless the best
    of all is better by the margin that an answer from search must win by, `wins(best, pick)`, and better than what that
    member found and had its reasons not to pick. `settle(answer, contenders)` has the last word, if given.
    """

    name = "portfolio"
    proved = False

    def __init__(
        self,
        members: Sequence[Member],
        read: Callable[[str], Language],
        wins: Callable[[Any, Any], bool] = is_better,
        settle: Callable[[Any, Contenders], Any] | None = None,
    ) -> None:
        self._members = members
        self._read = read
        self._wins = wins
        self._settle = settle
        self._runs: _Runs | None = None

    @property
    def answer(self) -> Candidate[Any] | None:
        """The pick, once the first member has converged."""
        if self._runs is None or self._runs.reading is None:
            return None
        if self._runs.settled is None:
            self._runs.settled = self._weighed(self._runs, self._runs.reading)
        return self._runs.settled

    def _weighed(self, runs: _Runs, reading: Candidate[Any]) -> Candidate[Any]:
        best = runs.best
        beaten = (other for other in (reading, runs.alone) if other is not None)
        answer = best if best is not None and all(self._wins(best, other) for other in beaten) else reading
        if self._settle is not None and runs.contenders is not None:
            answer = self._settle(answer, runs.contenders)
        return answer

    def _contenders(self) -> Contenders | None:
        return None if self._settle is None else Contenders()

    def search(self, problem: Problem, objective: Any, budget: Budget, rng: random.Random) -> Iterator[Event]:  # noqa: ANN401
        """Round after round."""
        runs = [_Run(member, deepcopy(rng)) for member in self._members]
        self._runs = _Runs(runs, problem, objective, budget, self._contenders())
        yield from self._runs.go_on()

    def resume(
        self,
        problem: Problem,
        objective: Any,  # noqa: ANN401 (that of the members)
        budget: Budget,
        rng: random.Random,
        state: State,
    ) -> Iterator[Event]:
        """Go on from a round."""
        runs = [_Run(member, random.Random(number)) for number, member in enumerate(self._members)]
        self._runs = _Runs(runs, problem, objective, budget, self._contenders())
        self._runs.restore(state, lambda notation: objective.score(self._read(notation)))
        yield from self._runs.go_on()


@dataclass(eq=False)
class _Run:
    """A member at work: its random stream, its events, its last step, what it received, and how long it was in vain."""

    member: Member
    rng: random.Random
    events: Iterator[Event] | None = None
    state: Callable[[], State] | None = None
    received: set[str] = field(default_factory=set)
    scored: int = 0
    stale: int = 0  # steps without an improvement
    known: float = inf  # the best objective that was shared with it, or that it found
    has_converged: bool = False
    converged_once: bool = False  # until then it does what it would do alone
    left: int = 0  # steps of this round
    has_begun: bool = False  # to work in this round

    def stream(self, problem: Problem, objective: object, budget: Budget) -> Iterator[Event]:
        """The events from here on, of a search that is new, that goes on, or that had ended before it received more."""
        searcher = self.member.searcher
        if self.events is None and self.state is None:
            self.events = searcher.search(problem, objective, budget, self.rng)
        elif self.events is None and self.state is not None and isinstance(searcher, Resumable):
            self.events = searcher.resume(problem, objective, budget, self.rng, self.state())
        return self.events or iter(())

    def share(self, candidates: Mapping[str, Candidate[Any]]) -> None:
        """Tell the member of what it does not know yet."""
        for pattern, candidate in candidates.items():
            if pattern not in self.received and isinstance(self.member.searcher, Receptive):
                self.received.add(pattern)
                self.member.searcher.offer(candidate)

    def converge(self) -> None:
        """Pause until there is better than what it knows."""
        self.has_converged, self.converged_once, self.stale, self.left = True, True, 0, 0

    @property
    def turn(self) -> tuple[bool, float]:
        """The least goes on next: all begin, then who will be nearest to its end of the round is waited for last."""
        return self.has_begun, 1 - (self.left - 1) / self.member.pace

    def to_json(self, state: State | None) -> dict[str, Any]:
        return {
            "values": None if state is None else state.values,
            "random": stream_to_json(self.rng),
            "heard": sorted(self.received),
            "counts": [self.scored, self.stale],
            "known": None if self.known == inf else self.known,
            "sleep": [self.has_converged, self.converged_once],
        }

    def restore(self, saved: dict[str, Any], arrays: dict[str, Any]) -> None:
        restore_stream(self.rng, saved["random"])
        self.received = set(saved["heard"])
        self.scored, self.stale = saved["counts"]
        self.known = inf if saved["known"] is None else saved["known"]
        self.has_converged, self.converged_once = saved["sleep"]
        if saved["values"] is not None:
            self.state = partial(State, saved["values"], arrays)


class _Runs:
    """The members side by side."""

    def __init__(
        self,
        runs: Sequence[_Run],
        problem: Problem,
        objective: object,
        budget: Budget,
        contenders: Contenders | None,
    ) -> None:
        self.runs = runs
        self.problem = problem
        self.objective = objective
        self.budget = budget
        self.shared: dict[str, Candidate[Any]] = {}  # the best of all by pattern, best first
        self.alone: Candidate[Any] | None = None  # the best of the first member
        self.reading: Candidate[Any] | None = None  # its pick when it had converged
        self.contenders = contenders  # where something weighs them
        self.settled: Candidate[Any] | None = None  # the answer, until there is more to weigh

    def go_on(self) -> Iterator[Event]:
        """Round after round, until all have converged or the budget is spent."""
        while runs := self._active():
            is_whole = yield from self._round(runs)
            if self.budget.left <= 0 and self.best is not None:
                return
            if self.reading is None and self.runs[0].converged_once:
                self.reading = self.runs[0].member.searcher.answer or self.alone
            if is_whole:
                yield Step(self.state)
            if self.budget.spent:
                return

    @property
    def best(self) -> Candidate[Any] | None:
        """The best of all."""
        return next(iter(self.shared.values()), None)

    @property
    def _least(self) -> float:
        return inf if self.best is None else self.best.objective

    def _active(self) -> Sequence[_Run]:
        """Who takes part in the next round."""
        first = self.runs[0]
        if not first.converged_once and self.budget.steps is None and isinstance(self.budget.pool, InProcess):
            return [first]  # who has little time, and one process, has at least what the first finds
        return [run for run in self.runs if not run.has_converged or self._least < run.known]

    def _round(self, runs: Sequence[_Run]) -> Generator[Event, None, bool]:
        """Side by side all take steps; False where the budget was spent before the end."""
        for run in runs:
            run.has_converged = run.has_begun = False
            run.left = run.member.pace if len(runs) > 1 else 1
            if run.converged_once:
                run.share(self.shared)
                run.known = self._least
        while at_work := [run for run in runs if run.left]:
            if self.budget.spent and self.best is not None:
                return False
            yield from self._go_on(min(at_work, key=attrgetter("turn")))
        return True

    def _go_on(self, run: _Run) -> Iterator[Event]:
        """Until it has begun work, or has taken its steps."""
        for event in run.stream(self.problem, self.objective, self.budget):
            match event:
                case Improved(candidate):
                    self._share(run, candidate)
                    yield event
                case Progress(candidates, stage):
                    run.scored = candidates
                    yield Progress(sum(each.scored for each in self.runs), stage)
                case Step(state):
                    run.state = state
                    run.stale += 1
                    run.left -= 1
                    if run.stale >= run.member.patience:
                        run.converge()
                    if not run.left:
                        return
                case Begun():
                    run.has_begun = True
                    return
                case _:
                    yield event
        run.events, run.left = None, 0
        if not self.budget.spent:  # else it was cut short
            run.converge()

    def _share(self, run: _Run, candidate: Candidate[Any]) -> None:
        run.received.add(candidate.pattern)
        self.settled = None
        if self.contenders is not None:
            self.contenders.add(candidate)
        if run is self.runs[0] and (self.alone is None or candidate.objective < self.alone.objective):
            self.alone = candidate
        if candidate.objective < run.known:
            run.known, run.stale = candidate.objective, -1  # the step that improves is not counted
        if candidate.pattern not in self.shared:
            known = [*self.shared.values(), candidate]
            best = sorted(known, key=rank)[:SHARED]
            self.shared = {one.pattern: one for one in best}

    def state(self) -> State:
        """What is shared, and where each member is."""
        states = [None if run.state is None else run.state() for run in self.runs]
        values = {
            "shared": [str(candidate.language) for candidate in self.shared.values()],
            "alone": None if self.alone is None else str(self.alone.language),
            "reading": None if self.reading is None else str(self.reading.language),
            "contenders": [] if self.contenders is None else [str(one.language) for one in self.contenders.all],
            "members": [run.to_json(state) for run, state in zip(self.runs, states, strict=True)],
        }
        arrays: dict[str, NDArray[np.generic]] = {}
        for number, state in enumerate(states):
            kept = {} if state is None else state.arrays
            arrays |= {f"{number}.{name}": array for name, array in kept.items()}
        return State(values, arrays)

    def restore(self, state: State, read: Callable[[str], Candidate[Any]]) -> None:
        """Be where `state` was taken."""
        values = state.values
        self.shared = {candidate.pattern: candidate for candidate in map(read, values["shared"])}
        self.alone, self.reading = (
            None if values[name] is None else read(values[name]) for name in ("alone", "reading")
        )
        if self.contenders is not None:
            self.contenders = Contenders(map(read, values.get("contenders", ())))  # earlier versions had none
        # given more time there may be more members than were saved
        for number, (run, saved) in enumerate(zip(self.runs, values["members"], strict=False)):
            start = f"{number}."
            kept = {name.removeprefix(start): array for name, array in state.arrays.items() if name.startswith(start)}
            run.restore(saved, kept)
