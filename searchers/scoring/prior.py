"""A prior over expressions: what leaves and operators cost where they stand, beside their prices.

A leaf costs by its kind and that of the leaf before it, an alternative by the leaf it
ends in, a repeat by the kind of its body: people write words, `{4}` behind digits and `+` behind words.
`benchmarks.objective.fit` fits the numbers.
"""

from __future__ import annotations

from math import log2
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.charset import DIGITS, LOWER, UPPER, WORD, CharSet
from dsl.charset import LETTERS as ALL_LETTERS

KINDS: Final = ("digits", "one case", "letters", "word", "other", "small letter", "capital letter", "digit", "sign")
DIGIT_CLASS, ONE_CASE, LETTER_CLASS, WORD_CLASS, OTHER_CLASS, SMALL, CAPITAL, DIGIT, SIGN = range(len(KINDS))
GROUP: Final = len(KINDS)  # the body of a repeat that is no leaf
START: Final = GROUP  # what stands before the first leaf
MOST_AGAIN: Final = 7  # the m of an {n,m} that is cheap to name again
LEAST_LEAF: Final = 1.0  # bits of a leaf, however likely: one that nothing asks for must not be for free
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
NO_LETTER: Final = len(LETTERS)
FORMS: Final = ("?", "+", "*", "{n}", "{n,}", "{0,m}", "{1,m}", "{n,m}")
OPTION, PLUS, STAR, EXACT, OPEN_FROM, FROM_ZERO, FROM_ONE, BOUNDED = range(len(FORMS))


class Prior(NamedTuple):
    """Bits, to be added to those of `Prices`; the weights are shares of the bits of counts."""

    follows: NDArray[np.float64]  # (kinds + 1, kinds), a leaf behind a leaf, unless it is named as one written before
    alternatives: NDArray[np.float64]  # (kinds + 1,), | behind a leaf
    repeats: NDArray[np.float64]  # (kinds + 1, forms), of a body
    least: NDArray[np.float64]  # (kinds + 1,), for each time that the n of {n}, {n,} and {n,m} is twice as large
    spread: NDArray[np.float64]  # (kinds + 1,), for each time that m - n is twice as large
    bounded: NDArray[np.float64]  # (kinds + 1,), weight of the counts of {n,m}
    unbounded: NDArray[np.float64]  # (kinds + 1,), weight of the counts of + and *


def leaf_kind(charset: CharSet) -> int:
    """The kind of a class, or of the character that is alone in it."""
    single = len(charset) == 1
    if charset <= DIGITS:
        return DIGIT if single else DIGIT_CLASS
    if charset <= ALL_LETTERS:
        if single:
            return CAPITAL if charset <= UPPER else SMALL
        return ONE_CASE if charset <= LOWER or charset <= UPPER else LETTER_CLASS
    if single:
        return _letter_kind(next(iter(charset)))
    return WORD_CLASS if charset <= WORD else OTHER_CLASS


def letter_of(charset: CharSet) -> int:
    """Which letter a leaf is, in either case; NO_LETTER if it is a class or another character."""
    found = LETTERS.find(charset.first().lower()) if len(charset) == 1 else NO_LETTER
    return found if found >= 0 else NO_LETTER


def _letter_kind(character: str) -> int:
    if not character.isalpha():
        return SIGN
    return CAPITAL if character.isupper() else SMALL


def form_of(low: int, high: int | None) -> int:
    """The form of the counts of a repeat."""
    if (low, high) == (0, 1):
        return OPTION
    if high is None:
        return (STAR, PLUS)[low] if low <= 1 else OPEN_FROM
    if low == high:
        return EXACT
    return (FROM_ZERO, FROM_ONE)[low] if low <= 1 else BOUNDED


def repeat_terms(low: int, high: int | None) -> tuple[int, float, float]:
    """The form of the counts of a repeat, and how often it pays `least` and `spread`."""
    least = log2(low) if low > 1 else 0.0
    spread = log2(high - low) if high is not None and high > max(low, 1) else 0.0
    return form_of(low, high), least, spread
