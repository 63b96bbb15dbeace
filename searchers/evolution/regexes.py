"""Regexes under evolution: compiled code looks at all single edits of every child of a generation at once."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from deap import base

from dsl.charset import CharSet
from dsl.expressions.edits import crossover, draw_expression, mutate
from dsl.expressions.expression import EPSILON, Expression
from dsl.expressions.notation import parse
from dsl.expressions.programs import Program, decode
from dsl.kernels.compilation.background import compile_meanwhile
from dsl.kernels.packing import Programs
from dsl.regex import Regex
from searchers.beam.neighbourhood import Neighbourhood
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.evolution.individual import Individual
from searchers.evolution.operators import completed
from searchers.evolution.seen import Seen
from searchers.problem import Problem
from searchers.protocol import State
from searchers.scoring.parallel import Scoring
from searchers.scoring.regexes import RegexObjective
from searchers.starts.fallbacks import fallbacks, is_admissible
from searchers.starts.simplification import without_redundant_alternatives
from searchers.starts.warm_starts import warm_starts

MAX_SIZE: Final = 60  # nodes that the random operators make
DRAWN: Final = 20  # random expressions to begin with
DRAWN_LEAVES: Final = 5
LOOKED_AT: Final = 10  # best neighbours of a child, which compete for becoming individuals
CHOSEN: Final = 2  # of them, the best and the winners of tournaments
TOURNAMENT: Final = 3
MAX_TOKENS: Final = 100_000  # of the neighbours of a child that are looked at
MAX_CLASSES: Final = 500  # beyond that the vocabulary begins anew


class Regexes:
    """Expressions of one problem."""

    def __init__(
        self,
        problem: Problem,
        objective: RegexObjective,
        budget: Budget,
        rng: random.Random,
        toolbox: base.Toolbox | None = None,
    ) -> None:
        self.problem = problem
        self.objective = objective
        self.budget = budget
        self.rng = rng
        self.scoring = Scoring(problem, objective, budget.workers)
        self.neighbourhood = Neighbourhood(problem)
        self.seen = Seen()
        self.toolbox = completed(toolbox, self.mate, self.mutate)

    @property
    def scored(self) -> int:
        """Candidates scored so far."""
        return self.scoring.scored

    @scored.setter
    def scored(self, count: int) -> None:
        self.scoring.scored = count

    def starts(self, warm_start: bool) -> Iterator[Expression]:
        """What costs nothing to find, then the warm starts, or random expressions instead."""
        compile_meanwhile()
        yield from fallbacks(self.problem)
        if warm_start:
            yield from warm_starts(self.problem, self.budget, self.rng)
        else:
            yield EPSILON
            for _ in range(DRAWN if self._sets else 0):
                yield draw_expression(self.rng, self._sets, self.rng.randint(1, DRAWN_LEAVES))

    def score(self, tree: Expression) -> Candidate[Regex] | None:
        """The candidate, without alternatives that others contain."""
        tree = without_redundant_alternatives(tree)
        if not is_admissible(tree, self.problem):
            return None
        self.scoring.scored += 1
        return self.objective.score(Regex(tree))

    def mate(
        self, one: Individual[Expression], other: Individual[Expression]
    ) -> tuple[Individual[Expression], Individual[Expression]]:
        """Subtrees are swapped."""
        one.tree, other.tree = crossover(one.tree, other.tree, self.rng, max_size=MAX_SIZE)
        return one, other

    def mutate(self, individual: Individual[Expression]) -> tuple[Individual[Expression]]:
        """A subtree or a token is edited."""
        if self._sets:
            individual.tree = mutate(individual.tree, self.rng, self._sets, max_size=MAX_SIZE)
        return (individual,)

    @property
    def _sets(self) -> list[CharSet]:
        return [self.neighbourhood.classes.sets[number] for number in self.neighbourhood.symbols]

    def develop(self, trees: Sequence[Expression], cutoffs: Sequence[float]) -> list[list[Expression]]:
        """All single edits of a tree are scored in one call."""
        if len(self.neighbourhood.classes) > MAX_CLASSES:
            self.neighbourhood, self.seen = Neighbourhood(self.problem), Seen()
        broods = []
        for tree in trees:  # all before the first is scored: the tables are made for all classes at once
            program = self.neighbourhood.encode(tree)
            around = self._stretch(self.neighbourhood.of(program))
            broods.append((program, self.seen.new(around.behind(program))))
        return [
            list(self._developed(program, brood, cutoff))
            for (program, brood), cutoff in zip(broods, cutoffs, strict=True)
        ]

    def _developed(self, program: Program, brood: Programs, cutoff: float) -> Iterator[Expression]:
        totals = self.scoring.totals(brood, self.neighbourhood.classes, cutoff, self.budget, near=program)
        best = np.argsort(totals, kind="stable")[:LOOKED_AT]
        for place in self._chosen(int(np.isfinite(totals[best]).sum())):
            yield decode(brood.program(best[place]), self.neighbourhood.classes)

    def _stretch(self, programs: Programs) -> Programs:
        """All programs, or where they are long as many as there is room for from a random place on."""
        room = MAX_TOKENS * programs.count // max(1, len(programs.tokens))
        start = self.rng.randrange(programs.count - room + 1) if room < programs.count else 0
        return programs.block(start, start + room)

    def _chosen(self, count: int) -> list[int]:
        """Places among `count` neighbours, best first: the first, and the winners of tournaments."""
        drawn = [min(self.rng.randrange(count) for _ in range(TOURNAMENT)) for _ in range(1, min(CHOSEN, count))]
        return sorted({*range(min(count, 1)), *drawn})

    def written(self, tree: Expression) -> str:
        """Python's `re` syntax."""
        return str(tree)

    def read(self, notation: str) -> Expression:
        """The expression of a pattern."""
        return parse(notation)

    def state(self) -> State:
        """The vocabulary, which numbers the classes, and the digests of all programs met."""
        classes = self.neighbourhood.classes_to_json()
        return State({"classes": classes, "scored": self.scored}, {"seen": self.seen.digests})

    def restore(self, state: State) -> None:
        """Number the classes as they were."""
        self.neighbourhood.restore_classes(state.values["classes"])
        self.seen = Seen(state.arrays["seen"].astype(np.uint64))
        self.scored = state.values["scored"]
