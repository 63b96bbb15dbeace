"""The prices that the kernel of the description length reads."""

from __future__ import annotations

from typing import NamedTuple


class Prices(NamedTuple):
    """Those of `searchers.scoring.prices` that the kernel needs, by their names there."""

    concat: float
    union: float
    option: float
    plus: float
    star: float
    exact: float
    open_from: float
    bounded: float
    epsilon: float
    integer_slope: float
    counts_again: float
    word_letter: float
    vocabulary: float
    choice_prior: float
    go_prior: float
    stop_prior: float
    negative: float
    noise: float
    outlier: float
    outlier_character: float
    edit: float
