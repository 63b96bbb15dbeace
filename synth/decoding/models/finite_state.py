"""Models with finitely many states, for which sums and maxima over all texts of a language can be computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from synth.decoding.constraint import State


class FiniteStateModel(Protocol):
    """A weighted automaton over tokens: a text weighs the sum over its paths of the product of their weights."""

    vocabulary_size: int
    end: int

    def start(self) -> State:
        """The state before the first token."""

    def arcs(self, state: State, token: int) -> Sequence[tuple[float, State]]:
        """The weights of a token here, each with the state behind it."""

    def stop(self, state: State) -> float:
        """The weight of ending here."""


class WeightedAutomaton:
    """A weighted automaton by its table: `table[state][token]` lists weights and next states. It starts in state 0."""

    def __init__(
        self,
        table: Sequence[Mapping[int, Sequence[tuple[float, int]]]],
        stops: Sequence[float],
        *,
        vocabulary_size: int,
        end: int,
    ) -> None:
        self.table = table
        self.stops = stops
        self.vocabulary_size = vocabulary_size
        self.end = end

    def start(self) -> int:
        return 0

    def arcs(self, state: int, token: int) -> Sequence[tuple[float, int]]:
        return self.table[state].get(token, ())

    def stop(self, state: int) -> float:
        return self.stops[state]
