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
from typing import Any, Final

import numpy as np

from dsl.charset import DIGITS, LOWER, UPPER, CharSet
from dsl.errors import ConstraintError
from dsl.expressions.expression import Chars, walk
from dsl.expressions.named import NAMED, scripts
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical, fingerprint
from dsl.grammars.edits.mutation import MAX_SIZE
from dsl.grammars.edits.rule_edits import grammar_edits, remove_alternative
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import GRAMMAR_BEAM_WIDTH
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Progress, State, Step
from searchers.scoring.objective import Objective

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
    candidate: Candidate[Grammar] = field(compare=False)
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

    def __init__(self, starts: Iterable[Grammar] = ()) -> None:
        self.starts = tuple(starts)
        self._offers: list[Grammar] = []

    def search(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Search from the starts on; `rng` is not drawn from. Raises ConstraintError when none is in the alphabet."""
        search = _Search(problem, objective, budget, self._offers)
        yield from search.begin(self.beginnings(problem))
        yield from search.go_on()

    def resume(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from a slice."""
        search = _Search(problem, objective, budget, self._offers)
        search.restore(state)
        yield from search.go_on()

    def offer(self, candidate: Candidate[Any]) -> None:
        """Let a grammar join the beam before the next slice."""
        if isinstance(candidate.language, Grammar):
            self._offers.append(candidate.language)

    def beginnings(self, problem: Problem) -> Iterable[Grammar]:
        """The grammars to start from."""
        return self.starts


class _Search:
    """A beam over all examples, or over a few of many: examples outside the best grammar then join the few."""

    def __init__(self, problem: Problem, objective: Objective[Grammar], budget: Budget, offers: list[Grammar]) -> None:
        self.problem = problem
        self.objective = objective
        self.budget = budget
        self.offers = offers
        many = len(problem.positives) > MAX_SCORED + SAMPLES * MORE_EXAMPLES
        self.samples = 1
        self.before = 0  # scored with earlier samples
        self._look_at(problem.sample(MAX_SCORED) if many else problem)

    def _look_at(self, few: Problem) -> None:
        self.few = few
        objective = self.objective.on(few)
        self.beam = _Beam(few, objective, self.budget)
        self.least = inf

    def begin(self, starts: Iterable[Grammar]) -> Iterator[Event]:
        """Admit the starts. Raises ConstraintError when none is in the alphabet."""
        for start in starts:
            yield from self._told(self.beam.admit_start(start))
        if not self.beam.places:
            raise ConstraintError("no starting grammar is within the alphabet", hint="allow more characters")
        yield Progress(self.scored, "neighbours")

    def go_on(self) -> Iterator[Event]:
        """Slice after slice, until the beam has nothing left or the budget is spent."""
        while not self.budget.spent:
            while self.offers:
                yield from self._told(self.beam.admit_start(self.offers.pop(0)))
            place = next((place for place in self.beam.places if not place.exhausted), None)
            if place is None:
                starts = self._look_again()
                if not starts:
                    return
                yield from self.begin(starts)
                continue
            yield from self._told(self.beam.expand(place))
            if self.budget.left <= 0:  # an unfinished slice is no step
                return
            self.budget.step()
            yield Progress(self.scored, "neighbours")
            yield Step(self.state)

    @property
    def scored(self) -> int:
        """Candidates scored so far."""
        return self.before + self.beam.scored

    def _told(self, found: Iterable[Candidate[Grammar]]) -> Iterator[Event]:
        """Tell of candidates; where only some examples are looked at, of improvements, scored on all."""
        for candidate in found:
            if self.few is self.problem:
                yield Improved(candidate)
            elif candidate.objective < self.least:
                self.least = candidate.objective
                yield Improved(self.objective.score(candidate.language))

    def _look_again(self) -> list[Grammar]:
        """Let examples outside the best grammar join the few; what to start from with them, nothing at the end."""
        outside = [text for text in self.problem.positives if not self.beam.best.accepts(text)]
        if self.few is self.problem or self.samples == SAMPLES:
            return []
        if len(outside) <= TOLERATED * len(self.problem.positives):
            return []
        starts = [place.candidate.language for place in self.beam.places]
        self.samples += 1
        self.before = self.scored
        self._look_at(self.few.with_positives(outside[:: 1 + len(outside) // MORE_EXAMPLES]))
        return starts

    def state(self) -> State:
        """The beam, what it has seen, and the examples that it looks at."""
        number = {text: index for index, text in enumerate(self.problem.positives)}
        values = {
            "few": None if self.few is self.problem else [number[text] for text in self.few.positives],
            "samples": self.samples,
            "before": self.before,
            "least": None if self.least == inf else self.least,
            "scored": self.beam.scored,
            "places": [[place.candidate.pattern, place.exhausted] for place in self.beam.places],
        }
        return State(values, {"seen": np.array(sorted(self.beam.seen), dtype=np.int64)})

    def restore(self, state: State) -> None:
        """Be where `state` was taken."""
        values = state.values
        if values["few"] is not None:
            few = self.problem.sample(MAX_SCORED)
            self._look_at(few.with_positives(self.problem.positives[index] for index in values["few"]))
        self.samples, self.before = values["samples"], values["before"]
        self.least = inf if values["least"] is None else values["least"]
        self.beam.restore(values["scored"], values["places"], state.arrays["seen"].tolist())


class _Beam:
    """The best grammars, with what is left of their neighbours, and everything that was seen."""

    def __init__(self, problem: Problem, objective: Objective[Grammar], budget: Budget) -> None:
        self.alphabet = problem.constraints.alphabet
        self.objective = objective
        self.budget = budget
        self.width = GRAMMAR_BEAM_WIDTH[budget.effort]
        self.sets = vocabulary(problem)
        self.places: list[_Place] = []
        self.seen: set[int] = set()
        self.scored = 0

    @property
    def best(self) -> Grammar:
        """The best grammar."""
        return self.places[0].candidate.language

    def restore(self, scored: int, places: Iterable[tuple[str, bool]], seen: Iterable[int]) -> None:
        """Be as it was: neighbours that were seen are not met again."""
        self.scored = scored
        self.seen.update(seen)
        for notation, exhausted in places:
            self._admit(Grammar.parse(notation), exhausted=exhausted)

    def admit_start(self, start: Grammar) -> Iterator[Candidate[Grammar]]:
        """Score a starting grammar, unless there is one already and the time is up."""
        mark = fingerprint(start.rules)
        if mark not in self.seen and is_within(start, self.alphabet) and not (self.places and self.budget.spent):
            self.seen.add(mark)
            self.scored += 1
            yield self._admit(start)

    def expand(self, place: _Place) -> Iterator[Candidate[Grammar]]:
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
    named = sorted((charset for charset in (*NAMED, *scripts()) if charset & seen and charset <= alphabet), key=_price)[
        :MAX_NAMED
    ]
    few = [charset for kind in (DIGITS, LOWER, UPPER) if len(charset := seen & kind) > 1]
    literals = [CharSet.of(character) for character, _ in frequency.most_common() if character in alphabet]
    return list(dict.fromkeys([*named, *few, *literals[:MAX_LITERALS]]))


def _price(charset: CharSet) -> float:
    return NAMED[charset] if charset in NAMED else scripts()[charset]
