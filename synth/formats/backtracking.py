"""Tools that try one derivation after the other, and may need 2^n steps on n characters."""

from __future__ import annotations

from typing import Final

from dsl.ambiguity import is_linear
from dsl.errors import LimitError
from dsl.expression import Expression

_SHORT: Final = 14


def affordable(expression: Expression, longest: int) -> int:
    """The characters of the longest strings to try: `longest` only where matching is proved to be linear."""
    try:
        return longest if is_linear(expression) else _SHORT
    except LimitError:
        return _SHORT
