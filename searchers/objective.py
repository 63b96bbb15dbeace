"""What an answer is judged by. An objective is made for one problem and scores expressions and packed programs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from dsl.expression import Expression
from dsl.program import ClassTable, encode
from searchers import coding
from searchers.candidate import Candidate, Score
from searchers.coding import Coding
from searchers.problem import Problem

if TYPE_CHECKING:
    from dsl.kernels.programs import Programs

MAX_SCORED: Final = 150  # distinct examples that a search looks at; the rest is a check at the end


class Objective(Protocol):
    """Smaller is better."""

    name: str

    def score(self, expression: Expression) -> Candidate:
        """The exact score of one expression over all examples, with every term."""
        ...

    def totals(self, programs: Programs, classes: ClassTable, cutoff: float) -> NDArray[np.float64]:
        """Totals of many programs over the examples a search looks at; infinite for those certainly above `cutoff`."""
        ...


class DescriptionLength:
    """The default: bits of the expression, of the examples given it, of the edits of outliers, and of negatives."""

    name = "mdl"

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.coding = Coding({character for text in (*problem.positives, *problem.negatives) for character in text})
        self._encoded: dict[bool, tuple[ClassTable, int, tuple[NDArray[np.generic] | int, ...]]] = {}

    @cached_property
    def sample(self) -> Problem:
        """The examples that a search looks at: all of them, or an even choice of MAX_SCORED distinct ones."""
        return self.problem.sample(MAX_SCORED)

    def totals(self, programs: Programs, classes: ClassTable, cutoff: float) -> NDArray[np.float64]:
        """Bits of each program over the sample, shape (programs,)."""
        return self._describe(programs, classes, cutoff, everything=False)[:, 0]

    def score(self, expression: Expression) -> Candidate:
        """Bits over all examples. `terms` has pattern, examples, edits and negatives."""
        from dsl.kernels.programs import pack
        from searchers.kernels import description as kernel

        classes = ClassTable()
        row = self._describe(pack([encode(expression, classes)]), classes, float("inf"), everything=True)[0]
        terms = {
            "pattern": row[kernel.PATTERN],
            "examples": row[kernel.EXAMPLES],
            "edits": row[kernel.EDITS],
            "negatives": row[kernel.NEGATIVES],
        }
        accepted = self.problem.total - int(row[kernel.OUTLIERS])
        distance = 0 if 2 * accepted >= self.problem.total else median_distance(expression, self.problem)
        rejected = len(self.problem.negatives) - int(row[kernel.ACCEPTED_NEGATIVES])
        return Candidate(expression, Score(float(row[kernel.TOTAL]), terms, distance, accepted, rejected))

    def _describe(
        self, programs: Programs, classes: ClassTable, cutoff: float, *, everything: bool
    ) -> NDArray[np.float64]:
        from searchers.kernels import description as kernel

        problem = self.problem if everything else self.sample
        known = None if everything else self._encoded.get(everything)
        if known is None or known[0] is not classes or known[1] != len(classes):
            known = self._encoded[everything] = (classes, len(classes), self._tables(problem, classes))
        results = np.empty((programs.count, kernel.COLUMNS))
        kernel.describe(programs.tokens, programs.offsets, *known[2], _PRICES, cutoff, results)
        return results

    def _tables(self, problem: Problem, classes: ClassTable) -> tuple[NDArray[np.generic] | int, ...]:
        from dsl.kernels.batch import Batch

        negatives = problem.negatives
        batch = Batch((*problem.positives, *negatives), classes, (*problem.weights, *(1 for _ in negatives)))
        sets = classes.sets
        return (
            batch.symbols,
            batch.offsets,
            batch.weights.astype(np.float64),
            len(problem.positives),
            batch.membership,
            np.array([self.coding.class_bits(set) for set in sets]),
            np.array([self.coding.character_bits(set) for set in sets]),
            np.array([self.coding.union_bits(set) for set in sets]),
        )


_PRICES: Final = np.array(
    [
        coding.CONCAT_BITS,
        coding.UNION_BITS,
        coding.OPTION_BITS,
        coding.OPEN_BITS,
        coding.EXACT_BITS,
        coding.OPEN_FROM_BITS,
        coding.BOUNDED_BITS,
        coding.EPSILON_BITS,
        coding.CLASS_AGAIN,
        coding.COUNT_WEIGHT,
        coding.NEGATIVE_BITS,
        coding.NOISE_BITS,
        coding.OUTLIER_BITS,
        coding.EDIT_BITS,
    ]
)


def median_distance(expression: Expression, problem: Problem) -> int:
    """Equation 1: the weighted lower median of the examples' distances to the language."""
    from dsl.distance import distances

    found = distances(expression, problem.positives)
    order = np.argsort(found, kind="stable")
    weights = np.cumsum(np.array(problem.weights)[order])
    return int(found[order][np.searchsorted(weights, (weights[-1] + 1) // 2)])
