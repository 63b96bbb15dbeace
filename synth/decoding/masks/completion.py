"""How many tokens a text still needs to end, and which."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from heapq import heappop, heappush
from itertools import count
from math import ceil
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
        self._found: dict[State, list[Step[State]] | None] = {}

    def path(self, state: State) -> list[Step[State]] | None:
        """The fewest tokens to the end of a text, None when no tokens lead there.

        Where the search does not end within 2,000 states, the guess; raises LimitError when there is none.
        """
        if state not in self._found:
            path = self._searched(state)
            self._found[state] = path
            for place, step in enumerate(path or ()):
                self._found.setdefault(step.state, path[place + 1 :] if path else None)
        return self._found[state]

    def _searched(self, start: State) -> list[Step[State]] | None:
        guess = self._guess(start)
        arrivals: dict[State, Arrival[State]] = {start: (0, None, start)}
        order = count()
        waiting = [(self._bound(start), next(order), start)]
        expanded = set[State]()
        while waiting:
            total, _, state = heappop(waiting)
            if guess is not None and total >= len(guess):
                return guess
            if self._accepts(state):
                return _retraced(state, arrivals)
            if rest := self._found.get(state):
                return [*_retraced(state, arrivals), *rest]
            if state in expanded:
                continue
            if len(expanded) == MAX_EXPANSIONS:
                if guess is not None:
                    return guess
                raise LimitError(
                    "it is too hard to tell which tokens end the text", hint="use a vocabulary with all bytes"
                )
            expanded.add(state)
            length = arrivals[state][0] + 1
            for step in self._steps(state):
                if step.state not in arrivals or length < arrivals[step.state][0]:
                    known = self._found.get(step.state, ())
                    if known is not None:
                        arrivals[step.state] = (length, step, state)
                        left = len(known) or self._bound(step.state)
                        heappush(waiting, (length + left, next(order), step.state))
        self._found.update(dict.fromkeys(expanded))  # all that was reached leads nowhere
        return None


def tokens_needed(characters: float, most: int) -> int:
    """How many tokens of at most `most` characters hold so many."""
    return ceil(characters / most) if most else 0


def _retraced(state: State, arrivals: Mapping[State, Arrival[State]]) -> list[Step[State]]:
    path: list[Step[State]] = []
    _, step, before = arrivals[state]
    while step is not None:
        path.append(step)
        _, step, before = arrivals[before]
    return path[::-1]
