"""What a search for regexes may answer, and what it can always answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.automata.ambiguity import MAX_POSITIONS, Ambiguity, ambiguity
from dsl.charset import EVERYTHING, CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import (
    EPSILON,
    Chars,
    Expression,
    Repeat,
    chars,
    children,
    literal,
    star,
    union,
    walk,
)
from searchers.problem import Problem

MAX_SPELLED: Final = 20
MAX_LISTED: Final = 10_000


def fallbacks(problem: Problem) -> list[Expression]:
    """Readings that cost nothing to find: one class for everything, and the shortest examples themselves."""
    return [anything(problem.positives), union(*map(literal, sorted(problem.positives, key=len)[:MAX_SPELLED]))]


def anything(texts: Iterable[str]) -> Expression:
    """All strings over the characters of the texts, or over all characters when they are too many to list."""
    characters = set().union(*texts)
    if not characters:
        return EPSILON
    # no one can read a class of ten thousand characters, and to weigh one takes seconds
    return star(chars(EVERYTHING if len(characters) > MAX_LISTED else CharSet.of(characters)))


def is_admissible(expression: Expression, problem: Problem) -> bool:
    """Whether it meets the constraints and is safe."""
    return problem.constraints.admits(expression) and is_safe(expression)


def is_safe(expression: Expression) -> bool:
    """Whether a backtracking matcher cannot be made to take exponential time by it."""
    if _loops_are_leaves(expression):
        return True
    try:
        return ambiguity(expression) is not Ambiguity.EXPONENTIAL
    except LimitError:
        return False


def _loops_are_leaves(expression: Expression) -> bool:
    """Whether nothing but single characters comes again without end, as in most: what repeats has one way to do so."""
    is_plain = all(_is_plain(node) for node in walk(expression))
    return is_plain and _positions(expression) < MAX_POSITIONS - 1  # beside the start and the end


def _is_plain(node: Expression) -> bool:
    return not isinstance(node, Repeat) or node.high is not None or isinstance(node.body, Chars)


def _positions(expression: Expression) -> int:
    """Characters of the expression with its counts written out."""
    if isinstance(expression, Chars):
        return 1
    times = max(expression.low, expression.high or 1) if isinstance(expression, Repeat) else 1
    return times * sum(map(_positions, children(expression)))
