"""Operands and separators: where one more of them is seen, people mean any number."""

from __future__ import annotations

from itertools import pairwise

from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Concat, Expression, Repeat, children, concat, rebuild, repeat


def chain(node: Expression, operands: CharSet, point: CharSet) -> Expression:
    """Open repeats for what continues the part beside it, if they hold operands, but not behind a decimal point."""
    node = rebuild(node, [chain(child, operands, point) for child in children(node)])
    if not isinstance(node, Concat):
        return node
    parts = list(node.parts)
    for place, (part, after) in enumerate(pairwise(node.parts)):
        first, last = _ends(after)
        if last == _repeated(part) and _holds(last, operands) and not _is_within(first, point):  # x(,x)? -> x(,x)*
            parts[place + 1] = _opened(after)
        first, last = _ends(part)
        if first == _repeated(after) and _holds(first, operands) and not _is_within(last, point):  # (x,)?x -> (x,)*x
            parts[place] = _opened(part)
    return concat(*parts)


def _holds(node: Expression, operands: CharSet) -> bool:
    if isinstance(node, Chars):
        return bool(node.set & operands)
    return any(_holds(child, operands) for child in children(node))


def _is_within(node: Expression | None, point: CharSet) -> bool:
    return isinstance(node, Chars) and not node.set - point


def _ends(part: Expression) -> tuple[Expression | None, Expression | None]:
    """What the body of a bounded repeat begins and ends with."""
    match part:
        case Repeat(Concat((first, *_, last)), _, int()):
            return _repeated(first), _repeated(last)
    return None, None


def _repeated(part: Expression) -> Expression:
    return part.body if isinstance(part, Repeat) else part


def _opened(part: Expression) -> Expression:
    return repeat(part.body, part.low, None) if isinstance(part, Repeat) and part.low <= 1 else part
