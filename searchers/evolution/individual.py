"""What evolves: a tree, with the fitness that DEAP's tools read."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, Generic

from deap import base

from searchers.candidate import Candidate
from searchers.spaces.space import TreeT


class Fitness(base.Fitness):  # type: ignore[misc]
    """The median distance, the size and the objective, all of them to be minimised."""

    weights = (-1.0, -1.0, -1.0)


class Individual(Generic[TreeT]):
    """A tree under evolution, and the candidate that it is when it has been scored.

    Operators put another `tree` in place of the old one, in DEAP's manner: they change the individual and return it.
    `key_of` says what trees of one language have in common.
    """

    def __init__(self, tree: TreeT, candidate: Candidate[Any], key_of: Callable[[Any], Hashable]) -> None:
        self.tree = tree
        self.candidate = candidate
        self.fitness = Fitness()
        self.developed = False  # whether the trees around it have been looked at
        self._key_of = key_of

    @cached_property
    def rank(self) -> tuple[float, int, str]:
        """What individuals are compared by: objective, then size, then notation."""
        return self.candidate.objective, self.candidate.size, self.candidate.pattern

    @cached_property
    def key(self) -> Hashable:
        """Equal only for individuals of one language."""
        return self._key_of(self.tree)

    def twin(self) -> Individual[TreeT]:
        """Another individual with the same tree, which operators may change."""
        other = Individual(self.tree, self.candidate, self._key_of)
        other.fitness.values = self.fitness.values
        other.developed = self.developed
        return other
