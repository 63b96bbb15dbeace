"""Grammars under evolution: random edits of every child of a generation are scored one by one."""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np
from deap import base

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical, fingerprint
from dsl.grammars.edits.mutation import crossover_grammars, mutate_grammar, some_edits
from dsl.language import START
from searchers.beam.flat_beam import flat_starts
from searchers.beam.grammars import is_within, vocabulary
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.evolution.individual import Individual
from searchers.evolution.operators import completed
from searchers.problem import Problem
from searchers.protocol import State
from searchers.scoring.objective import Objective
from searchers.structure.candidates import cheap_grammars, is_structured
from searchers.structure.even_linear import even_linear_grammars

MAX_SIZE: Final = 120  # nodes that the random operators make
KINDS: Final = 4  # of edits by which a child is developed
EACH: Final = 12  # edits of each kind
CHOSEN: Final = 2  # of what lies around a child, the best


class Grammars:
    """Grammars of one problem, their rules named as they are met."""

    def __init__(
        self,
        problem: Problem,
        objective: Objective[Grammar],
        budget: Budget,
        rng: random.Random,
        toolbox: base.Toolbox | None = None,
    ) -> None:
        self.problem = problem
        self.objective = objective
        self.budget = budget
        self.rng = rng
        self.sets = vocabulary(problem)
        self.seen: set[int] = set()
        self.scored = 0
        self.toolbox = completed(toolbox, self.mate, self.mutate)

    def starts(self, warm_start: bool) -> Iterator[Grammar]:
        """Guesses, readings without structure, and the warm starts: even linear grammars, and cheap fits."""
        yield from self.problem.grammars
        for expression in flat_starts(self.problem):
            yield Grammar({START: expression})
        if warm_start and is_structured(self.problem):
            yield from even_linear_grammars(self.problem.positives)
            yield from cheap_grammars(self.problem, self.budget)

    def score(self, tree: Grammar) -> Candidate[Grammar] | None:
        """The candidate; None for what is too large or outside the alphabet."""
        self.scored += 1
        if not is_within(tree, self.problem.constraints.alphabet):
            return None
        try:
            return self.objective.score(canonical(tree))
        except LimitError:
            return None

    def mate(
        self, one: Individual[Grammar], other: Individual[Grammar]
    ) -> tuple[Individual[Grammar], Individual[Grammar]]:
        """Subtrees are swapped, with the rules that they need."""
        one.tree, other.tree = crossover_grammars(one.tree, other.tree, self.rng, max_size=MAX_SIZE)
        return one, other

    def mutate(self, individual: Individual[Grammar]) -> tuple[Individual[Grammar]]:
        """A token or a rule is edited."""
        if self.sets:
            individual.tree = mutate_grammar(individual.tree, self.rng, self.sets, max_size=MAX_SIZE)
        return (individual,)

    def develop(self, trees: Sequence[Grammar], cutoffs: Sequence[float]) -> list[list[Grammar]]:
        """Some edits of each tree are scored."""
        return [self._brood(tree, max(cutoffs)) for tree in trees]  # there are few: what any island takes is welcome

    def _brood(self, tree: Grammar, cutoff: float) -> list[Grammar]:
        best: list[tuple[float, int, Grammar]] = []
        edited = (grammar for _ in range(KINDS) for grammar in some_edits(tree, self.rng, self.sets, EACH))
        for number, grammar in enumerate(chain([tree], edited)):
            if self.budget.spent:
                return []
            if (mark := fingerprint(grammar.rules)) in self.seen:
                continue
            self.seen.add(mark)
            self.scored += 1
            if (total := self.objective.total(grammar, cutoff)) < cutoff:
                insort(best, (total, number, grammar))
                del best[CHOSEN:]
                cutoff = min(cutoff, best[-1][0]) if len(best) == CHOSEN else cutoff
        return [grammar for _, _, grammar in best]

    def written(self, tree: Grammar) -> str:
        """Lark's notation."""
        return tree.pattern

    def read(self, notation: str) -> Grammar:
        """The grammar of a text."""
        return Grammar.parse(notation)

    def state(self) -> State:
        """The fingerprints of all grammars met."""
        return State({"scored": self.scored}, {"seen": np.array(sorted(self.seen), dtype=np.int64)})

    def restore(self, state: State) -> None:
        """Know them again."""
        self.seen = set(state.arrays["seen"].tolist())
        self.scored = state.values["scored"]
