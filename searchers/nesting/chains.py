"""Operands and separators: where one more of them is seen, people mean any number."""

from __future__ import annotations

from itertools import pairwise

from dsl.expression import Concat, Expression, Repeat, children, concat, rebuild, repeat


def chain(node: Expression) -> Expression:
    """The expression with open repeats for what continues, or leads up to, the part beside it."""
    node = rebuild(node, [chain(child) for child in children(node)])
    if not isinstance(node, Concat):
        return node
    parts = list(node.parts)
    for place, (part, after) in enumerate(pairwise(node.parts)):
        if _ends(after)[1] == _repeated(part):  # x(,x)? -> x(,x)*
            parts[place + 1] = _opened(after)
        if _ends(part)[0] == _repeated(after):  # (x,)?x -> (x,)*x
            parts[place] = _opened(part)
    return concat(*parts)


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
