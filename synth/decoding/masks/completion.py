"""How many tokens a text still needs to end, and which."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from dsl.errors import LimitError

MAX_EXPANSIONS = 2_000
State = TypeVar("State", bound=Hashable)


class Step(NamedTuple, Generic[State]):
    """A token and the state behind it."""

    token: int
    state: State


Arrival: TypeAlias = tuple[int, Step[State] | None, State]  # tokens read, the last step, where it came from


class Completion(Generic[State]):
    """Shortest completions by A* (Hart, Nilsson, Raphael 1968) over states, forward from the state in question.

    `steps(state)` are the tokens to try, one for each state that one token leads to; `accepts(state)` says whether a
    text may end; `bound(state)` is a number of tokens that is certainly needed; `guess(state)` are tokens to the end,
    not always fewest, None where none are known.
    """

    def __init__(
        self,
        steps: Callable[[State], list[Step[State]]],
        accepts: Callable[[State], bool],
        bound: Callable[[State], int],
        guess: Callable[[State], list[Step[State]] | None],
    ) -> None:
        self._steps, self._accepts, self._bound, self._guess = steps, accepts, bound, guess
        self._paths: dict[State, list[Step[State]] | None] = {}  # the shortest that are known
        self._least: dict[State, float] = {}  # tokens that were shown to be needed; infinite where none lead to an end

    def path(self, state: State) -> list[Step[State]] | None:
        """The fewest tokens to an end, None where none lead; after 2,000 states the best known. Raises LimitError."""
        self.is_within(state, inf)
        return self._known(state)

    def is_within(self, state: State, left: float) -> bool:
        """Whether `left` tokens, or fewer, lead to an end. Raises LimitError when that takes over 2,000 states."""
        needed = self._needed(state)
        if needed > left:
            return False
        known = self._known(state)
        length = inf if known is None else len(known)
        if length <= left and (left < inf or needed >= length):  # of any number the fewest are wanted
            return length < inf
        self._search(state, min(left, length - 1))
        known = self._known(state)
        return known is not None and len(known) <= left

    def _known(self, state: State) -> list[Step[State]] | None:
        if state not in self._paths:
            self._paths[state] = None
            guess = self._guess(state)
            if guess is not None:
                self._remember(state, guess)
        return self._paths[state]

    def _remember(self, state: State, path: list[Step[State]]) -> None:
        """Every state on the way has a way, too: following it never leaves it."""
        for place, after in enumerate([state, *(step.state for step in path)]):
            known = self._paths.get(after)
            if known is None or len(known) > len(path) - place:
                self._paths[after] = path[place:]

    def _needed(self, state: State) -> float:
        return self._least.get(state) or self._bound(state)

    def _search(self, start: State, most: float) -> None:
        """Find the shortest path of at most so many tokens, or show that there is none."""
        arrivals: dict[State, Arrival[State]] = {start: (0, None, start)}
        order = count()
        waiting: list[tuple[float, int, State]] = [(self._needed(start), next(order), start)]
        expanded = set[State]()
        while waiting:
            total, _, state = heappop(waiting)
            if total > most:
                self._least[start] = most + 1
                return
            rest = [] if self._accepts(state) else self._paths.get(state)
            if rest is not None and arrivals[state][0] + len(rest) <= total:
                found = [*_retraced(state, arrivals), *rest]
                self._remember(start, found)
                self._least[start] = len(found)
                return
            if state in expanded:
                continue
            if len(expanded) == MAX_EXPANSIONS:
                if self._paths[start] is None:
                    hint = "use a vocabulary with all bytes"
                    raise LimitError("it is too hard to tell which tokens end the text", hint=hint)
                self._least[start] = most + 1
                return
            expanded.add(state)
            length = arrivals[state][0] + 1
            for step in self._steps(state):
                if step.state not in arrivals or length < arrivals[step.state][0]:
                    arrivals[step.state] = (length, step, state)
                    if (needed := self._needed(step.state)) < inf:
                        heappush(waiting, (length + needed, next(order), step.state))
        self._least.update(dict.fromkeys(expanded, inf))  # all that was reached leads nowhere


def _retraced(state: State, arrivals: Mapping[State, Arrival[State]]) -> list[Step[State]]:
    path: list[Step[State]] = []
    _, step, before = arrivals[state]
    while step is not None:
        path.append(step)
        _, step, before = arrivals[before]
    return path[::-1]
