"""How the total of a candidate depends on each parameter of the objective.

The total is linear in most parameters as long as the cheapest paths of the examples stay the same, so its derivatives,
taken by a small step of each parameter, are the terms of a linear model around the parameters as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Concat, Expression, Repeat, Union, children
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.packing import pack
from searchers.problem import Problem
from searchers.scoring import words
from searchers.scoring.coding import Coding, count_bits
from searchers.scoring.parameters import Parameters
from searchers.scoring.prior import (
    DIGIT_CLASS,
    FORMS,
    GROUP,
    KINDS,
    LEAST_LEAF,
    MOST_AGAIN,
    START,
    Prior,
    leaf_kind,
    repeat_terms,
)  # fmt: skip
from searchers.scoring.regexes import DescriptionLength
from searchers.scoring.separators import separators

STEP: Final = 0.005
UNREADABLE: Final = 1e6  # bits of what is too large to be read
# a price -> how far it is expected to move; those of operators are parts of the prior
WRITING: Final = {
    "literal": 1.0, "literal_again": 1.0, "charset": 1.0, "charset_again": 1.0, "negated": 2.0, "span": 2.0,
    "span_end": 1.0, "partial": 5.0, "mixed": 3.0, "separator": 3.0,
}  # fmt: skip
READING: Final = {
    "within_kind": 0.1, "repeated_letter": 0.2, "repeated_digit": 0.2, "same_kind": 0.1, "same_case": 0.03,
    "absent_letter": 0.2,
}  # fmt: skip
JUDGING: Final = {
    "choice_prior": 1.5, "go_prior": 2.0, "stop_prior": 0.3, "negative": 5.0, "noise": 3.0, "noise_among_few": 0.5,
    "outlier": 2.0, "edit": 2.0, "outlier_character": 2.0, "word_letter": 0.2, "counts_again": 1.0,
}  # fmt: skip
FREE: Final = ("span_end", "absent_letter")  # may be negative, or above 1
TABLES: Final = {"follows": 2.0, "alternatives": 2.0, "repeats": 2.0, "least": 1.0, "spread": 1.0}
WEIGHTS: Final = {"bounded": 0.2, "unbounded": 0.2}
NAMES: Final = 2.0  # bits of the name of a class


@dataclass(frozen=True, eq=False)
class Terms:
    """The totals of a task's candidates, (candidates,), and their derivatives, (candidates, parameters)."""

    totals: NDArray[np.float64]
    slopes: NDArray[np.float32]


