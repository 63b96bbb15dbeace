"""Words that formal languages often have: what an oracle is asked about where only certain words are allowed."""

from __future__ import annotations

import builtins
import keyword
import math
from functools import cache


@cache
def common_words() -> tuple[str, ...]:
    """Keywords, literals and functions, as Python names them, and the literals of other languages."""
    functions = (name for module in (math, builtins) for name in dir(module))
    words = {*keyword.kwlist, *functions, "true", "false", "null", "nil", "skip", "then", "do", "end", "xor", "mod"}
    return tuple(sorted(word for word in words if word.isalnum() and word.islower()))
