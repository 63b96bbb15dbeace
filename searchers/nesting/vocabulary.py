"""Words that formal languages often have: what an oracle is asked about where only certain words are allowed."""

from __future__ import annotations

import builtins
import calendar
import keyword
import math
from functools import cache


@cache
def common_words() -> tuple[str, ...]:
    """Keywords, literals and functions, as Python names them, months and days, and the literals of other languages."""
    functions = (name for module in (math, builtins) for name in dir(module))
    times = (*calendar.month_abbr, *calendar.month_name, *calendar.day_abbr, *calendar.day_name)
    words = {
        *keyword.kwlist,
        *functions,
        *map(str.lower, times),
        "true",
        "false",
        "null",
        "nil",
        "skip",
        "then",
        "do",
        "end",
        "xor",
        "mod",
    }
    return tuple(sorted(word for word in words if word.isalnum() and word.islower()))
