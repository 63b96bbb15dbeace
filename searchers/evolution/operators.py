"""The operators of evolution in DEAP's toolbox, any of which a user may register anew (docs/evolution.md).

What draws from Python's global `random`, as DEAP's own tools do, is reproducible: the search seeds it for them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from deap import base, tools

from searchers.evolution.individual import Individual
from searchers.spaces.space import Space, TreeT

TOURNAMENT: Final = 2
ELITE: Final = 0.5  # of the survivors, the share that is chosen by the objective alone


def evaluate(individual: Individual[TreeT]) -> tuple[float, float, float]:
    """Distance, size and objective: what is left of -L - λ|r| when it is not summed."""
    candidate = individual.candidate
    return float(candidate.distance), float(candidate.size), candidate.objective


def select(individuals: Sequence[Individual[TreeT]], k: int) -> list[Individual[TreeT]]:
    """The best by the objective, and of the others the best by NSGA-II (Deb et al. 2002), which keeps them apart."""
    ranked = sorted(individuals, key=lambda individual: individual.rank)
    elite = ranked[: max(1, round(ELITE * k))]
    others = ranked[len(elite) :]
    return elite + tools.selNSGA2(others, min(k - len(elite), len(others))) if others else elite


def parent(individuals: Sequence[Individual[TreeT]], rng: random.Random) -> Individual[TreeT]:
    """The winner of a small tournament by the objective."""
    drawn = [rng.choice(individuals) for _ in range(TOURNAMENT)]
    return min(drawn, key=lambda individual: individual.rank)


def toolbox_of(space: Space[TreeT], rng: random.Random, own: base.Toolbox | None) -> base.Toolbox:
    """The operators: trees mate and mutate as their space says, where the user's `own` toolbox says nothing else."""

    def mate(one: Individual[TreeT], other: Individual[TreeT]) -> tuple[Individual[TreeT], Individual[TreeT]]:
        one.tree, other.tree = space.mate(one.tree, other.tree, rng)
        return one, other

    def mutate(individual: Individual[TreeT]) -> tuple[Individual[TreeT]]:
        individual.tree = space.mutate(individual.tree, rng)
        return (individual,)

    toolbox = base.Toolbox()
    for operator in (mate, mutate, evaluate, select, parent):
        toolbox.register(operator.__name__, getattr(own, operator.__name__, operator))
    return toolbox


@contextmanager
def global_random(rng: random.Random) -> Iterator[None]:
    """Python's global random numbers follow from `rng` within, and go on as they were behind."""
    before = random.getstate()
    random.seed(rng.getrandbits(64))
    try:
        yield
    finally:
        random.setstate(before)
