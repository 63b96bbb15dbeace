"""Words and numbers that come again in other examples: a column of GET, PUT and POST is not one of any letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

RUN: Final = re.compile(r"[^\W\d_]{2,}|\d+")


def repeated(texts: Sequence[str], weights: Sequence[int]) -> NDArray[np.bool_]:
    """Which characters stand in two letters or more, or in digits, that an example before has too, (characters,).

    Before is what sorts before, so that the order of examples says nothing. `weights` are how often each text occurs;
    of one that occurs twice all count as the second.
    """
    met: set[str] = set()
    begins = list(accumulate(map(len, texts), initial=0))
    marks = np.zeros(begins[-1], np.bool_)
    for text, weight, begin in sorted(zip(texts, weights, begins[:-1], strict=True)):
        runs = list(RUN.finditer(text))
        for run in runs:
            marks[begin + run.start() : begin + run.end()] = weight > 1 or run.group() in met
        met.update(run.group() for run in runs)
    return marks
