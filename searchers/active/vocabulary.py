"""Words that formal languages often have: what an oracle is asked about where only certain words are allowed."""

from __future__ import annotations

import builtins
import calendar
import keyword
import math
import re
import token
from collections.abc import Iterable
from functools import cache
from typing import Final

_OTHER_OPERATORS: Final = "<> => <-> <=> <- && || ++ -- === !== :: \\/ /\\ |-"


@cache
def operators() -> tuple[str, ...]:
    """Operators of two signs and more, as Python and other languages write them."""
    return tuple(sorted({*(sign for sign in token.EXACT_TOKEN_TYPES if len(sign) > 1), *_OTHER_OPERATORS.split()}))


_CLOCK: Final = re.compile(r"\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d|[AaPp][Mm])?")
_CLOCKS: Final = ("12:34", "12:34:56", "12:34:56.789")
_ZONES: Final = ("", "Z", "+01:00", "-05:00", "+0100", " AM", " PM")


def times_of_day(text: str) -> list[str]:
    """The text with its first time of day written in all common ways: seconds and a time zone are seldom required."""
    match = _CLOCK.search(text)
    if match is None:
        return []
    return [text[: match.start()] + clock + zone + text[match.end() :] for clock in _CLOCKS for zone in _ZONES]


@cache
def _families() -> tuple[frozenset[str], ...]:
    """Keywords and functions as Python names them, months, days, literals and words of statements and formulas."""
    lists = [
        keyword.kwlist,
        [*dir(math), *dir(builtins)],
        *(map(str.lower, names) for names in (calendar.month_abbr, calendar.month_name)),
        *(map(str.lower, names) for names in (calendar.day_abbr, calendar.day_name)),
        ["true", "false", "null", "nil", "none", "undefined"],
        ["skip", "then", "do", "end", "begin", "repeat", "until", "if", "else", "while", "for", "return", "break"],
        ["and", "or", "not", "xor", "nor", "nand", "implies", "iff", "mod", "div"],
    ]
    return tuple(frozenset(word for word in words if word.isalnum() and word.islower()) for words in lists)


def related_words(words: Iterable[str]) -> list[str]:
    """Words of the families that some of the words, in lower case, are of."""
    known = set(words)
    families = [family for family in _families() if family & known]
    return sorted(frozenset().union(*families))
