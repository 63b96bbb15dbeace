"""The exact searcher: the cheapest expression with every positive and no negative (Valizadeh and Berger, PLDI 2023).

The operators are concatenation, union, *, +, ? and {n}, {n,} up to MAX_COUNT: upper bounds of {n,m} are seldom more
than the length of the longest example, and would win most ties. The leaves are all sets of characters of the
positives, since no operator makes a language smaller. One expression stands for all that agree on every infix.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import inf
from typing import Final

from dsl.charset import CharSet
from dsl.constraints import Constraints, why_not_seed
from dsl.errors import ConstraintError, LimitError
from dsl.expressions.expression import Expression, literal, size, union
from dsl.expressions.programs import ClassTable, encode
from dsl.regex import Regex
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.exact.enumeration import Counts, Enumeration
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Progress
from searchers.scoring.regexes import RegexObjective

MAX_ALPHABET: Final = 8
MAX_COUNT: Final = 4


# simple ones first: of two repeats that the examples cannot tell apart the bank keeps the first
COUNTS: Final[Counts] = (
    (0, None),
    (1, None),
    (0, 1),
    *((n, n) for n in range(2, MAX_COUNT + 1)),
    *((n, None) for n in range(2, MAX_COUNT + 1)),
)


class Exact:
    """Searches in order of cost, so that the first consistent expressions are minimal.

    `answer` is the pick: among those of minimal cost, the one that the objective likes best. `proved` says that it is
    there and that nothing cheaper is consistent; constraints on the language (such as max-states) forbid the proof
    when they turn down something that was cheaper. Without negatives the answer is a repeated class of all characters.
    """

    name = "exact"

    def __init__(self) -> None:
        self.proved = False
        self.answer: Candidate[Regex] | None = None

    def search(
        self, problem: Problem, objective: RegexObjective, budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Yield the union of the examples, and the best of minimal cost. Raises what `minimal_expression` raises."""
        self.proved, self.answer = False, None
        enumeration = _enumeration(problem)
        archive = Archive()
        start = union(*map(literal, problem.positives))
        if problem.constraints.admits(start):
            archive.add(first := objective.score(Regex(start)))
            yield Improved(first)
        turned_down = False
        try:
            for cost, found in enumeration.run():
                if budget.spent:
                    return
                budget.step()
                if found is None:
                    yield Progress(enumeration.count, f"expressions of size {cost}")
                    continue
                admitted = [expression for expression in found if problem.constraints.admits(expression)]
                if admitted:
                    self.answer, self.proved = _best(admitted, objective), not turned_down
                    if archive.add(self.answer):
                        yield Improved(self.answer)
                    return
                turned_down |= bool(found)
        except LimitError as error:  # out of memory: what was found stays
            yield Progress(enumeration.count, error.message)


def minimal_expression(
    positives: Iterable[str],
    negatives: Iterable[str] = (),
    *,
    constraints: Constraints | None = None,
    budget: Budget | None = None,
) -> Expression | None:
    """An expression of minimal cost with every positive and no negative, the shortest to write of those found.

    None when the budget was spent before, or when the constraints exclude everything. Raises ExampleError on
    contradictory examples, LimitError on examples that are too large or need too much memory, and ConstraintError
    when the constraints exclude a character of the examples.
    """
    problem = Problem.of(positives, negatives, constraints=constraints)
    for _, found in _enumeration(problem).run():
        if budget is not None and budget.spent:
            return None
        admitted = [expression for expression in found or () if problem.constraints.admits(expression)]
        if admitted:
            return min(admitted, key=lambda expression: (size(expression), len(str(expression))))
    return None


def _enumeration(problem: Problem) -> Enumeration:
    alphabet = sorted(set().union(*problem.positives))
    excluded = [character for character in alphabet if character not in problem.constraints.alphabet]
    if excluded:
        raise ConstraintError(
            f"the alphabet excludes {excluded[0]!r}, which an example contains", hint="widen the alphabet"
        )
    if len(alphabet) > MAX_ALPHABET:
        raise LimitError(
            f"the exact search takes at most {MAX_ALPHABET} distinct characters, the examples have {len(alphabet)}",
            hint="use the beam searcher",
        )
    leaves = [CharSet.of(some) for count in range(1, len(alphabet) + 1) for some in combinations(alphabet, count)]
    negatives = [text for text in problem.negatives if set(text) <= set(alphabet)]  # no leaf reads the others
    seed = why_not_seed in problem.constraints.checks
    return Enumeration(problem.positives, negatives, leaves, COUNTS[:3] if seed else COUNTS)


def _best(expressions: list[Expression], objective: RegexObjective) -> Candidate[Regex]:
    """The one that the objective likes best among those of the smallest size."""
    from dsl.kernels.packing import pack

    smallest = min(map(size, expressions))
    expressions = [expression for expression in expressions if size(expression) == smallest]
    classes = ClassTable()
    totals = objective.totals(pack([encode(expression, classes) for expression in expressions]), classes, inf)
    return objective.score(Regex(expressions[int(totals.argmin())]))
