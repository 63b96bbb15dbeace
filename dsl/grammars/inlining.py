"""Grammars without recursion as expressions: each rule is written out where it is used."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from typing import Final

from dsl.expressions.expression import MAX_NESTING, Expression, depth, size
from dsl.grammar import Grammar
from dsl.grammars.rules import references, substituted
from dsl.language import START

MAX_SIZE: Final = 10_000  # nodes; rules that use each other twice double at every step


def inlined(grammar: Grammar) -> Expression | None:
    """The language as one expression; None when rules lead back to themselves, or it would be too large."""
    uses = {name: references(expression) for name, expression in grammar.rules.items()}
    written: dict[str, Expression] = {}
    depths: dict[str, int] = {}
    try:
        for name in TopologicalSorter(uses).static_order():
            depths[name] = depth(grammar.rules[name], depths)
            if depths[name] > MAX_NESTING:
                return None
            written[name] = substituted(grammar.rules[name], written)
            if size(written[name]) > MAX_SIZE:
                return None
    except CycleError:
        return None
    return written[START]
