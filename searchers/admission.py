"""What a search for regexes may answer, and what it can always answer."""

from __future__ import annotations

from typing import Final

from dsl.ambiguity import Ambiguity, ambiguity
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expression import EPSILON, Expression, chars, literal, star, union
from searchers.problem import Problem

MAX_SPELLED: Final = 20


def fallbacks(problem: Problem) -> list[Expression]:
    """Readings that cost nothing to find: one class for everything, and the shortest examples themselves."""
    return [anything(problem), union(*map(literal, sorted(problem.positives, key=len)[:MAX_SPELLED]))]


def anything(problem: Problem) -> Expression:
    """All strings over the characters of the examples."""
    characters = CharSet.of(set().union(*problem.positives))
    return star(chars(characters)) if characters else EPSILON


def is_admissible(expression: Expression, problem: Problem) -> bool:
    """Whether it meets the constraints and is safe."""
    return problem.constraints.admits(expression) and is_safe(expression)


def is_safe(expression: Expression) -> bool:
    """Whether a backtracking matcher cannot be made to take exponential time by it."""
    try:
        return ambiguity(expression) is not Ambiguity.EXPONENTIAL
    except LimitError:
        return False
