"""Grammars as a space: they are scored one by one, and rules are named as they are met from the start on."""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from math import inf
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.errors import LimitError, PatternError
from dsl.expressions.expression import Expression
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical, fingerprint
from dsl.grammars.edits.mutation import crossover_grammars, mutate_grammar, some_edits
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import POLICY_READINGS, SLICES
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import Searcher, State
from searchers.scoring.objective import Objective
from searchers.scoring.prices import MARGINS
from searchers.spaces.beams.grammars import GrammarFrontier
from searchers.spaces.margin import Margin
from searchers.spaces.space import Paces, Sampling, Space
from searchers.spaces.vocabulary import is_within, vocabulary
from searchers.starts.flat import flat_starts
from searchers.structure.candidates import cheap_grammars, is_structured
from searchers.structure.even_linear import even_linear_grammars
from searchers.structure.search import Nested

if TYPE_CHECKING:
    from searchers.policy.spelling import Spelling, Tokens

MAX_SIZE: Final = 120  # nodes that the random operators make
KINDS: Final = 4  # of edits by which a child is developed
EACH: Final = 12  # edits of each kind
CHOSEN: Final = 2  # of what lies around a child, the best
PACE: Final = 4  # slices of the beam in a round, and steps of the policy
MARGIN: Final = Margin(bits=MARGINS.grammar, share=MARGINS.grammar_share, keeping=True)


class Grammars(Space[Grammar]):
    """Grammars for one problem."""

    language = Grammar
    beam = "grammar beam"
    sampling = Sampling(first=60, whole=120, joining=20, sparing=True)
    rolled = 30
    rollouts = 32
    recursive = True

    def __init__(self, problem: Problem, objective: Objective[Grammar]) -> None:
        super().__init__(problem, objective)
        self._seen: set[int] = set()

    @cached_property
    def sets(self) -> list[CharSet]:
        """The sets of characters that edits may use."""
        return vocabulary(self.problem)

    @staticmethod
    def tree(language: Grammar) -> Grammar:
        return language

    @staticmethod
    def whole(tree: Grammar) -> Grammar:
        return tree

    @staticmethod
    def of(rules: Mapping[str, Expression]) -> Grammar | None:
        try:
            return Grammar(rules)
        except PatternError:
            return None

    @staticmethod
    def key(tree: Grammar) -> Hashable:
        """What is written: whether two grammars have one language cannot be decided."""
        return tree.pattern

    def fallbacks(self) -> list[Grammar]:
        return [Grammar.of(expression) for expression in flat_starts(self.problem)]

    def starts(self, budget: Budget, rng: random.Random, warm_start: bool) -> Iterator[Grammar]:
        """Guesses, and readings without structure."""
        yield from self.problem.grammars
        yield from self.fallbacks()

    def more_starts(self, budget: Budget, rng: random.Random, warm_start: bool) -> Iterator[Grammar]:
        """Even linear languages, and cheap fits of candidate structures."""
        if warm_start and is_structured(self.problem):
            yield from even_linear_grammars(self.problem.positives)
            yield from cheap_grammars(self.problem, budget)

    def guides(self, budget: Budget, rng: random.Random) -> Iterator[Grammar]:
        """Guesses of the user, even linear languages, and cheap fits of some candidate structures."""
        yield from self.problem.grammars
        yield from even_linear_grammars(self.problem.positives)
        yield from islice(cheap_grammars(self.problem, budget), POLICY_READINGS[budget.effort])

    def score(self, tree: Grammar) -> Candidate[Grammar] | None:
        """The candidate; None for what is too large or outside the alphabet."""
        self.scored += 1
        if not is_within(tree, self.problem.constraints.alphabet):
            return None
        try:
            return self.objective.score(canonical(tree))
        except LimitError:
            return None

    @property
    def margin(self) -> Margin:
        """A shorter grammar is often a looser one."""
        return MARGIN

    @staticmethod
    def paces(effort: int) -> Paces:
        """Slices of the beam and steps of the policy take about as long."""
        return Paces(SLICES[effort], PACE, PACE)

    @staticmethod
    def reader(oracle: Oracle | None, regular: Callable[[], Searcher[Any]]) -> Nested:
        """Candidate structures are fitted to the examples before anyone searches."""
        return Nested(regular(), oracle)

    def frontier(self, budget: Budget) -> GrammarFrontier:
        return GrammarFrontier(self.problem, self.objective, self.sets, budget)

    def starts_again(
        self, kept: Sequence[Grammar], budget: Budget, rng: random.Random, warm_start: bool
    ) -> Sequence[Grammar]:
        """What the beam kept."""
        return kept

    def earlier(self, state: State) -> State:
        """Examples that are looked at were written as their numbers, and the beam beside them."""
        values = state.values
        if "search" in values:
            return state
        few = None
        if values["few"] is not None:
            positives = self.problem.positives
            sample = self.problem.sample(self.sampling.first).with_positives(positives[i] for i in values["few"])
            few = [sample.positives, sample.weights]
        new = {"few": few, "number": values["samples"], "scored": values["before"], "search": values}
        return State(new, state.arrays)

    def mate(self, one: Grammar, other: Grammar, rng: random.Random) -> tuple[Grammar, Grammar]:
        """Subtrees are swapped, with the rules that they need."""
        return crossover_grammars(one, other, rng, max_size=MAX_SIZE)

    def mutate(self, tree: Grammar, rng: random.Random) -> Grammar:
        """A token or a rule is edited."""
        return mutate_grammar(tree, rng, self.sets, max_size=MAX_SIZE) if self.sets else tree

    def develop(
        self, trees: Sequence[Grammar], cutoff: float, budget: Budget, rng: random.Random
    ) -> list[list[Grammar]]:
        """Some edits of each tree are scored."""
        return [self._brood(tree, cutoff, budget, rng) for tree in trees]

    def _brood(self, tree: Grammar, cutoff: float, budget: Budget, rng: random.Random) -> list[Grammar]:
        best: list[tuple[float, int, Grammar]] = []
        edited = (grammar for _ in range(KINDS) for grammar in some_edits(tree, rng, self.sets, EACH))
        for number, grammar in enumerate(chain([tree], edited)):
            if budget.spent:
                return []
            if (mark := fingerprint(grammar.rules)) in self._seen:
                continue
            self._seen.add(mark)
            self.scored += 1
            if (total := self.objective.total(grammar, cutoff)) < cutoff:
                insort(best, (total, number, grammar))
                del best[CHOSEN:]
                cutoff = min(cutoff, best[-1][0]) if len(best) == CHOSEN else cutoff
        return [grammar for _, _, grammar in best]

    def state(self) -> State:
        """The fingerprints of all grammars met."""
        return State({"scored": self.scored}, {"seen": np.array(sorted(self._seen), dtype=np.int64)})

    def restore(self, state: State) -> None:
        self._seen = set(state.arrays["seen"].tolist())
        self.scored = state.values["scored"]

    def totals(
        self, sequences: Sequence[Tokens], spelling: Spelling, cutoff: float, budget: Budget
    ) -> NDArray[np.float64] | None:
        """Totals of sequences, infinite above `cutoff` and for rules without strings; None when the time was up."""
        found = np.full(len(sequences), inf)
        for index, tokens in enumerate(sequences):
            if budget.left <= 0:
                return None
            grammar = self.of(spelling.read(tokens))
            if grammar is not None:
                found[index] = self.objective.total(grammar, cutoff)
        return found
