"""Several searchers on one problem: they tell each other what they find, and the one that still improves goes on.

The members take turns. Before its turn a member hears of the best that the others found; the turn lasts as long as it
improves on what is known, and some steps more. When nobody has improved anything for a round, the search has ended.
Turns are counted in steps, never in seconds, so that the same seed gives the same result on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from searchers.budget import Budget
from searchers.problem import Problem
from searchers.protocol import AnyCandidate, Event, Improved, Progress, Receptive, Resumable, Searcher, State, Step
from searchers.streams import restore_stream, stream_to_json

SHARED: Final = 16  # best candidates that members tell each other of


@dataclass(frozen=True)
class Member:
    """A searcher, and the steps without an improvement after which its turn ends."""

    searcher: Searcher[Any]
    patience: int


def is_better(best: AnyCandidate, pick: AnyCandidate) -> bool:
    """Whether it takes fewer bits."""
    return best.objective < pick.objective


class Portfolio:
    """Ends when no member improves on the others any more. `read` makes what the objective scores of a notation.

    `answer` is the first member's own pick, or else the best that it found alone, unless the best of all is
    believed before it: `believes(best, pick)`.
    """

    name = "portfolio"
    proved = False

    def __init__(
        self, members: Sequence[Member], read: Callable[[str], Any], believes: Callable[[Any, Any], bool] = is_better
    ) -> None:
        self._members = members
        self._read = read
        self._believes = believes
        self._round: _Round | None = None

    @property
    def answer(self) -> AnyCandidate | None:
        """The pick, once the first member has had its turn."""
        if self._round is None or self._round.reading is None:
            return None
        best, reading = self._round.best, self._round.reading
        return best if best is not None and self._believes(best, reading) else reading

    def search(self, problem: Problem, objective: Any, budget: Budget, rng: random.Random) -> Iterator[Event]:  # noqa: ANN401
        """Turn after turn, the first member first, which does in its first turn what it would do alone."""
        as_alone = random.Random()
        as_alone.setstate(rng.getstate())
        streams = [as_alone, *(random.Random(rng.getrandbits(64)) for _ in self._members[1:])]
        seats = [_Seat(member, stream) for member, stream in zip(self._members, streams, strict=True)]
        self._round = _Round(seats, problem, objective, budget)
        yield from self._round.go_on()

    def resume(
        self,
        problem: Problem,
        objective: Any,  # noqa: ANN401 (that of the members)
        budget: Budget,
        rng: random.Random,
        state: State,
    ) -> Iterator[Event]:
        """Go on from a step of the member whose turn it was."""
        seats = [_Seat(member, random.Random(number)) for number, member in enumerate(self._members)]
        self._round = _Round(seats, problem, objective, budget)
        self._round.restore(state, lambda notation: objective.score(self._read(notation)))
        yield from self._round.go_on()


@dataclass
class _Seat:
    """A member at work: its random stream, its events, its last step, and what it has heard of."""

    member: Member
    rng: random.Random
    events: Iterator[Event] | None = None
    state: Callable[[], State] | None = None
    heard: set[str] = field(default_factory=set)
    scored: int = 0

    def wake(self, problem: Problem, objective: object, budget: Budget) -> Iterator[Event]:
        """The events from here on, of a search that is new, that goes on, or that had ended before it heard more."""
        searcher = self.member.searcher
        if self.events is None and self.state is None:
            self.events = searcher.search(problem, objective, budget, self.rng)
        elif self.events is None and self.state is not None and isinstance(searcher, Resumable):
            self.events = searcher.resume(problem, objective, budget, self.rng, self.state())
        return self.events or iter(())

    def hear(self, candidates: Mapping[str, AnyCandidate]) -> None:
        """Tell the member of what it does not know yet."""
        for pattern, candidate in candidates.items():
            if pattern not in self.heard and isinstance(self.member.searcher, Receptive):
                self.heard.add(pattern)
                self.member.searcher.offer(candidate)

    def to_json(self) -> dict[str, Any]:
        values = None if self.state is None else self.state().values
        return {
            "values": values,
            "random": stream_to_json(self.rng),
            "heard": sorted(self.heard),
            "scored": self.scored,
        }

    def restore(self, saved: dict[str, Any], arrays: dict[str, Any]) -> None:
        restore_stream(self.rng, saved["random"])
        self.heard, self.scored = set(saved["heard"]), saved["scored"]
        if saved["values"] is not None:
            self.state = partial(State, saved["values"], arrays)


class _Round:
    """The members around one table."""

    def __init__(self, seats: Sequence[_Seat], problem: Problem, objective: object, budget: Budget) -> None:
        self.seats = seats
        self.problem = problem
        self.objective = objective
        self.budget = budget
        self.shared: dict[str, AnyCandidate] = {}  # the best of all by pattern, best first
        self.reading: AnyCandidate | None = None  # the best that the first member found alone
        self.turn = 0
        self.quiet = 0  # turns without an improvement
        self.begun = self.improved = False  # whether this turn has begun, and improved on what was known
        self.stale = 0  # steps without an improvement in this turn

    def go_on(self) -> Iterator[Event]:
        """Turns, from the one that was begun on."""
        while self.quiet < len(self.seats) and not (self.budget.spent and self.best is not None):
            yield from self._turn(self.seats[self.turn])
            if self.budget.spent:
                return
            self.reading = self.reading or self.seats[0].member.searcher.answer or self.best
            self.quiet = 0 if self.improved else self.quiet + 1
            self.turn = (self.turn + 1) % len(self.seats)
            self.begun = False

    def _turn(self, seat: _Seat) -> Iterator[Event]:
        if not self.begun:
            self.begun, self.improved, self.stale = True, False, 0
            seat.hear(self.shared)
        elif self.stale >= seat.member.patience:  # saved at its end
            return
        for event in seat.wake(self.problem, self.objective, self.budget):
            match event:
                case Improved(candidate):
                    pattern = candidate.pattern
                    seat.heard.add(pattern)
                    self._share(pattern, candidate)
                    yield event
                case Progress(candidates, stage):
                    seat.scored = candidates
                    yield Progress(sum(each.scored for each in self.seats), stage)
                case Step(state):
                    seat.state = state
                    self.stale += 1
                    yield Step(self.state)
                    if self.stale >= seat.member.patience:
                        return
                case _:
                    yield event
        seat.events = None

    @property
    def best(self) -> AnyCandidate | None:
        """The best of all."""
        return next(iter(self.shared.values()), None)

    def _share(self, pattern: str, candidate: AnyCandidate) -> None:
        if self.best is None or candidate.objective < self.best.objective:
            self.improved, self.stale = True, -1  # the step that improves is not counted
        if pattern not in self.shared:
            known = [*self.shared.items(), (pattern, candidate)]
            self.shared = dict(sorted(known, key=lambda item: (item[1].objective, item[1].size))[:SHARED])

    def state(self) -> State:
        """Whose turn it is, what is shared, and where each member is."""
        values = {
            "turn": self.turn,
            "quiet": self.quiet,
            "turn_state": [self.begun, self.improved, self.stale],
            "shared": [str(candidate.language) for candidate in self.shared.values()],
            "reading": None if self.reading is None else str(self.reading.language),
            "members": [seat.to_json() for seat in self.seats],
        }
        arrays: dict[str, NDArray[np.generic]] = {}
        for number, seat in enumerate(self.seats):
            kept = {} if seat.state is None else seat.state().arrays
            arrays |= {f"{number}.{name}": array for name, array in kept.items()}
        return State(values, arrays)

    def restore(self, state: State, read: Callable[[str], AnyCandidate]) -> None:
        """Be where `state` was taken."""
        values = state.values
        self.turn, self.quiet = values["turn"], values["quiet"]
        self.begun, self.improved, self.stale = values["turn_state"]
        self.shared = {candidate.pattern: candidate for candidate in map(read, values["shared"])}
        self.reading = None if values["reading"] is None else read(values["reading"])
        # given more time there may be more members than were saved
        for number, (seat, saved) in enumerate(zip(self.seats, values["members"], strict=False)):
            start = f"{number}."
            kept = {name.removeprefix(start): array for name, array in state.arrays.items() if name.startswith(start)}
            seat.restore(saved, kept)
