"""How the total of a candidate depends on each parameter of the objective.

The total is linear in most parameters as long as the cheapest paths of the examples stay the same, so its derivatives,
taken by a small step of each parameter, are the terms of a linear model around the parameters as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Expression, Repeat, Union, children
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.packing import pack
from searchers.problem import Problem
from searchers.scoring.coding import Coding
from searchers.scoring.parameters import Parameters
from searchers.scoring.prior import FORMS, GROUP, KINDS, LEAST_LEAF, START, Prior, leaf_kind, repeat_terms
from searchers.scoring.regexes import DescriptionLength

STEP: Final = 0.005
UNREADABLE: Final = 1e6  # bits of what is too large to be read
# a price -> how far it is expected to move; those of operators are parts of the prior
WRITING: Final = {
    "literal": 1.0, "literal_again": 1.0, "charset": 1.0, "charset_again": 1.0, "negated": 2.0, "span": 2.0,
    "span_end": 1.0, "partial": 5.0, "mixed": 3.0,
}  # fmt: skip
READING: Final = {"within_kind": 0.1, "same_kind": 0.1, "same_case": 0.03}
JUDGING: Final = {
    "choice_prior": 1.5, "go_prior": 2.0, "stop_prior": 0.3, "negative": 5.0, "noise": 3.0, "noise_among_few": 0.5,
    "outlier": 2.0, "edit": 2.0, "outlier_character": 2.0,
}  # fmt: skip
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
        self.prices = [*(WRITING | READING | JUDGING).items()]
        self.names = [*parameters.named]

    @cached_property
    def scale(self) -> NDArray[np.float64]:
        """(parameters,)"""
        tables = [np.full(size, far) for _, _, size, far in self.tables]
        return np.concatenate([*tables, [far for _, far in self.prices], np.full(len(self.names), NAMES)])

    def moved(self, by: NDArray[np.float64]) -> Parameters:
        """The parameters moved by a vector; prices and weights stay positive, shares below 1."""
        start = 0
        tables = {}
        for name, shape, size, _ in self.tables:
            table = getattr(self.parameters.prior, name) + by[start : start + size].reshape(shape)
            tables[name] = np.maximum(table, 0.02) if name in WEIGHTS else table
            start += size
        prices = {}
        for name, _ in self.prices:
            value = float(getattr(self.parameters.prices, name) + by[start])
            value = value if name == "span_end" else max(value, 0.02)
            prices[name] = min(value, 0.995) if name in READING else value
            start += 1
        names = zip(self.names, by[start:], strict=True)
        named = {charset: max(0.1, self.parameters.named[charset] + float(more)) for charset, more in names}
        return Parameters(replace(self.parameters.prices, **prices), named, Prior(**tables))

    def terms(self, problem: Problem, expressions: Sequence[Expression]) -> Terms:
        """The totals of candidates and what they depend on."""
        reading = Reading(problem, expressions)
        objective = DescriptionLength(problem, self.parameters)
        totals = reading.totals(self.parameters, objective)
        prior = self.parameters.prior
        slopes = [np.array([counts(expression, objective.coding, prior) for expression in expressions])]
        slopes += [
            ((reading.totals(moved, objective if kept else None) - totals) / STEP)[:, None]
            if matters
            else np.zeros((len(totals), 1))
            for moved, matters, kept in self._steps(reading)
        ]
        return Terms(totals, np.concatenate(slopes, axis=1).astype(np.float32))

    def _steps(self, reading: Reading) -> Iterator[tuple[Parameters, bool, bool]]:
        """The parameters with a step of one of those that are not counted, whether it may change a total, and
        whether the code for characters stays the same."""
        known = self.parameters
        kinds = {leaf_kind(charset) for charset in reading.classes.sets} | {GROUP}
        for table in WEIGHTS:
            for kind in range(len(KINDS) + 1):
                weights = getattr(known.prior, table).copy()
                weights[kind] += STEP
                yield replace(known, prior=known.prior._replace(**{table: weights})), kind in kinds, True
        for name, _ in self.prices:
            yield (
                replace(known, prices=replace(known.prices, **{name: getattr(known.prices, name) + STEP})),
                True,
                name in JUDGING,
            )
        for name in self.names:
            moved = replace(known, named={**known.named, name: known.named[name] + STEP})
            yield moved, any(name <= charset or name <= ~charset for charset in reading.classes.sets), False


class Reading:
    """Candidates as programs, with what does not depend on the parameters."""

    def __init__(self, problem: Problem, expressions: Sequence[Expression]) -> None:
        self.problem = problem
        self.classes = ClassTable()
        self.programs = pack([encode(expression, self.classes) for expression in expressions])

    def totals(self, parameters: Parameters, objective: DescriptionLength | None = None) -> NDArray[np.float64]:
        """Bits of each candidate, (candidates,); none is infinite. With an objective, its code for characters."""
        made = (
            DescriptionLength(self.problem, parameters) if objective is None else objective.with_numbers_of(parameters)
        )
        return np.minimum(made.totals(self.programs, self.classes, np.inf), UNREADABLE)


def counts(expression: Expression, coding: Coding, prior: Prior) -> NDArray[np.float64]:
    """How often an expression pays each number of the tables of the prior, one table behind the other."""
    kinds = len(KINDS) + 1
    follows, alternatives, repeats = np.zeros((kinds, kinds - 1)), np.zeros(kinds), np.zeros((kinds, len(FORMS)))
    least, spread = np.zeros(kinds), np.zeros(kinds)
    before, written = START, set[CharSet]()

    def visit(node: Expression) -> None:
        nonlocal before
        if isinstance(node, Chars):
            kind = leaf_kind(node.set)
            anew = coding.class_bits(node.set) + float(prior.follows[before, kind])
            is_named = node.set in written and coding.again_bits(node.set) < anew
            follows[before, kind] += anew > LEAST_LEAF and not is_named
            before = kind
            written.add(node.set)
        for place, part in enumerate(children(node)):
            visit(part)
            if place and isinstance(node, Union):
                alternatives[before] += 1
        if isinstance(node, Repeat):
            body = leaf_kind(node.body.set) if isinstance(node.body, Chars) else GROUP
            form, more_least, more_spread = repeat_terms(node.low, node.high)
            repeats[body, form] += 1
            least[body] += more_least
            spread[body] += more_spread

    visit(expression)
    return np.concatenate([follows.ravel(), alternatives, repeats.ravel(), least, spread])
