"""Readings of the examples without structure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.charset import DIGITS, LETTERS, CharSet
from dsl.expressions.expression import Expression, chars, literal, plus, star, union
from searchers.problem import Problem

MAX_UNION: Final = 200  # characters of all examples together, for the union of the examples to be a start


def flat_starts(problem: Problem) -> Iterator[Expression]:
    """The examples as characters in a row, as words, numbers and signs in a row, and where they are few as they are."""
    seen = CharSet.of(set().union(*problem.positives))
    yield star(chars(seen))
    runs = [plus(chars(kind & seen)) for kind in (DIGITS, LETTERS)]
    yield star(union(*runs, chars(seen - DIGITS - LETTERS)))
    if sum(map(len, problem.positives)) <= MAX_UNION:
        yield union(*map(literal, problem.positives))
