"""Words and numbers that several examples have: a column of GET, PUT and POST is not one of any letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

RUN: Final = re.compile(r"[^\W\d_]+|\d+")


def repeated(texts: Sequence[str], weights: Sequence[int]) -> NDArray[np.bool_]:
    """Which characters stand in a run of letters or of digits that is one of two examples at least, (characters,).

    `weights` are how often each text occurs.
    """
    having: Counter[str] = Counter()
    for text, weight in zip(texts, weights, strict=True):
        having.update(dict.fromkeys(RUN.findall(text), weight))
    marks = np.zeros(sum(map(len, texts)), np.bool_)
    begin = 0
    for text in texts:
        for run in RUN.finditer(text):
            marks[begin + run.start() : begin + run.end()] = having[run.group()] > 1
        begin += len(text)
    return marks