class Layout:
    """The parameters as one vector, and how far each is expected to move."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        shapes = [(table, getattr(parameters.prior, table).shape, far) for table, far in (TABLES | WEIGHTS).items()]
        self.tables = [(name, shape, int(np.prod(shape)), far) for name, shape, far in shapes]
        self.prices = [*(READING | JUDGING | WRITING).items()]
        self.names = [*parameters.named]

    @cached_property
    def scale(self) -> NDArray[np.float64]:
        """(parameters,)"""
        tables = [np.full(size, far) for _, _, size, far in self.tables]
        prices = [far for _, far in self.prices]
        return np.concatenate([*tables, prices, np.full(len(self.names), NAMES)])

    def moved(self, by: NDArray[np.float64]) -> Parameters:
        """The parameters moved by a vector; prices and weights stay positive, shares below 1."""
        start, tables = 0, {}
        for name, shape, size, _ in self.tables:
            table = getattr(self.parameters.prior, name) + by[start : start + size].reshape(shape)
            tables[name] = np.maximum(table, 0.02) if name in WEIGHTS else table
            start += size
        prices = {}
        for name, _ in self.prices:
            value = float(getattr(self.parameters.prices, name) + by[start])
            prices[name] = value if name in FREE else float(np.clip(value, 0.02, 0.995 if name in READING else inf))
            start += 1
        names = zip(self.names, by[start:], strict=True)
        named = {charset: max(0.1, self.parameters.named[charset] + float(more)) for charset, more in names}
        moved = replace(self.parameters.prices, **prices)
        return replace(self.parameters, prices=moved, named=named, prior=Prior(**tables))

    def terms(self, problem: Problem, expressions: Sequence[Expression]) -> Terms:
        """The totals of candidates and what they depend on."""
        reading = Reading(problem, expressions)
        objective = DescriptionLength(problem, self.parameters)
        totals = reading.totals(objective)
        written = [Written(expression, objective.coding, self.parameters) for expression in expressions]
        read = [(reading.totals(moved) - totals) / STEP for moved in self._read(reading, objective)]
        slopes = [
            np.array([one.tables() for one in written]),
            np.array(read).T,
            self._of_classes(written, problem, objective.coding),
        ]
        return Terms(totals, np.concatenate(slopes, axis=1).astype(np.float32))

    def _read(self, reading: Reading, objective: DescriptionLength) -> Iterator[DescriptionLength]:
        """The objective with a step of one of the parameters of which it depends how examples are read."""
        known = self.parameters
        kinds = {leaf_kind(charset) for charset in reading.classes.sets} | {GROUP}
        for table in WEIGHTS:
            for kind in range(len(KINDS) + 1):
                if kind not in kinds:
                    yield objective
                    continue
                weights = getattr(known.prior, table).copy()
                weights[kind] += STEP
                yield objective.with_numbers_of(replace(known, prior=known.prior._replace(**{table: weights})))
        for name in READING:
            yield DescriptionLength(reading.problem, self._stepped(name))
        for name in JUDGING:
            yield objective.with_numbers_of(self._stepped(name))

    def _of_classes(self, written: Sequence[Written], problem: Problem, coding: Coding) -> NDArray[np.float64]:
        """How the totals depend on the prices of characters and classes, which are paid where one is written."""
        classes = sorted({charset for one in written for charset in (*one.anew, *one.again)}, key=str)
        uses = np.array([[one.anew[charset] for charset in classes] for one in written])  # (candidates, classes)
        again = np.array([[one.again[charset] for charset in classes] for one in written])
        moved = [self._stepped(name) for name in WRITING]
        moved += [replace(self.parameters, named={**self.parameters.named, name: self.parameters.named[name] + STEP})
                  for name in self.names]  # fmt: skip
        columns = []
        characters, separating = "".join((*problem.positives, *problem.negatives)), separators(problem)
        for parameters in moved:
            other = Coding(characters, parameters.prices, parameters.named, parameters.frequencies, separating)
            first = np.array([other.class_bits(charset) - coding.class_bits(charset) for charset in classes])
            later = np.array([other.again_bits(charset) - coding.again_bits(charset) for charset in classes])
            columns.append((uses @ first + again @ later) / STEP)
        return np.array(columns).T

    def _stepped(self, name: str) -> Parameters:
        prices = self.parameters.prices
        return replace(self.parameters, prices=replace(prices, **{name: getattr(prices, name) + STEP}))


class Reading:
    """Candidates as programs, with what does not depend on the parameters."""

    def __init__(self, problem: Problem, expressions: Sequence[Expression]) -> None:
        self.problem = problem
        self.classes = ClassTable()
        self.programs = pack([encode(expression, self.classes) for expression in expressions])

    def totals(self, objective: DescriptionLength) -> NDArray[np.float64]:
        """Bits of each candidate, (candidates,); none is infinite."""
        return np.minimum(objective.totals(self.programs, self.classes, np.inf), UNREADABLE)


class Written:
    """How often an expression pays each number of the prior, and which classes it writes."""

    def __init__(self, expression: Expression, coding: Coding, parameters: Parameters) -> None:
        kinds = len(KINDS) + 1
        self.follows, self.alternatives = np.zeros((kinds, kinds - 1)), np.zeros(kinds)
        self.repeats, self.least, self.spread = np.zeros((kinds, len(FORMS))), np.zeros(kinds), np.zeros(kinds)
        self.anew: Counter[CharSet] = Counter()  # written in full
        self.again: Counter[CharSet] = Counter()  # named as one that was written before
        self._coding, self._prices, self._prior = coding, parameters.prices, parameters.prior
        self._counts: set[tuple[CharSet, int, int | None]] = set()  # that digits had before
        self._before = START
        self._known: set[CharSet] = set()
        self._visit(expression)

    def tables(self) -> NDArray[np.float64]:
        """One table behind the other, (numbers,)."""
        tables = self.follows, self.alternatives, self.repeats, self.least, self.spread
        return np.concatenate([table.ravel() for table in tables])

    def _visit(self, node: Expression) -> None:
        spelled = words.in_force().bits_of(node.parts) if isinstance(node, Concat) else ()
        if isinstance(node, Chars):
            self._write(node.set, inf)
        for place, part in enumerate(children(node)):
            if spelled and isinstance(part, Chars):
                self._write(part.set, self._prices.word_letter * spelled[place])
            else:
                self._visit(part)
            if place and isinstance(node, Union):
                self.alternatives[self._before] += 1
        if isinstance(node, Repeat):
            self._repeat(node)

    def _repeat(self, node: Repeat) -> None:
        leaf = node.body.set if isinstance(node.body, Chars) else None
        body = GROUP if leaf is None else leaf_kind(leaf)
        form, more_least, more_spread = repeat_terms(node.low, node.high)
        if leaf is not None and body == DIGIT_CLASS and 1 < (node.high or 0) <= MOST_AGAIN:
            bits = count_bits(node.low, node.high, self._prices) + self._prior.repeats[body, form]
            bits += self._prior.least[body] * more_least + self._prior.spread[body] * more_spread
            if (leaf, node.low, node.high) in self._counts and self._prices.counts_again < bits:
                return
            self._counts.add((leaf, node.low, node.high))
        self.repeats[body, form] += 1
        self.least[body] += more_least
        self.spread[body] += more_spread

    def _write(self, charset: CharSet, in_word: float) -> None:
        kind = leaf_kind(charset)
        bits = max(self._coding.class_bits(charset) + float(self._prior.follows[self._before, kind]), LEAST_LEAF)
        again = self._coding.again_bits(charset) if charset in self._known else inf
        if again < min(bits, in_word):
            self.again[charset] += 1
        elif LEAST_LEAF < bits <= in_word:
            self.anew[charset] += 1
            self.follows[self._before, kind] += 1
        self._before = kind
        self._known.add(charset)
