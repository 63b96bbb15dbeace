"""Grammars from nested examples: the likeliest of several readings, mended until it rejects what it must."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, product
from math import inf
from operator import itemgetter
from typing import Final

from dsl.errors import LimitError, PatternError
from dsl.expressions.expression import Expression
from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all
from dsl.language import START
from searchers.active.learner import Teacher
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.oracle import Oracle
from searchers.portfolio.regexes import Auto
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Progress, State, Step
from searchers.scoring.flat_grammars import is_for_charts
from searchers.scoring.objective import Objective
from searchers.scoring.regexes import DescriptionLength
from searchers.starts.fallbacks import anything
from searchers.structure.candidate import DIVISIONS, Reading
from searchers.structure.elements import Elements
from searchers.structure.embedding import is_self_embedding
from searchers.structure.even_linear import mirror_bits, mirrored
from searchers.structure.merging.state_merging import merged_states
from searchers.structure.pairs import TOP, balanced_pairs
from searchers.structure.parts import Fitter, Part
from searchers.structure.tags import Tags
from searchers.structure.tokens import LEXERS

FITTED: Final = 10  # readings whose parts are searched, those that look best at a glance
JOINED: Final = 2  # readings whose classes are joined, the best ones
MAX_JOINED: Final = 9  # classes of a reading that are joined
MENDED: Final = 3  # readings that are mended with the negatives, the best ones
ROUNDS: Final = 30
MENDING: Final = 2.0  # when mending ends, in times of when it began: it seldom makes much better
PATIENCE: Final = 3  # rounds that make nothing better before mending ends
CHECKED: Final = 20  # strings of a grammar that are asked about
LEAST_RIGHT: Final = 0.5  # share of them that the oracle must agree with
ANSWERS: Final = 100  # answers of each kind that are read like examples
MAX_REGULAR: Final = 60.0  # seconds for reading the examples as a regular language, far more than it takes
REGULAR_SHARE: Final = 0.2
FLAT_BITS: Final = 25.0  # who asks for a grammar means nesting, though few examples show it
PRIVATE: Final = frozenset(map(chr, range(0xE000, 0xF900)))  # stand for parts of texts, so texts may not have them
IDIOM_BITS: Final = 1.0
READY_BITS: Final = 16.0  # more that a chain of operands may take, or an operand that stands alone
TAG_BITS: Final = 500.0  # tags that match in all examples leave no doubt
OUTSIDER_BITS: Final = 40.0  # and means all examples


class Nested:
    """Reads the examples in several ways, and mends the best readings with the negatives: all of it is one step."""

    name = "nested"
    proved = False

    def __init__(self, oracle: Oracle | None = None) -> None:
        self.oracle = oracle
        self._found: list[tuple[float, Candidate[Grammar]]] = []
        self._objective: Objective[Grammar] | None = None
        self._learned: Grammar | None = None

    @property
    def answer(self) -> Candidate[Grammar] | None:
        """The best by the objective, but for a preference for nesting and for all examples."""
        return min(self._found, key=itemgetter(0))[1] if self._found else None

    def search(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Grammars, better and better."""
        yield from self._search(problem, objective, budget, rng)
        if budget.left > 0:
            budget.step()
            yield Step(self._state)

    def resume(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Know the answer again; there is nothing more to read."""
        self._objective = objective
        self._found = [(state.values["rank"], objective.score(Grammar.parse(state.values["answer"])))]
        return iter(())

    def _state(self) -> State:
        rank, candidate = min(self._found, key=itemgetter(0))
        return State({"rank": rank, "answer": candidate.pattern})

    def _search(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        self._found = []
        self._objective = objective
        self._learned = None
        for grammar in [Grammar({START: anything(problem.positives)}), *problem.grammars]:
            yield from self._offer(grammar, problem, objective)
        if not is_for_charts(problem):
            yield from self._regular(problem, objective, budget, rng)
            return
        structured = is_structured(problem)
        if self.oracle is not None and structured:
            self.oracle.believe(problem.positives, problem.negatives)
            problem, objective, settled = yield from self._learn(self.oracle, problem, objective, budget, rng)
            if settled:
                return
        yield from self._regular(problem, objective, budget, rng)
        with suppress(LimitError):  # automata too large to be written
            for grammar in mirrored(problem.positives):
                # not by the objective, which discounts which character it is that stands opposite
                most = self._found[0][0] - mirror_bits(problem.positives)
                yield from self._offer(grammar, problem, objective, most=most)
            for grammar in self._automata(problem, budget):
                yield from self._offer(grammar, problem, objective)
        if structured:
            yield from self._read(problem, objective, budget)
        yield from self._reconsider(problem, objective, rng)

    def _reconsider(self, problem: Problem, objective: Objective[Grammar], rng: random.Random) -> Iterator[Event]:
        """Take what was learned after all when the oracle finds nothing better in the answer."""
        oracle, learned, answer = self.oracle, self._learned, self.answer
        if oracle is None or learned is None or answer is None:
            return
        right = _share_right(learned, oracle, rng)
        if right > 0 and right >= _share_right(answer.language, oracle, rng):
            best = min(rank for rank, _ in self._found)
            yield from self._offer(learned, problem, objective, most=best - IDIOM_BITS)

    def _automata(self, problem: Problem, budget: Budget) -> Iterator[Grammar]:
        return merged_states(problem.positives, problem.negatives, Budget(_regular_seconds(budget)))

    def _read(self, problem: Problem, objective: Objective[Grammar], budget: Budget) -> Iterator[Event]:
        """Readings of the examples: all at a glance, the best fitted, joined and mended."""
        fitter = Fitter(budget, max(1, budget.effort - 1))
        ranked: list[tuple[float, Reading]] = []
        seen: set[Grammar] = set()
        for reading in readings(problem):
            if budget.spent:
                break
            grammar = _written(reading, fitter.glance)
            if grammar is not None and grammar not in seen:
                seen.add(grammar)
                rank = yield from self._offer(grammar, problem, objective, bonus=_bonus(reading))
                ranked.append((rank, reading))
                yield Progress(len(ranked), "readings")
        best: dict[Reading, float] = {}
        for _, reading in sorted(ranked, key=itemgetter(0))[:FITTED]:
            for fit in (fitter.lenient, fitter.strict):
                if budget.spent:
                    break
                rank = yield from self._offer_reading(reading, fit, problem, objective)
                best[reading] = min(best.get(reading, inf), rank)
                yield Progress(len(ranked) + len(best), "readings")
        for reading in sorted(best, key=best.__getitem__)[:JOINED]:
            yield from self._join(reading, best[reading], best, fitter, problem, objective)
        if budget.seconds is not None:  # without a limit the same search gives the same result
            fitter.budget = replace(budget, seconds=min(budget.seconds, MENDING * budget.elapsed))
        for reading in sorted(best, key=best.__getitem__)[:MENDED]:
            stale = 0
            for _ in range(ROUNDS):
                if fitter.budget.spent or stale == PATIENCE or not mend(reading, fitter, problem):
                    break
                stale += 1
                for fit in (fitter.lenient, fitter.strict):
                    rank = yield from self._offer_reading(reading, fit, problem, objective)
                    if rank < best[reading]:
                        best[reading], stale = rank, 0

    def _join(
        self,
        reading: Reading,
        rank: float,
        best: dict[Reading, float],
        fitter: Fitter,
        problem: Problem,
        objective: Objective[Grammar],
    ) -> Iterator[Event]:
        """Join classes of tokens as long as that makes the grammar better: merging nonterminals, the best first."""
        while True:
            tried: dict[Reading, float] = {}
            for one, other in combinations(range(len(reading.classes)), 2):
                if fitter.budget.spent or len(reading.classes) > MAX_JOINED:
                    return
                twin = reading.joined(one, other)
                tried[twin] = yield from self._offer_reading(twin, fitter.strict, problem, objective)
                if reading.lone in (one, other) and tried[twin] <= rank + READY_BITS:
                    grammar = _written(twin, fitter.strict, idioms=True, chained=True)
                    if grammar is not None:
                        yield from self._offer(grammar, problem, objective, most=rank - 3 * IDIOM_BITS)
            if not tried or min(tried.values()) >= rank:
                return
            reading = min(tried, key=tried.__getitem__)
            rank = best[reading] = tried[reading]

    def _learn(
        self, oracle: Oracle, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random
    ) -> Generator[Event, None, tuple[Problem, Objective[Grammar], bool]]:
        """The problem with the answers of the oracle, and whether a grammar was learned that it agrees with."""
        elements = Elements.of(problem.positives) or Elements(())
        teacher = Teacher(
            [elements.encode(text) or text for text in problem.positives],
            lambda text: oracle(elements.decode(text)),
            rng,
            lambda: budget.left < budget.elapsed,
            elements.pairs,
        )
        for grammar in _taught(teacher, elements, problem):
            yield from self._offer(grammar, problem, objective)
            yield Progress(oracle.questions, "questions")
            if accepts_all(grammar, problem.positives).all():
                if _share_right(grammar, oracle, rng) >= LEAST_RIGHT:
                    self._found = [found for found in self._found if found[1].language == grammar]
                    return problem, objective, True
                self._learned = grammar
        answers = {elements.decode(text): answer for text, answer in teacher.answers.items()}
        known = problem.with_answers(_few(answers, True, rng), _few(answers, False, rng))
        objective = objective.on(known)
        earlier, self._found = self._found, []
        for _, candidate in earlier:
            yield from self._offer(candidate.language, known, objective)
        return known, objective, False

    def _rank(self, candidate: Candidate[Grammar], problem: Problem) -> float:
        flat = 0.0 if is_self_embedding(candidate.language) else FLAT_BITS
        return candidate.objective + flat + OUTSIDER_BITS * (problem.total - candidate.score.accepted)

    def _offer(
        self,
        grammar: Grammar,
        problem: Problem,
        objective: Objective[Grammar],
        *,
        bonus: float = 0.0,
        most: float = inf,
    ) -> Generator[Event, None, float]:
        """Score a grammar and remember it; its rank, which is `most` at most, infinite when it is too large."""
        try:
            candidate = objective.score(grammar)
        except LimitError:
            return inf
        rank = min(most, self._rank(candidate, problem) - bonus)
        # what is shown is about the examples alone
        if self._objective is not None and objective is not self._objective:
            candidate = self._objective.score(grammar)
        self._found.append((rank, candidate))
        yield Improved(candidate)
        return rank

    def _offer_reading(
        self, reading: Reading, fit: Callable[[Part], Expression], problem: Problem, objective: Objective[Grammar]
    ) -> Generator[Event, None, float]:
        """Offer the grammar of a reading, and those with idioms and chains, which win though they take more bits."""
        grammar = _written(reading, fit)
        if grammar is None:
            return inf
        rank = yield from self._offer(grammar, problem, objective, bonus=_bonus(reading))
        if rank == inf:
            return rank
        idiomatic, chained = _written(reading, fit, idioms=True), _written(reading, fit, chained=True)
        if idiomatic not in (None, grammar):
            yield from self._offer(idiomatic, problem, objective, most=rank - IDIOM_BITS)
        if chained in (None, grammar) or objective.total(chained, inf) > objective.total(grammar, inf) + READY_BITS:
            return rank
        both = _written(reading, fit, idioms=True, chained=True)
        if both is not None:
            yield from self._offer(both, problem, objective, most=rank - 2 * IDIOM_BITS)
        return rank

    def _regular(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """A regular language must come back as one: the regex search's answer, as a grammar of one rule."""
        share = replace(budget, seconds=budget.elapsed + _regular_seconds(budget))
        auto = Auto(evolving=False)
        found = Archive()
        for event in auto.search(problem, DescriptionLength(problem), share, rng):
            if isinstance(event, Improved):
                found.add(event.candidate)
        best = auto.answer or found.best
        if best is not None:
            yield from self._offer(Grammar(best.language.rules), problem, objective)


def _regular_seconds(budget: Budget) -> float:
    return min(MAX_REGULAR, REGULAR_SHARE * budget.left)


def _taught(teacher: Teacher, elements: Elements, problem: Problem) -> Iterator[Grammar]:
    """What to show the oracle: a mirrored language takes no questions, so the teacher only begins after that."""
    yield from mirrored(problem.positives)
    yield elements.decoded(teacher.learn())


def _share_right(grammar: Grammar, oracle: Oracle, rng: random.Random) -> float:
    """The share of strings drawn from a grammar that the oracle agrees with."""
    drawn = dict.fromkeys(grammar.sample(CHECKED, rng=rng))
    return sum(oracle(text) is True for text in drawn) / max(1, len(drawn))


def _bonus(reading: Reading) -> float:
    return TAG_BITS if reading.tags is not None else 0.0


def _few(answers: Mapping[str, bool], wanted: bool, rng: random.Random) -> list[str]:
    """Some of the texts with an answer, the shorter ones first."""
    texts = [text for text, answer in answers.items() if answer is wanted]
    return sorted(rng.sample(texts, min(ANSWERS, len(texts))), key=len)


def is_structured(problem: Problem) -> bool:
    """Whether the texts can be read in parts."""
    return not any(PRIVATE & set(text) for text in (*problem.positives, *problem.negatives))


def readings(problem: Problem) -> Iterator[Reading]:
    """All ways to read the examples: by tags; with and without pairs, by each lexer, with the levels alike or not."""
    tags = Tags.of(problem.positives)
    if tags is not None:
        kinds = {TOP: 0} | {number: number + 1 for number in range(len(tags.pairs))}
        for lexer, (division, spaced_out) in product(LEXERS, DIVISIONS):
            yield Reading(problem.positives, tags.pairs, lexer, kinds, division, spaced_out=spaced_out, tags=tags)
    found = balanced_pairs(problem.positives)
    for pairs in [found, [*found, *found], []] if found else [[]]:
        apart = {TOP: 0} | dict.fromkeys(range(len(pairs)), 1)
        alike = dict.fromkeys(apart, 0)
        for groups, lexer in product([alike, apart] if pairs else [alike], LEXERS):
            for division, spaced_out in DIVISIONS:
                yield Reading(problem.positives, pairs, lexer, groups, division, spaced_out=spaced_out)


def glances(problem: Problem, budget: Budget) -> Iterator[Grammar]:
    """The grammars of all readings, their parts looked at as little as may be; none of examples that cannot be read."""
    if is_structured(problem):
        fitter = Fitter(budget, 1)
        for reading in readings(problem):
            grammar = _written(reading, fitter.glance)
            if grammar is not None:
                yield grammar


def _written(
    reading: Reading, fit: Callable[[Part], Expression], *, idioms: bool = False, chained: bool = False
) -> Grammar | None:
    """The grammar of a reading; None where its parts leave out, as outliers, what all nesting ends with."""
    try:
        return reading.grammar(fit, idioms=idioms, chained=chained)
    except PatternError:
        return None


def mend(reading: Reading, fitter: Fitter, problem: Problem) -> bool:
    """Blame a part for each negative that is accepted. False when nothing is left to blame."""
    grammar = _written(reading, fitter.strict)
    if grammar is None:
        return False
    blamed = False
    for text, accepted in zip(problem.negatives, accepts_all(grammar, problem.negatives), strict=True):
        if fitter.budget.spent:
            break
        if accepted:
            suspects = [
                (part, inside)
                for part, inside in reading.parts_of(text) or ()
                if inside not in part.texts and inside not in part.rejects
            ]
            if suspects:
                part, inside = min(suspects, key=lambda suspect: _blame(fitter, *suspect))
                part.rejects.add(inside)
                blamed = True
    return blamed


def _blame(fitter: Fitter, part: Part, inside: str) -> tuple[bool, float]:
    """How dear it is for a part not to hold something."""
    trial = Part(part.texts, part.rejects | {inside})
    without = fitter.fit(trial).all
    return without.score.rejected < len(trial.rejects), without.objective - fitter.fit(part).all.objective
