"""The epochs of a search, the same for every space (docs/evolution.md).

An island begins its next epoch when it and the island before it have ended one, not when all have: there is always
work for who has none. What is told, and in which order, is the same wherever, and whenever, the epochs are lived.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from deap import base

from dsl.errors import ConstraintError
from dsl.language import Language
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import EVOLUTION_PATIENCE, ISLANDS
from searchers.evolution.epoch import Epoch, Inhabitant, Outcome, Population, Setting, live, rank
from searchers.protocol import Begun, Event, Improved, Progress, State, Step
from searchers.samples import Sample
from searchers.spaces.space import Sampling, Space

MIGRANTS: Final = 2
SAMPLING: Final = Sampling(first=150, whole=390, joining=40)


class Evolution:
    """The state of one search; a step is an epoch of all islands."""

    def __init__(
        self,
        space: Space[Any],
        budget: Budget,
        rng: random.Random,
        toolbox: base.Toolbox | None,
        offers: list[Language],
    ) -> None:
        self.budget = budget
        self.rng = rng
        self.toolbox = toolbox
        self.seed = rng.getrandbits(64)
        self.sample = Sample(space, SAMPLING)
        self._settle()
        self.scored = 0
        self.best = float("inf")
        self.epochs = 0
        self.stagnant = 0
        self.offers = offers

    def _settle(self) -> None:
        """Empty islands for the examples that are looked at."""
        self.space = self.sample.few
        self.setting = Setting(self.space, self.toolbox)
        self.islands = [Population([]) for _ in range(ISLANDS[self.budget.effort])]
        self.joining: list[list[Inhabitant]] = [[] for _ in self.islands]
        self.begun: dict[int, Iterator[Outcome]] = {}

    # ------------------------------------------------------------------------------------------------ the search

    def begin(self, warm_start: bool) -> Iterator[Event]:
        """Deal the starts out to the islands. Raises ConstraintError when no start meets the constraints."""
        starts: list[Inhabitant] = []
        given = self.budget, self.rng, warm_start
        for tree in chain(self.space.starts(*given), self.space.more_starts(*given)):
            if (candidate := self._scored(tree)) is not None:
                yield from self._told(candidate)
                starts.append((candidate, False))
            if self.budget.spent and starts:
                break
        if not starts:
            raise ConstraintError("no starting point meets the constraints", hint="relax them")
        many = len(self.islands)
        self.islands = [Population(starts[number::many] or starts[:1]) for number in range(many)]
        yield Progress(self.scored, "generations")

    def go_on(self) -> Iterator[Event]:
        """Epoch after epoch, until nothing improves or the budget is spent."""
        while not self.budget.spent:
            yield from self._take_offers()
            if self.stagnant >= EVOLUTION_PATIENCE[self.budget.effort] and not self._look_again():
                return
            self.epochs += 1
            self.stagnant += 1
            for number in range(len(self.islands)):
                self._begin(number, self.epochs)
            yield Begun()
            for number in range(len(self.islands)):
                outcome = next(self.begun.pop(number), None)
                if outcome is None:
                    return
                self.scored += outcome.scored
                for candidate in outcome.found:
                    yield from self._told(candidate)
                yield Progress(self.scored, "generations")
                if not outcome.is_whole:  # an unfinished epoch is no step
                    return
                self._settled(number, outcome.population)
            self.budget.step()
            yield Step(self.state)

    def _begin(self, number: int, epoch: int) -> None:
        """Begin an epoch of an island, unless that was done ahead of time."""
        if number not in self.begun:
            leaving = sorted(self.islands[number - 1].inhabitants, key=rank)[:MIGRANTS]
            arrivals, self.joining[number] = [*self.joining[number], *leaving], []
            task = Epoch(self.islands[number], arrivals, f"{self.seed} {epoch} {number}")
            self.begun[number] = self.budget.pool.run(live, self.setting, [task], self.budget)

    def _settled(self, number: int, population: Population) -> None:
        """An island has ended an epoch: those that waited for it begin the next one."""
        self.islands[number] = population
        if self.budget.steps is not None and self.budget.taken + 1 >= self.budget.steps:
            return
        if number > 0:
            self._begin(number, self.epochs + 1)
        if number == len(self.islands) - 1:
            self._begin(0, self.epochs + 1)

    def _scored(self, tree: Any) -> Candidate[Any] | None:  # noqa: ANN401 (of the space)
        before = self.space.scored
        candidate = self.space.score(tree)
        self.scored += self.space.scored - before
        return candidate

    def _told(self, candidate: Candidate[Any]) -> Iterator[Event]:
        """Tell of a candidate; where only some examples are looked at, of improvements, scored on all."""
        improves = candidate.objective < self.best
        if improves:
            self.best, self.stagnant = candidate.objective, 0
        if self.sample.is_whole:
            yield Improved(candidate)
        elif improves and (scored := self.sample.whole.score(self.space.tree(candidate.language))) is not None:
            yield Improved(scored)

    def _take_offers(self) -> Iterator[Event]:
        """Others' finds come to one island, the others go their own way; what was begun without them is begun again."""
        if self.offers:
            self.begun.pop(0, None)
        while self.offers:
            if (candidate := self._scored(self.space.tree(self.offers.pop(0)))) is not None:
                yield from self._told(candidate)
                self.joining[0].append((candidate, False))

    def _look_again(self) -> bool:
        """Let examples that the best does not accept join the few, if only a few are looked at."""
        best, _ = min((one for island in self.islands for one in island.inhabitants), key=rank)
        if not self.sample.grow(best.language):
            return False
        candidates = [
            [candidate for candidate, _ in (*island.inhabitants, *joining)]
            for island, joining in zip(self.islands, self.joining, strict=True)
        ]
        self._settle()
        scored = [[self._scored(self.space.tree(one.language)) for one in population] for population in candidates]
        self.islands = [Population([(one, False) for one in population if one is not None]) for population in scored]
        self.best = min(one.objective for island in self.islands for one, _ in island.inhabitants)
        self.stagnant = 0
        return True

    # ------------------------------------------------------------------------------------------------- its state

    def state(self) -> State:
        """The populations, what each remembers, and the counts."""
        memories = [island.memory or State({}) for island in self.islands]
        values: dict[str, Any] = {
            "islands": [
                [(candidate.pattern, developed) for candidate, developed in island.inhabitants]
                for island in self.islands
            ],
            "memories": [memory.values for memory in memories],
            "offers": [language.pattern for language in self.offers],
            "seed": self.seed,
            "scored": self.scored,
            "best": self.best,
            "epochs": self.epochs,
            "stagnant": self.stagnant,
            "samples": self.sample.number,
            "examples": self.sample.to_json() or [],
        }
        arrays = {
            f"{number}.{name}": array for number, memory in enumerate(memories) for name, array in memory.arrays.items()
        }
        return State(values, arrays)

    def restore(self, state: State) -> None:
        """Be where the search was; candidates are scored anew."""
        values = state.values
        if values["examples"]:
            self.sample.restore(values["samples"], *values["examples"])
        self._settle()
        parse = self.space.language.parse
        for number, (rows, memory) in enumerate(zip(values["islands"], values["memories"], strict=True)):
            scored = [(self.space.score(self.space.tree(parse(written))), developed) for written, developed in rows]
            inhabitants = [(candidate, developed) for candidate, developed in scored if candidate is not None]
            start = f"{number}."
            arrays = {name.removeprefix(start): array for name, array in state.arrays.items() if name.startswith(start)}
            self.islands[number] = Population(inhabitants, State(memory, arrays))
        self.offers[:0] = map(parse, values["offers"])  # there may be newer ones
        self.seed, self.scored, self.best = values["seed"], values["scored"], values["best"]
        self.epochs, self.stagnant = values["epochs"], values["stagnant"]
