"""Beam search over grammars: from given grammars to the best of their edits, and theirs.

Candidates are ranked by the objective alone. Rules are renamed as they are met from `start` on, and grammars told apart
by what is then written.
"""

from __future__ import annotations

import random
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Final

from dsl.canonical import canonical, fingerprint
from dsl.charset import DIGITS, LOWER, UPPER, CharSet
from dsl.errors import ConstraintError
from dsl.expression import Chars, walk
from dsl.grammar import Grammar
from dsl.grammar_edits import MAX_SIZE, grammar_edits, remove_alternative
from dsl.named import NAMED, scripts
from searchers.budget import Budget
from searchers.grammar_candidate import GrammarCandidate
from searchers.grammar_objective import GrammarObjective
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Progress

WIDTHS: Final = {1: 4, 2: 10, 3: 20, 4: 50, 5: 150}  # by effort
MAX_LITERALS: Final = 16  # that edits bring in
MAX_NAMED: Final = 6
MAX_SCORED: Final = 60  # distinct examples in the first sample of many
SAMPLES: Final = 3
MORE_EXAMPLES: Final = 20  # examples outside the language that join the sample
TOLERATED: Final = 0.002  # share of the examples that may stay outside without another look
SLICE: Final = 400  # neighbours between two looks at which candidate is the best


@dataclass(order=True)
class _Place:
    """A candidate in the beam, ordered by objective, then size, then notation."""

    rank: tuple[float, int, str]
    candidate: GrammarCandidate = field(compare=False)
    neighbours: Iterator[Grammar] = field(compare=False)
    exhausted: bool = field(default=False, compare=False)


class GrammarBeam:
    """Width grows with the budget's effort; the search ends when the neighbours of the whole beam were scored.

    A step is a slice of the neighbours of the best candidate that has some left: what is better than it is turned to at
    once (first improvement), and the others wait.
    """

    name = "grammar beam"
    proved = False
    answer = None

    def __init__(self, starts: Iterable[Grammar]) -> None:
        self.starts = tuple(starts)

    def search(
        self, problem: Problem, objective: GrammarObjective, budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Search from the starts on; `rng` is not drawn from. Raises ConstraintError when none is in the alphabet."""
        if len(problem.positives) > MAX_SCORED + SAMPLES * MORE_EXAMPLES:
            yield from self._search_samples(problem, objective, budget)
        else:
            yield from _search(self.starts, problem, objective, budget)

    def _search_samples(self, problem: Problem, objective: GrammarObjective, budget: Budget) -> Iterator[Event]:
        """Search with a few of many examples; what improves is scored on all, and examples outside join the few."""
        few, starts = problem.sample(MAX_SCORED), self.starts
        scored = latest = 0
        for _ in range(SAMPLES):
            best: GrammarCandidate | None = None
            for event in _search(starts, few, type(objective)(few), budget):
                match event:
                    case Improved(candidate) if best is None or candidate.objective < best.objective:
                        best = candidate  # type: ignore[assignment]
                        yield Improved(objective.score(candidate.language))  # type: ignore[arg-type]
                    case Progress(candidates, stage):
                        latest = scored + candidates
                        yield Progress(latest, stage)
            scored = latest
            if best is None or budget.spent:
                return
            outside = [text for text in problem.positives if not best.language.accepts(text)]
            if len(outside) <= TOLERATED * len(problem.positives):
                return
            few, starts = few.with_positives(outside[:: 1 + len(outside) // MORE_EXAMPLES]), (best.language, *starts)


def _search(
    starts: Iterable[Grammar], problem: Problem, objective: GrammarObjective, budget: Budget
) -> Iterator[Event]:
    run = _Run(problem, objective, budget)
    for start in starts:
        yield from run.admit_start(start)
    if not run.beam:
        raise ConstraintError("no starting grammar is within the alphabet", hint="allow more characters")
    yield Progress(run.scored, "neighbours")
    while (place := next((place for place in run.beam if not place.exhausted), None)) and not budget.spent:
        yield from run.expand(place)
        budget.step()
        yield Progress(run.scored, "neighbours")


class _Run:
    """The beam of one search, and everything it has seen."""

    def __init__(self, problem: Problem, objective: GrammarObjective, budget: Budget) -> None:
        self.alphabet = problem.constraints.alphabet
        self.objective = objective
        self.budget = budget
        self.width = WIDTHS[budget.effort]
        self.sets = vocabulary(problem)
        self.beam: list[_Place] = []
        self.seen: set[int] = set()
        self.scored = 0

    def admit_start(self, start: Grammar) -> Iterator[Event]:
        """Score a starting grammar, unless there is one already and the time is up."""
        mark = fingerprint(start.rules)
        if mark not in self.seen and is_within(start, self.alphabet) and not (self.beam and self.budget.spent):
            self.seen.add(mark)
            self.scored += 1
            yield self._admit(start)

    def expand(self, place: _Place) -> Iterator[Event]:
        """Score a slice of the neighbours of a candidate, and admit those that belong into the beam."""
        place.exhausted = True
        for count, neighbour in enumerate(place.neighbours, 1):
            if self._is_better(neighbour, self._cutoff()):
                yield from self._admit_new(neighbour)
            if self.budget.spent or count == SLICE:
                place.exhausted = False
                return

    def _admit_new(self, neighbour: Grammar) -> Iterator[Event]:
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
        return self.beam[-1].candidate.objective if len(self.beam) == self.width else inf

    def _admit(self, grammar: Grammar) -> Event:
        candidate = self.objective.score(canonical(grammar))
        neighbours = grammar_edits(candidate.language, self.sets, self.seen)
        insort(self.beam, _Place((candidate.objective, candidate.size, candidate.pattern), candidate, neighbours))
        del self.beam[self.width :]
        return Improved(candidate)


def is_within(grammar: Grammar, alphabet: CharSet) -> bool:
    """Whether a grammar uses characters of `alphabet` alone."""
    leaves = (node for expression in grammar.rules.values() for node in walk(expression) if isinstance(node, Chars))
    return all(leaf.set <= alphabet for leaf in leaves)


def vocabulary(problem: Problem) -> list[CharSet]:
    """The sets that edits bring in: the commonest named classes and characters of the examples."""
    alphabet = problem.constraints.alphabet
    frequency: Counter[str] = Counter()
    for text, times in zip(problem.positives, problem.weights, strict=True):
        frequency.update(dict.fromkeys(text, times))
    seen = CharSet.of(frequency) & alphabet
    named = sorted((set for set in (*NAMED, *scripts()) if set & seen and set <= alphabet), key=_price)[:MAX_NAMED]
    few = [set for kind in (DIGITS, LOWER, UPPER) if len(set := seen & kind) > 1]
    literals = [CharSet.of(character) for character, _ in frequency.most_common() if character in alphabet]
    return list(dict.fromkeys([*named, *few, *literals[:MAX_LITERALS]]))


def _price(set: CharSet) -> float:
    return NAMED[set] if set in NAMED else scripts()[set]
