"""Grammars without recursion as expressions: each rule is written out where it is used."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from typing import Final

from dsl.expression import Expression, size
from dsl.grammar import START, Grammar, references, substituted

MAX_SIZE: Final = 10_000  # nodes; rules that use each other twice double at every step


def inlined(grammar: Grammar) -> Expression | None:
    """The language as one expression; None when rules lead back to themselves, or it would be too large."""
    uses = {name: references(expression) for name, expression in grammar.rules.items()}
    written: dict[str, Expression] = {}
    try:
        for name in TopologicalSorter(uses).static_order():
            written[name] = substituted(grammar.rules[name], written)
            if size(written[name]) > MAX_SIZE:
                return None
    except CycleError:
        return None
    return written[START]
