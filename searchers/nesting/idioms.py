"""What people mean by a number: digits that do not begin with a superfluous zero."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import Final

from dsl.charset import DIGITS, CharSet
from dsl.expression import Expression, chars, concat, literal, repeat, union

LEAST_BITS: Final = 4.0
LEAST_LONGEST: Final = 8
ZERO_BITS: Final = log2(10 / 9)  # what a digit that might be 0, and is not, tells

NONZERO: Final = chars(DIGITS - CharSet.of("0"))


def number_idiom(lexemes: Mapping[str, int]) -> Expression | None:
    """`0|[1-9][0-9]*` for numbers that avoid leading zeros, with how often each was seen; None without evidence.

    There must be 4 bits of evidence, log2(10/9) for every number of several digits, none of which may begin with 0.
    With as much evidence that "0" itself is avoided, from the numbers of one digit, it is `[1-9][0-9]*`. The width is
    bounded, `0|[1-9][0-9]{0,3}`, only when at least 8 different numbers of several digits have the greatest length.
    """
    if not all(lexeme.isascii() and lexeme.isdigit() for lexeme in lexemes):
        return None
    several = {lexeme: count for lexeme, count in lexemes.items() if len(lexeme) > 1}
    if any(lexeme[0] == "0" for lexeme in several) or sum(several.values()) * ZERO_BITS < LEAST_BITS:
        return None
    longest = max(map(len, several))
    bounded = sum(len(lexeme) == longest for lexeme in several) >= LEAST_LONGEST
    positive = concat(NONZERO, repeat(chars(DIGITS), 0, longest - 1 if bounded else None))
    single = sum(count for lexeme, count in lexemes.items() if len(lexeme) == 1)
    if "0" not in lexemes and single * ZERO_BITS >= LEAST_BITS:
        return positive
    return union(literal("0"), positive)
