"""An expression with its parts as they are told apart when it matches: equal parts at two places are two."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.expressions.expression import Chars, Expression, Repeat, children
from searchers.starts.simplification import is_word


@dataclass(frozen=True, eq=False)  # equal parts at two places match different pieces
class Part:
    """A part and those that it is made of; none of a class, a run of one, or a word, which reads as nothing else."""

    expression: Expression
    children: tuple[Part, ...]


def parts_of(expression: Expression) -> Part:
    """The expression as a part."""
    return Part(expression, () if _is_leaf(expression) else tuple(map(parts_of, children(expression))))


def _is_leaf(expression: Expression) -> bool:
    leaf = expression.body if isinstance(expression, Repeat) else expression
    return isinstance(leaf, Chars) or is_word(expression)
