"""Words and numbers that come again in other examples: a column of GET, PUT and POST is not one of any letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

RUN: Final = re.compile(r"[^\W\d_]{2,}|\d+")
DOUBLED: Final = re.compile(r"(?<=([^\W\d_]))\1")  # a letter right behind itself: aaabb is of a+b+, not of [ab]+
LEAST_WORD: Final = 2  # letters of a word that a run consists of
MOST_LETTERS: Final = 40  # of it, so that long runs take no longer for each letter
LEAST_BEGINNING: Final = 3  # letters of the words that a run begins with, whatever comes then


def repeated(texts: Sequence[str], weights: Sequence[int]) -> NDArray[np.bool_]:
    """Which characters stand in two letters or more, or in digits, that an example before has too, (characters,).

    Letters right behind themselves are among them.
    Before is what sorts before, so that the order of examples says nothing. `weights` are how often each text occurs;
    of one that occurs twice all count as the second.
    """
    met: set[str] = set()
    begins = list(accumulate(map(len, texts), initial=0))
    marks = np.zeros(begins[-1], np.bool_)
    for text, weight, begin in sorted(zip(texts, weights, begins[:-1], strict=True)):
        new: set[str] = set()
        for run in RUN.finditer(text):
            known = run.end() if weight > 1 else run.start() + _known(run.group(), met)
            marks[begin + run.start() : begin + known] = True
            new |= {run.group(), text[known : run.end()]}
        for again in DOUBLED.finditer(text):
            marks[begin + again.start()] = True
        met |= new
    return marks


def _known(run: str, met: set[str]) -> int:
    """How many characters of a run are words that were met, one behind the other: of `bluered` four behind `blue`."""
    if run in met or run[0].isdigit():
        return len(run) * (run in met)
    end = 0
    while end < len(run):
        lengths = range(min(len(run) - end, MOST_LETTERS), LEAST_WORD - 1, -1)
        longest = next((length for length in lengths if run[end : end + length] in met), 0)
        if not longest:
            break
        end += longest
    return end if end in (0, len(run)) or end >= LEAST_BEGINNING else 0
