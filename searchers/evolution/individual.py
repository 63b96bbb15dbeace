"""What evolves: an expression or a grammar, with the fitness that DEAP's tools read."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Generic, TypeVar

from deap import base

from dsl.expressions.expression import Expression
from dsl.grammar import Grammar
from searchers.candidate import Candidate
from searchers.evolution.languages import Key, language_key

TreeT = TypeVar("TreeT", bound=Expression | Grammar)


class Fitness(base.Fitness):  # type: ignore[misc]
    """The median distance, the size and the objective, all of them to be minimised."""

    weights = (-1.0, -1.0, -1.0)


class Individual(Generic[TreeT]):
    """A tree under evolution, and the candidate that it is when it has been scored.

    Operators put another `tree` in place of the old one, in DEAP's manner: they change the individual and return it.
    """

    def __init__(self, tree: TreeT, candidate: Candidate[Any] | None = None) -> None:
        self.tree = tree
        self.scored = candidate
        self.fitness = Fitness()
        self.developed = False  # whether the trees around it have been looked at

    @property
    def candidate(self) -> Candidate[Any]:
        """The candidate. Raises ValueError before it has been scored."""
        if self.scored is None:
            raise ValueError("the individual has not been scored")
        return self.scored

    @cached_property
    def rank(self) -> tuple[float, int, str]:
        """What individuals are compared by: objective, then size, then notation."""
        return self.candidate.objective, self.candidate.size, self.candidate.pattern

    @cached_property
    def key(self) -> Key:
        """Equal for equal languages of regexes; grammars are told apart by what is written."""
        return self.candidate.pattern if isinstance(self.tree, Grammar) else language_key(self.tree)

    def twin(self) -> Individual[TreeT]:
        """Another individual with the same tree, for another island."""
        other = Individual(self.tree, self.scored)
        other.fitness.values = self.fitness.values
        other.developed = self.developed
        return other
