"""An epoch: some generations of one island, which depend on its population, who arrives, and a seed alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from deap import base

from searchers.archive import Archive
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import ISLAND_SIZE
from searchers.evolution.individual import Individual
from searchers.evolution.island import Island
from searchers.evolution.operators import global_random, toolbox_of
from searchers.protocol import State
from searchers.spaces.space import Space

GENERATIONS: Final = 5
CHILDREN: Final = 6  # of an island in a generation
DEVELOPED: Final = 3  # of them at most, individuals as they are
MATING: Final = 0.5  # share of the varied children that have two parents

Inhabitant: TypeAlias = tuple[Candidate[Any], bool]  # and whether what lies around it was looked at


@dataclass(frozen=True)
class Setting:
    """What all epochs of a search have in common."""

    space: Space[Any]
    toolbox: base.Toolbox | None  # of the user's own


@dataclass(frozen=True)
class Population:
    """An island between two epochs: who lives there, and what the space remembers, if it does."""

    inhabitants: Sequence[Inhabitant]
    memory: State | None = None


@dataclass(frozen=True)
class Epoch:
    """What is to be lived."""

    population: Population
    arrivals: Sequence[Inhabitant]
    seed: str


@dataclass(frozen=True)
class Outcome:
    """What came of an epoch, and each candidate that was best of its size when it was found."""

    population: Population
    found: Sequence[Candidate[Any]]
    scored: int
    is_whole: bool  # or the time was up before its end


def live(setting: Setting, epochs: Sequence[Epoch], budget: Budget) -> Iterator[Outcome]:
    """Epochs one after the other."""
    return (_Life(setting, epoch, budget).outcome() for epoch in epochs)


class _Life:
    """An island during an epoch."""

    def __init__(self, setting: Setting, epoch: Epoch, budget: Budget) -> None:
        self.budget = budget
        self.rng = random.Random(epoch.seed)
        self.space = setting.space.anew()
        if epoch.population.memory is not None:
            self.space.restore(epoch.population.memory)
        self.before = self.space.scored
        self.toolbox = toolbox_of(self.space, self.rng, setting.toolbox)
        self.island: Island[Any] = Island(ISLAND_SIZE[budget.effort], self.toolbox)
        self.island.individuals = [self._individual(*one) for one in epoch.population.inhabitants]
        self.arrivals = [self._individual(*one) for one in epoch.arrivals]
        self.archive = Archive()
        self.found: list[Candidate[Any]] = []

    def outcome(self) -> Outcome:
        """Live."""
        with global_random(self.rng):
            self.island.admit(self.arrivals)
        is_whole = all(self._generation() for _ in range(GENERATIONS))
        inhabitants = [(individual.candidate, individual.developed) for individual in self.island.individuals]
        population = Population(inhabitants, self.space.state())
        return Outcome(population, self.found, self.space.scored - self.before, is_whole)

    def _generation(self) -> bool:
        """False where the time was up."""
        with global_random(self.rng):
            children = self._children()
        broods = self.space.develop([child.tree for child in children], self.island.cutoff, self.budget, self.rng)
        born = []
        for tree in (tree for brood in broods for tree in brood):
            if self.budget.left <= 0:
                return False
            candidate = self.space.score(tree)
            if candidate is not None:
                born.append(self._individual(candidate, False))
                if self.archive.add(candidate):
                    self.found.append(candidate)
        with global_random(self.rng):
            self.island.admit(born)
        return self.budget.left > 0

    def _children(self) -> list[Individual[Any]]:
        """Individuals that were never looked around, and the children of others."""
        toolbox, individuals = self.toolbox, self.island.individuals
        children = [individual for individual in self.island.best if not individual.developed][:DEVELOPED]
        for individual in children:
            individual.developed = True
        while len(children) < CHILDREN:
            one = toolbox.parent(individuals, self.rng).twin()
            if self.rng.random() < MATING:
                one, _ = toolbox.mate(one, toolbox.parent(individuals, self.rng).twin())
            else:
                (one,) = toolbox.mutate(one)
            children.append(one)
        return children

    def _individual(self, candidate: Candidate[Any], developed: bool) -> Individual[Any]:
        individual = Individual(self.space.tree(candidate.language), candidate, self.space.key)
        individual.fitness.values = self.toolbox.evaluate(individual)
        individual.developed = developed
        return individual


def rank(inhabitant: Inhabitant) -> tuple[float, int, str]:
    """What inhabitants are compared by, as individuals are."""
    candidate, _ = inhabitant
    return candidate.objective, candidate.size, candidate.pattern
