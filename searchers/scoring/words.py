"""A model of the letters of words, counted by benchmarks.objective.words: how many bits a letter costs in a word.

People write words into patterns, not letters: after `GE` comes `T`. The model is an automaton whose states are the
letters before, as many as the words that it was counted on tell; a word begins in START.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf
from pathlib import Path
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.expression import Chars, Expression
from searchers.scoring.prior import NO_LETTER, letter_of

START: Final = 0
FITTED: Final = Path(__file__).with_name("words.npz")
STEPS: Final = 16  # of a bit, that the file tells


class Words(NamedTuple):
    """Bits of each letter in each state, and the states that they lead to; what is no letter leads to START."""

    bits: NDArray[np.float64]  # (states, letters)
    behind: NDArray[np.int64]  # (states, letters + 1)

    def bits_of(self, parts: Sequence[Expression]) -> list[float]:
        """Bits of the parts of a sequence that are letters of words, infinite for others and for a letter alone."""
        letters = [letter_of(part.set) if isinstance(part, Chars) else NO_LETTER for part in parts]
        bits, state = [], START
        for letter, behind in zip(letters, [*letters[1:], NO_LETTER], strict=True):
            in_word = letter != NO_LETTER and (state != START or behind != NO_LETTER)
            bits.append(float(self.bits[state, letter]) if in_word else inf)
            state = int(self.behind[state, letter])
        return bits

    def save(self, file: Path) -> None:
        """Write the model, its bits in sixteenths."""
        steps = np.clip(np.round(self.bits * STEPS), 0, 255).astype(np.uint8)
        np.savez_compressed(file, steps=steps, behind=self.behind.astype(np.uint16))

    @classmethod
    def load(cls, file: Path) -> Self:
        """What `save` wrote."""
        with np.load(file) as tables:
            return cls(tables["steps"] / STEPS, tables["behind"].astype(np.int64))


@cache
def in_force() -> Words:
    """The model of words.npz."""
    return Words.load(FITTED)
