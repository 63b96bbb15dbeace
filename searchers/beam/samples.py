"""Searching with a few of many examples: how many at first, and which join them."""

from __future__ import annotations

from typing import Final

from dsl.language import Language
from searchers.problem import Problem

MAX_SCORED: Final = 150  # distinct examples in the first sample of many
SAMPLES: Final = 3
MORE_EXAMPLES: Final = 40  # examples outside the language that join the sample, at least; fewer than twice as many
MAX_WHOLE: Final = MAX_SCORED + SAMPLES * 2 * MORE_EXAMPLES  # distinct examples that are searched without sampling
TOLERATED: Final = 0.002  # share of the examples that may stay outside without another look


def left_outside(problem: Problem, language: Language) -> list[str]:
    """Some of the examples outside the language, evenly chosen; none where so few are outside that they may stay."""
    accepted = language.accepts_all(problem.positives)
    outside = [text for text, inside in zip(problem.positives, accepted, strict=True) if not inside]
    if len(outside) <= TOLERATED * len(problem.positives):
        return []
    return outside[:: max(1, len(outside) // MORE_EXAMPLES)]
