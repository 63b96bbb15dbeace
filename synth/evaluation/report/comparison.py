"""Means with intervals, and who is best within noise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

DRAWS: Final = 1000
LEVEL: Final = 0.05
# the quantile .975 of Student's distribution for 1, 2, … degrees of freedom
STUDENT: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
NORMAL: Final = 1.96


def interval(values: Sequence[float]) -> float:
    """Half of the width of the 95 % interval of a mean over seeds; nan of fewer than two."""
    if len(values) < 2:
        return math.nan
    quantile = STUDENT[len(values) - 2] if len(values) - 2 < len(STUDENT) else NORMAL
    return quantile * float(np.std(values, ddof=1)) / math.sqrt(len(values))


def spread(points: Sequence[float]) -> float:
    """The same of a mean over the examples of a test: how much another test of that size would differ."""
    return NORMAL * float(np.std(points)) / math.sqrt(max(len(points), 1))


def is_within_noise(best: Sequence[float], other: Sequence[float]) -> bool:
    """Whether the mean of the points of `best` may be no better than that of `other` on the same examples.

    A paired bootstrap (Efron and Tibshirani 1993; Koehn 2004): of 1,000 draws of the examples, with replacement, at
    least one in twenty has the other one level or ahead.
    """
    difference: NDArray[np.float64] = np.asarray(best) - np.asarray(other)
    if not len(difference):
        return True
    stream = np.random.default_rng(0)
    drawn = stream.integers(len(difference), size=(DRAWS, len(difference)))
    return bool((difference[drawn].mean(1) <= 0).mean() >= LEVEL)
