"""Signs that hold examples together: each of them has as many as the others, as an address has one @."""

from __future__ import annotations

from collections import Counter
from typing import Final

from dsl.charset import CharSet
from searchers.problem import Problem

SHARE: Final = 0.85  # of the examples that have as many as each other; the others may have a mistake in them


def separators(problem: Problem) -> CharSet:
    """Signs of which nearly all examples have the same number, one at least."""
    signs = {character for character in set().union(*problem.positives) if not character.isalnum()}
    return CharSet.of(sign for sign in signs if _steady(problem, sign))


def _steady(problem: Problem, sign: str) -> bool:
    times: Counter[int] = Counter()
    for text, weight in zip(problem.positives, problem.weights, strict=True):
        times[text.count(sign)] += weight
    count, examples = times.most_common(1)[0]
    return count > 0 and examples >= SHARE * problem.total
