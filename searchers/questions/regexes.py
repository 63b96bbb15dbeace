"""Regular expressions as rivals: compiled code scores all edits of one, automata tell two apart."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.charset import ANY_BUT_NEWLINE, CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Expression, Repeat, children
from dsl.expressions.programs import ClassTable, Program, decode, encode
from dsl.kernels.packing import pack
from dsl.language import START, Language
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.questions.hypotheses import hypotheses, price
from searchers.questions.pieces import containing, listed, with_kind
from searchers.questions.readings import readings
from searchers.questions.rivals import Rival, Rivals
from searchers.questions.seen import Seen
from searchers.questions.small_alphabets import short_strings, small_alphabet, small_expressions, within
from searchers.scoring.regexes import RegexObjective
from searchers.spaces.neighbourhood import Neighbourhood
from searchers.starts.fallbacks import is_admissible

SCORED: Final = 400_000  # characters of examples times edits: some tenths of a second
KEPT: Final = 150  # of the edits of one expression, the cheapest
MOST_EXAMPLES: Final = 25  # that are scored: of more, differences between candidates say more than they are worth
FEWER_EXAMPLES: Final = 8  # over two characters, where people list short strings one after the other
TEMPERED: Final = 0.5  # of the bits where all that is small is there: which of two is shorter says less
MOST_OTHERS: Final = 200  # examples that are only asked for
READ: Final = 12.0  # over one more than the examples: how likely a reading of them all is meant, beside the pick
CONTAINED: Final = 0.2  # and all that has a piece of all examples, or a character of a kind
LISTED: Final = 0.1  # and the examples alone
OUTSIDE: Final = 8.0  # bits for each of them that is outside
MOST_POSITIONS: Final = 63  # of what compiled code tells exactly
MOST_WRITTEN_OUT: Final = 250  # positions of a hypothesis: nobody means ((a{64}){64}){64}
MAX_STATES: Final = 200  # of an automaton that is compared with another


class RegexRivals(Rivals):
    """Regular expressions that describe the examples of one problem."""

    expanded = 6

    def __init__(self, problem: Problem, objective: RegexObjective, seed: int = 0) -> None:
        self._alphabet = small_alphabet(problem)
        self._tempered = TEMPERED if self._alphabet else 1.0
        few = problem.sample(FEWER_EXAMPLES if self._alphabet else MOST_EXAMPLES)
        self.problem = replace(few, weights=tuple(1 for _ in few.positives))
        self.objective = objective.on(self.problem)
        self._others = sorted(set(problem.positives) - set(few.positives))[:MOST_OTHERS]
        examples = self.problem.positives
        self._read_off = [
            *_shared(readings(examples), READ / (1 + len(examples))),
            *_shared(containing(examples, ANY_BUT_NEWLINE), CONTAINED),
            *_shared(with_kind(examples, ANY_BUT_NEWLINE), CONTAINED),
            *_shared(listed(examples), LISTED),
        ]
        self._neighbourhood = Neighbourhood(self.problem)
        self.seen = Seen(problem.positives)
        self._rng = random.Random(seed)
        self._classes = ClassTable()  # of all rivals
        self._programs: dict[Regex, Program] = {}

    @property
    def enumerates(self) -> bool:
        """Whether all that is small is a rival, so that nothing around a rival is looked at."""
        return bool(self._alphabet)

    def enumerated(self) -> list[Rival]:
        if not self._alphabet:
            return []
        classes = ClassTable()
        pieces = containing(self.problem.positives, CharSet.of(self._alphabet))
        expressions = [*small_expressions(self.problem, self._alphabet), *pieces]
        programs = pack([encode(expression, classes) for expression in expressions])
        totals = self.objective.totals(programs, classes, inf).tolist()
        pairs = zip(expressions, totals, strict=True)
        return self._priced([Rival(Regex(each), bits * self._tempered) for each, bits in pairs])

    def scored(self, language: Regex) -> Rival | None:
        with suppress(LimitError):
            return self._priced([Rival(language, self.objective.score(language).objective * self._tempered)])[0]
        return None

    def _priced(self, rivals: list[Rival], seen: Sequence[str] = ()) -> list[Rival]:
        """With a price for each example outside that the objective does not see, and for those of `seen`."""
        texts = [*self._others, *seen]
        if not (rivals and texts):
            return rivals
        outside = (~self.accepted(rivals, texts)).sum(axis=1).tolist()
        return [Rival(each.language, each.bits + OUTSIDE * count) for each, count in zip(rivals, outside, strict=True)]

    def within(self, language: Regex) -> Regex:
        if not self._alphabet:
            return language
        return Regex(within(language.expression, CharSet.of(self._alphabet)))

    def texts(self, inside: Sequence[str], rng: random.Random) -> Iterator[str]:
        if self._alphabet:
            yield from short_strings(self._alphabet)
        else:
            yield from super().texts(inside, rng)

    def near(self, rival: Rival, cutoff: float) -> list[Rival]:
        if self._alphabet:  # all that are small are there
            return []
        program = self._neighbourhood.encode(rival.language.expression)
        programs, classes = self._neighbourhood.of(program), self._neighbourhood.classes
        width = max(1, SCORED // (1 + sum(map(len, self.problem.positives))))
        programs = programs.block(0, min(programs.count, width))
        totals = self.objective.totals(programs, classes, cutoff)
        best = np.argsort(totals, kind="stable")[:KEPT]
        near = best[totals[best] <= cutoff].tolist()
        edits = [Rival(Regex(decode(programs.program(place), classes)), float(totals[place])) for place in near]
        return self._priced(edits) + self.hypotheses(rival)

    def hypotheses(self, rival: Rival) -> list[Rival]:
        """What examples leave open about a language, examples outside of it at their price."""
        rules = {START: rival.language.expression}
        found = [
            Rival(Regex(changed[START]), rival.bits + bits)
            for changed, bits in hypotheses(rules, seen=self.seen, recursive=False, rng=self._rng)
            if _positions(changed[START]) <= MOST_WRITTEN_OUT
        ]
        found += [Rival(Regex(each), rival.bits + bits) for each, bits in self._read_off]
        return self._priced(found, self.problem.positives) if found else []

    def is_admissible(self, language: Regex) -> bool:
        return is_admissible(language.expression, self.problem)

    def accepted(self, rivals: Sequence[Rival], texts: Sequence[str]) -> NDArray[np.bool_]:
        from dsl.automata.distance import possibly_accepted
        from dsl.kernels.batch import Batch

        programs = pack([self._program(rival.language) for rival in rivals])
        batch = Batch(texts, self._classes)
        table: NDArray[np.bool_] = possibly_accepted(programs, batch)[:, batch.inverse]
        for row, rival in zip(table, rivals, strict=True):
            if row.all() and is_large(rival.language.expression):
                row[:] = rival.language.accepts_all(texts)
        return table

    def _program(self, language: Regex) -> Program:
        program = self._programs.get(language)
        if program is None:
            program = self._programs[language] = encode(language.expression, self._classes)
        return program

    def differences(self, one: Language, other: Language) -> Iterator[str]:
        with suppress(LimitError):
            left, right = (DFA.from_expression(each.rules["start"], max_states=MAX_STATES) for each in (one, other))
            for difference in (left - right, right - left):
                text = difference.shortest()
                if text is not None:
                    yield text


def _shared(found: Sequence[Expression], odds: float) -> list[tuple[Expression, float]]:
    """Each with the bits that it takes to believe it, where all share the odds."""
    return [(each, price(odds / len(found))) for each in found]


def is_large(expression: Expression) -> bool:
    """Whether it has more positions, counts written out, than a compiled automaton."""
    return _positions(expression) > MOST_POSITIONS


def _positions(node: Expression) -> int:
    if isinstance(node, Chars):
        return 1
    within = sum(map(_positions, children(node)))
    return within * max(1, node.low, node.high or 0) if isinstance(node, Repeat) else within
