"""What people mean by few examples: numbers without a superfluous zero, and a handful of letters."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, log2
from typing import Final

from dsl.charset import DIGITS, LOWER, UPPER, CharSet
from dsl.expressions.expression import Expression, chars, concat, literal, repeat, union

LEAST_BITS: Final = 4.0
LEAST_LONGEST: Final = 8
ZERO_BITS: Final = log2(10 / 9)  # what a digit that might be 0, and is not, tells
LEAST_LETTERS_BITS: Final = 24.0
LEAST_TIMES: Final = 2  # one that was seen once lets expect some that were not seen (Good 1953)

LETTERS_ALONE: Final = frozenset(LOWER | UPPER)
NONZERO: Final = chars(DIGITS - CharSet.of("0"))


def number_template(lexemes: Mapping[str, int]) -> Expression | None:
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


def letters_template(lexemes: Mapping[str, int]) -> CharSet | None:
    """`[A-D]`, the single letters among lexemes, with how often each was seen, if no others are meant; else None.

    Every lexeme must be seen twice, and naming the k letters must save 24 bits: log2(26/k) each time that one was seen
    (52 for letters of both cases), less log2 C(26, k) to say which they are.
    """
    seen = {text: times for text, times in lexemes.items() if text in LETTERS_ALONE}
    if not seen or min(lexemes.values()) < LEAST_TIMES:
        return None
    letters = CharSet.of(seen)
    kinds = sum(len(case) for case in (LOWER, UPPER) if letters & case)
    saved = sum(seen.values()) * log2(kinds / len(letters)) - log2(comb(kinds, len(letters)))
    return letters if saved >= LEAST_LETTERS_BITS else None
