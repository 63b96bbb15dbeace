"""What examples never show, and people often mean: a part may be anything, or any word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.charset import ALPHANUMERIC, EVERYTHING, CharSet
from dsl.expressions.expression import Concat, Expression, chars, concat, repeat

WORD: Final = ALPHANUMERIC | CharSet.of("_-")
ANY: Final = EVERYTHING - CharSet.of("\n")
MOST_PARTS: Final = 12


def generalisations(expression: Expression) -> Iterator[Expression]:
    """The expression with one part, its beginning or its end replaced: [0-9]{4}-[A-Z] -> [0-9]{4}-.*, .+, …"""
    parts = expression.parts if isinstance(expression, Concat) else (expression,)
    last = len(parts)
    if last > MOST_PARTS:
        return
    spans = {*((place, place + 1) for place in range(last)), *((0, end) for end in range(1, last + 1))}
    for first, end in sorted(spans | {(first, last) for first in range(last)}):
        for charset in (ANY, WORD):
            for least in (0, 1):
                yield concat(*parts[:first], repeat(chars(charset), least, None), *parts[end:])
