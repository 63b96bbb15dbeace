"""The character classes that people write by name: what a literal may be widened to."""

from __future__ import annotations

from functools import cache
from typing import Final

from dsl.charset import ALPHANUMERIC, ANY_BUT_NEWLINE, DIGITS, EVERYTHING, LETTERS, LOWER, UPPER, WORD, CharSet

WHITESPACE: Final = CharSet.of(" \t\n\r\f\v")

_A_F = CharSet.between("A", "F")
_a_f = CharSet.between("a", "f")

# class -> bits of its name in the code of the objective; the commoner in practice, the cheaper. Those of [a-z],
# [a-z0-9], the dot, all characters, [0-9A-F] and [1-9] were fitted like prices of searchers.scoring, the others set by
# hand.
NAMED: Final[dict[CharSet, float]] = {
    DIGITS: 2.0,
    LOWER: 6.5,
    UPPER: 4.5,
    LETTERS: 1.0,
    ALPHANUMERIC: 3.0,
    WORD: 5.5,
    UPPER | DIGITS: 5.0,
    LOWER | DIGITS: 6.5,
    ANY_BUT_NEWLINE: 6.0,
    EVERYTHING: 14.0,
    WHITESPACE: 5.0,
    DIGITS | _a_f: 6.0,
    DIGITS | _A_F: 11.0,
    DIGITS | _a_f | _A_F: 7.0,
    DIGITS - CharSet.of("0"): 8.0,
}

# first and last character of the letters of a script, with its two cases apart where it has them
_SCRIPTS: Final = [
    ("à", "ÿ"),
    ("À", "Þ"),
    ("Ā", "ž"),
    ("α", "ω"),
    ("Α", "Ω"),
    ("а", "я"),
    ("А", "Я"),
    ("א", "ת"),
    ("ء", "ي"),
    ("ऀ", "ॿ"),
    ("ก", "ฮ"),
    ("ぁ", "ん"),
    ("ァ", "ン"),
    ("一", "鿿"),
    ("가", "힣"),
]
_SCRIPT_BITS = 2.0


@cache
def scripts() -> dict[CharSet, float]:
    """Letters of the scripts beyond ASCII, with the bits of their names."""
    return {CharSet.between(low, high): _SCRIPT_BITS for low, high in _SCRIPTS}
