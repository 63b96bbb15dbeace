"""The generations of a search, the same for every species.

A generation: on each island some individuals are chosen, those that were never looked around first; the others are
copies that mate or mutate. All of them are developed (Moscato 1989, memetic algorithms): of everything one edit away
the best become individuals, and the fittest survive. Now and then the best of an island move to the next one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, Generic

from dsl.errors import ConstraintError
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.evolve.individual import Individual, TreeT
from searchers.evolve.island import Island
from searchers.evolve.operators import global_random
from searchers.evolve.species import Species
from searchers.problem import Problem
from searchers.protocol import AnyCandidate, Event, Improved, Progress, State, Step
from searchers.samples import MAX_SCORED, MAX_WHOLE, SAMPLES, left_outside

ISLANDS: Final = {1: 2, 2: 3, 3: 4, 4: 6, 5: 8}  # by effort
ROOM: Final = {1: 8, 2: 12, 3: 16, 4: 24, 5: 40}  # individuals of an island, by effort
PATIENCE: Final = {1: 5, 2: 30, 3: 60, 4: 120, 5: 300}  # generations without improvement, by effort
CHILDREN: Final = 6  # of an island in a generation
DEVELOPED: Final = 3  # of them at most, individuals as they are
MATING: Final = 0.5  # share of the varied children that have two parents
MIGRATION: Final = 5  # generations
MIGRANTS: Final = 2


class Evolution(Generic[TreeT]):
    """The state of one search."""

    def __init__(
        self,
        problem: Problem,
        budget: Budget,
        rng: random.Random,
        make: Callable[[Problem], Species[TreeT]],
        offers: list[TreeT],
    ) -> None:
        self.problem = problem
        self.budget = budget
        self.rng = rng
        self.make = make
        self.whole = make(problem)
        self.few = problem if len(problem.positives) <= MAX_WHOLE else problem.sample(MAX_SCORED)
        self.samples = 1
        self._settle()
        self.best = float("inf")
        self.generations = 0
        self.stagnant = 0
        self.offers = offers

    def _settle(self) -> None:
        """Empty islands for the examples that are looked at."""
        self.species = self.whole if self.few is self.problem else self.make(self.few)
        room = ROOM[self.budget.effort]
        self.islands: list[Island[TreeT]] = [
            Island(room, self.species.toolbox) for _ in range(ISLANDS[self.budget.effort])
        ]

    # ------------------------------------------------------------------------------------------------ the search

    def begin(self, warm_start: bool) -> Iterator[Event]:
        """Deal the starts out to the islands. Raises ConstraintError when no start meets the constraints."""
        count = 0
        for tree in self.species.starts(warm_start):
            if (individual := self._born(tree)) is not None:
                yield from self._told(individual)
                self.islands[count % len(self.islands)].admit([individual])
                count += 1
            if self.budget.spent and count:
                return
        if not count:
            raise ConstraintError("no starting point meets the constraints", hint="relax them")
        self._migrate()
        yield Progress(self.scored, "generations")

    def go_on(self) -> Iterator[Event]:
        """Generation after generation, until nothing improves or the budget is spent."""
        while not self.budget.spent:
            if self.stagnant >= PATIENCE[self.budget.effort] and not self._look_again():
                return
            yield from self._generation()
            if self.budget.left <= 0:  # an unfinished generation is no step
                return
            self.budget.step()
            yield Progress(self.scored, "generations")
            yield Step(self.state)

    @property
    def scored(self) -> int:
        """Candidates scored so far."""
        return self.species.scored

    def _born(self, tree: TreeT) -> Individual[TreeT] | None:
        candidate = self.species.score(tree)
        if candidate is None:
            return None
        individual = Individual(tree_of(candidate), candidate)
        individual.fitness.values = self.species.toolbox.evaluate(individual)
        return individual

    def _told(self, individual: Individual[TreeT]) -> Iterator[Event]:
        """Tell of a candidate; where only some examples are looked at, of improvements, scored on all."""
        candidate = individual.candidate
        improves = candidate.objective < self.best
        if improves:
            self.best, self.stagnant = candidate.objective, 0
        if self.species is self.whole:
            yield Improved(candidate)
        elif improves and (scored := self.whole.score(individual.tree)) is not None:
            yield Improved(scored)

    def _generation(self) -> Iterator[Event]:
        self.generations += 1
        self.stagnant += 1
        yield from self._take_offers()
        if self.generations % MIGRATION == 0:
            self._migrate()
        with global_random(self.rng):
            children = [(island, child) for island in self.islands for child in self._children(island)]
        cutoffs = [island.cutoff for island, _ in children]
        broods = self.species.develop([child.tree for _, child in children], cutoffs)
        arrivals: dict[int, list[Individual[TreeT]]] = {}
        for (island, _), brood in zip(children, broods, strict=True):
            for tree in brood:
                if self.budget.left <= 0:
                    return
                if (individual := self._born(tree)) is not None:
                    yield from self._told(individual)
                    arrivals.setdefault(id(island), []).append(individual)
        with global_random(self.rng):
            for island in self.islands:
                island.admit(arrivals.get(id(island), []))

    def _children(self, island: Island[TreeT]) -> list[Individual[TreeT]]:
        """Individuals that were never looked around, and the children of others."""
        toolbox = self.species.toolbox
        children = [individual for individual in island.best if not individual.developed][:DEVELOPED]
        for individual in children:
            individual.developed = True
        while len(children) < CHILDREN:
            one = toolbox.parent(island.individuals, self.rng).twin()
            if self.rng.random() < MATING:
                one, _ = toolbox.mate(one, toolbox.parent(island.individuals, self.rng).twin())
            else:
                (one,) = toolbox.mutate(one)
            children.append(one)
        return children

    def _migrate(self) -> None:
        """The best of each island move on to the next."""
        leaving = [[individual.twin() for individual in island.best[:MIGRANTS]] for island in self.islands]
        with global_random(self.rng):
            for island, migrants in zip(self.islands, [leaving[-1], *leaving[:-1]], strict=True):
                island.admit(migrants)

    def _take_offers(self) -> Iterator[Event]:
        """Others' finds come to the islands in turn."""
        offers = list(self.offers)
        self.offers.clear()
        for number, tree in enumerate(offers):
            if (individual := self._born(tree)) is not None:
                yield from self._told(individual)
                self.islands[number % len(self.islands)].admit([individual])

    def _look_again(self) -> bool:
        """Let examples that the best does not accept join the few, if only a few are looked at."""
        best = min((island.best[0] for island in self.islands), key=lambda individual: individual.rank)
        if self.species is self.whole or self.samples == SAMPLES:
            return False
        outside = left_outside(self.problem, best.candidate.language)
        if not outside:
            return False
        self.samples += 1
        trees = [[individual.tree for individual in island.individuals] for island in self.islands]
        scored = self.scored
        self.few = self.few.with_positives(outside)
        self._settle()
        self.species.scored = scored
        self._populate([[(tree, False) for tree in population] for population in trees])
        self.best = min(island.best[0].candidate.objective for island in self.islands)
        self.stagnant = 0
        return True

    def _populate(self, populations: list[list[tuple[TreeT, bool]]]) -> None:
        for island, population in zip(self.islands, populations, strict=True):
            for tree, developed in population:
                if (individual := self._born(tree)) is not None:
                    individual.developed = developed
                    island.individuals.append(individual)

    # ------------------------------------------------------------------------------------------------- its state

    def state(self) -> State:
        """The populations, what the species remembers, and the counts."""
        species = self.species.state()
        values: dict[str, Any] = {
            "islands": [
                [(self.species.written(individual.tree), individual.developed) for individual in island.individuals]
                for island in self.islands
            ],
            "offers": [self.species.written(tree) for tree in self.offers],
            "best": self.best,
            "generations": self.generations,
            "stagnant": self.stagnant,
            "samples": self.samples,
            "examples": [] if self.few is self.problem else [list(self.few.positives), list(self.few.weights)],
            "species": species.values,
        }
        return State(values, species.arrays)

    def restore(self, state: State) -> None:
        """Be where the search was; fitness is computed anew."""
        values = state.values
        if values["examples"]:
            positives, weights = values["examples"]
            self.few = replace(self.problem, positives=tuple(positives), weights=tuple(weights))
        self._settle()
        read = self.species.read
        self._populate([[(read(written), developed) for written, developed in rows] for rows in values["islands"]])
        self.species.restore(State(values["species"], state.arrays))
        self.offers[:0] = [read(written) for written in values["offers"]]  # there may be newer ones
        self.best, self.samples = values["best"], values["samples"]
        self.generations, self.stagnant = values["generations"], values["stagnant"]


def tree_of(candidate: AnyCandidate) -> Any:  # noqa: ANN401 (a tree of the candidate's kind)
    """What evolves of a candidate."""
    return candidate.expression if isinstance(candidate, Candidate) else candidate.language
