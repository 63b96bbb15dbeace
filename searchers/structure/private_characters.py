"""Private characters that stand for classes of tokens, so that a level is a string and its language a regex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from dsl.expressions.expression import Chars, Expression, children, rebuild, union

_CLASSES: Final = 0xF000


def class_symbol(number: int) -> str:
    """The character that stands for a class."""
    return chr(_CLASSES + number)


def class_of(symbol: str) -> int:
    """The number of the class that a character stands for."""
    return ord(symbol) - _CLASSES


def line_of(numbers: Iterable[int]) -> str:
    """A level as the characters of its classes."""
    return "".join(map(class_symbol, numbers))


def spelled_out(node: Expression, spelled: Mapping[str, Expression]) -> Expression:
    """The expression with each symbol replaced by what it spells, a class of symbols by the union of these."""
    if isinstance(node, Chars):
        return union(*(body for symbol, body in spelled.items() if symbol in node.set))
    return rebuild(node, [spelled_out(child, spelled) for child in children(node)])
