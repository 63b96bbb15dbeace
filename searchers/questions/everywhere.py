"""What may be meant by all parts of an expression at once: any number of times, wider classes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product
from typing import Final

from dsl.charset import ALPHANUMERIC, LETTERS, CharSet
from dsl.expressions.expression import Chars, Concat, Expression, Repeat, children, rebuild, repeat
from searchers.questions.changes import ANY, WORD

KINDS: Final = (None, LETTERS, ALPHANUMERIC, WORD, ANY)


def everywhere(expression: Expression) -> Iterator[Expression]:
    """[A-Z][a-z]{3}( [a-z]{2}){0,2} -> [A-Z]+[a-z]+( [a-z]+)*, [A-Za-z][A-Za-z]{3}( [A-Za-z]{2}){0,2}, …"""
    for kind, is_open in product(KINDS, (False, True)):
        if kind is not None or is_open:
            yield _wider(expression, kind, is_open=is_open)


def _wider(node: Expression, kind: CharSet | None, *, is_open: bool) -> Expression:
    match node:
        case Chars(charset) if len(charset) > 1:
            wide = node if kind is None or not charset <= kind else Chars(kind)
            return repeat(wide, 1, None) if is_open else wide
        case Repeat(Chars(charset) as leaf, low, high) if is_open and len(charset) > 1:
            return repeat(_wider(leaf, kind, is_open=False), min(low, 1), None)
        case Repeat(body, low, high) if is_open and high != 1:
            return repeat(_wider(body, kind, is_open=True), min(low, 1), None)
    parts = [_wider(part, kind, is_open=is_open) for part in children(node)]
    if isinstance(node, Concat) and is_open:
        parts = [part for part, _ in groupby(parts)]  # [A-Za-z]+[A-Za-z]+ -> [A-Za-z]+
    return rebuild(node, parts) if parts else node
