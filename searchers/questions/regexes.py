"""Regular expressions as rivals: compiled code scores all edits of one, automata tell two apart."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Expression, Repeat, children
from dsl.expressions.programs import ClassTable, decode, encode
from dsl.kernels.packing import pack
from dsl.language import Language
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.questions.rivals import Rival, Rivals
from searchers.questions.small_alphabets import short_strings, small_alphabet, small_expressions, within
from searchers.scoring.regexes import RegexObjective
from searchers.spaces.neighbourhood import Neighbourhood
from searchers.starts.fallbacks import is_admissible

SCORED: Final = 400_000  # characters of examples times edits: some tenths of a second
KEPT: Final = 150  # of the edits of one expression, the cheapest
MOST_EXAMPLES: Final = 60  # that an edit is scored on
MOST_POSITIONS: Final = 63
MAX_STATES: Final = 200  # of an automaton that is compared with another


class RegexRivals(Rivals):
    """Regular expressions that describe the examples of one problem."""

    def __init__(self, problem: Problem, objective: RegexObjective) -> None:
        few = problem.sample(MOST_EXAMPLES)
        self._share = problem.total / few.total
        self.problem = few
        self.objective = objective.on(few)
        self._neighbourhood = Neighbourhood(few)
        self._alphabet = small_alphabet(few)
        self._matchers: dict[Regex, Callable[[str], object]] = {}

    def enumerated(self) -> list[Rival]:
        if not self._alphabet:
            return []
        classes = ClassTable()
        expressions = list(small_expressions(self.problem, self._alphabet))
        programs = pack([encode(expression, classes) for expression in expressions])
        totals = self.objective.totals(programs, classes, inf) * self._share
        return [Rival(Regex(each), bits) for each, bits in zip(expressions, totals.tolist(), strict=True)]

    def scored(self, language: Regex) -> Rival | None:
        with suppress(LimitError):
            return Rival(language, self.objective.score(language).objective * self._share)
        return None

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
        program = self._neighbourhood.encode(rival.language.expression)
        programs, classes = self._neighbourhood.of(program), self._neighbourhood.classes
        width = max(1, SCORED // (1 + sum(map(len, self.problem.positives))))
        programs = programs.block(0, min(programs.count, width))
        totals = self.objective.totals(programs, classes, cutoff / self._share) * self._share
        best = np.argsort(totals, kind="stable")[:KEPT]
        near = best[totals[best] <= cutoff].tolist()
        found = [Rival(Regex(decode(programs.program(place), classes)), float(totals[place])) for place in near]
        return [each for each in found if each.language == self.within(each.language)]

    def is_admissible(self, language: Regex) -> bool:
        return is_admissible(language.expression, self.problem)

    def accepted(self, rivals: Sequence[Rival], texts: Sequence[str]) -> NDArray[np.bool_]:
        from dsl.automata.distance import possibly_accepted
        from dsl.kernels.batch import Batch

        classes = ClassTable()
        programs = pack([encode(rival.language.expression, classes) for rival in rivals])
        batch = Batch(texts, classes)
        table: NDArray[np.bool_] = possibly_accepted(programs, batch)[:, batch.inverse]
        for row, rival in zip(table, rivals, strict=True):
            if row.all() and is_large(rival.language.expression):
                match = self._matcher(rival.language)
                row[:] = [match(text) is not None for text in texts]
        return table

    def _matcher(self, language: Regex) -> Callable[[str], object]:
        # a compiled automaton has 63 positions; texts are short, so backtracking is harmless where it is polynomial
        match = self._matchers.get(language)
        if match is None:
            match = self._matchers[language] = re.compile(language.pattern).fullmatch
        return match

    def differences(self, one: Language, other: Language) -> Iterator[str]:
        with suppress(LimitError):
            left, right = (DFA.from_expression(each.rules["start"], max_states=MAX_STATES) for each in (one, other))
            for difference in (left - right, right - left):
                text = difference.shortest()
                if text is not None:
                    yield text


def is_large(expression: Expression) -> bool:
    """Whether it has more positions, counts written out, than a compiled automaton."""
    return _positions(expression) > MOST_POSITIONS


def _positions(node: Expression) -> int:
    if isinstance(node, Chars):
        return 1
    within = sum(map(_positions, children(node)))
    return within * max(1, node.low, node.high or 0) if isinstance(node, Repeat) else within
