"""A population of its own, which others only hear of by migration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from deap import base

from searchers.evolution.individual import Individual
from searchers.spaces.space import TreeT


class Island(Generic[TreeT]):
    """At most `room` individuals, no two of one language."""

    def __init__(self, room: int, toolbox: base.Toolbox) -> None:
        self.room = room
        self.toolbox = toolbox
        self.individuals: list[Individual[TreeT]] = []

    def admit(self, newcomers: Iterable[Individual[TreeT]]) -> None:
        """Let the newcomers in, and the toolbox select who stays."""
        everyone = distinct([*self.individuals, *newcomers])
        self.individuals = everyone if len(everyone) <= self.room else self.toolbox.select(everyone, self.room)

    @property
    def cutoff(self) -> float:
        """The objective that a newcomer must reach to be of interest: that of the best quarter."""
        objectives = sorted(individual.candidate.objective for individual in self.individuals)
        return objectives[len(objectives) // 4] if objectives else float("inf")

    @property
    def best(self) -> list[Individual[TreeT]]:
        """The individuals, best first."""
        return sorted(self.individuals, key=lambda individual: individual.rank)


def distinct(individuals: Iterable[Individual[TreeT]]) -> list[Individual[TreeT]]:
    """The best individual of each language, best first; only those that fit the examples alike are compared."""
    kept: list[Individual[TreeT]] = []
    fits: dict[tuple[int, int, int], set[object]] = {}
    for individual in sorted(individuals, key=lambda individual: individual.rank):
        score = individual.candidate.score
        alike = fits.setdefault((score.distance, score.accepted, score.rejected), set())
        if individual.key not in alike:
            alike.add(individual.key)
            kept.append(individual)
    return kept
