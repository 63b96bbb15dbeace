"""A beam of grammars: the neighbours of the best are scored in slices, and what is better is turned to at once."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

import numpy as np

from dsl.charset import CharSet
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical, fingerprint
from dsl.grammars.edits.mutation import MAX_SIZE
from dsl.grammars.edits.rule_edits import grammar_edits, remove_alternative
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import GRAMMAR_BEAM_WIDTH
from searchers.problem import Problem
from searchers.protocol import State
from searchers.scoring.objective import Objective
from searchers.spaces.space import Work
from searchers.spaces.vocabulary import is_within

SLICE: Final = 400  # neighbours between two looks at which candidate is the best


@dataclass(order=True)
class _Place:
    """A candidate in the beam, ordered by objective, then size, then notation."""

    rank: tuple[float, int, str]
    candidate: Candidate[Grammar] = field(compare=False)
    neighbours: Iterator[Grammar] = field(compare=False)
    exhausted: bool = field(default=False, compare=False)


class GrammarFrontier:
    """The best grammars, with what is left of their neighbours, and everything that was seen."""

    def __init__(
        self, problem: Problem, objective: Objective[Grammar], sets: Sequence[CharSet], budget: Budget
    ) -> None:
        self.alphabet = problem.constraints.alphabet
        self.objective = objective
        self.sets = sets
        self.budget = budget
        self.width = GRAMMAR_BEAM_WIDTH[budget.effort]
        self.places: list[_Place] = []
        self.seen: set[int] = set()
        self.scored = 0

    @property
    def best(self) -> Candidate[Grammar] | None:
        """The best grammar, the smallest of equals."""
        return self.places[0].candidate if self.places else None

    @property
    def trees(self) -> list[Grammar]:
        """The grammars of the beam, the best first."""
        return [place.candidate.language for place in self.places]

    def admit(self, tree: Grammar) -> Iterator[Candidate[Grammar]]:
        """Score a grammar from elsewhere, unless there is one already and the time is up."""
        mark = fingerprint(tree.rules)
        if mark not in self.seen and is_within(tree, self.alphabet) and not (self.places and self.budget.spent):
            self.seen.add(mark)
            self.scored += 1
            yield self._admit(tree)

    def begin(self) -> Work | None:
        """A slice of the neighbours of the best grammar that has some left."""
        place = next((place for place in self.places if not place.exhausted), None)
        return None if place is None else Work(1, self._expanded(place), is_elsewhere=False)

    def _expanded(self, place: _Place) -> Iterator[Candidate[Grammar]]:
        """Score a slice of the neighbours of a candidate, and admit those that belong into the beam."""
        place.exhausted = True
        for count, neighbour in enumerate(place.neighbours, 1):
            if self._is_better(neighbour, self._cutoff()):
                yield from self._admit_new(neighbour)
            if self.budget.spent or count == SLICE:
                place.exhausted = False
                return

    def _admit_new(self, neighbour: Grammar) -> Iterator[Candidate[Grammar]]:
        pruned = self._pruned(neighbour)
        mark = fingerprint(pruned.rules)
        if pruned is neighbour or mark not in self.seen:
            self.seen.add(mark)
            yield self._admit(pruned)

    def _pruned(self, grammar: Grammar) -> Grammar:
        """The grammar without the alternatives that cost more than they are worth, as those that others cover."""
        total = self.objective.total(grammar, inf)
        for smaller in remove_alternative(grammar):
            if self._is_better(smaller, total) and not self.budget.spent:
                return self._pruned(smaller)
        return grammar

    def _is_better(self, grammar: Grammar, cutoff: float) -> bool:
        if grammar.size > MAX_SIZE:
            return False
        self.scored += 1
        return self.objective.total(grammar, cutoff) < cutoff

    def _cutoff(self) -> float:
        return self.places[-1].candidate.objective if len(self.places) == self.width else inf

    def _admit(self, grammar: Grammar, *, exhausted: bool = False) -> Candidate[Grammar]:
        candidate = self.objective.score(canonical(grammar))
        neighbours = grammar_edits(candidate.language, self.sets, self.seen)
        rank = (candidate.objective, candidate.size, candidate.pattern)
        insort(self.places, _Place(rank, candidate, neighbours, exhausted))
        del self.places[self.width :]
        return candidate

    def state(self) -> State:
        """The beam, and what it has seen."""
        places = [[place.candidate.pattern, place.exhausted] for place in self.places]
        return State({"scored": self.scored, "places": places}, {"seen": np.array(sorted(self.seen), dtype=np.int64)})

    def restore(self, state: State) -> None:
        """Be where `state` was taken: neighbours that were seen are not met again."""
        self.scored = state.values["scored"]
        self.seen.update(state.arrays["seen"].tolist())
        for notation, exhausted in state.values["places"]:
            self._admit(Grammar.parse(notation), exhausted=exhausted)
