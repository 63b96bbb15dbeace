"""Rules that Lark can take in: it multiplies alternatives out, also those of counts.

`("-" "a".."z"~1..20)~0..5` would become three million sequences; with what is repeated in a rule of its own it is 26.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Final

from dsl.expressions.expression import Concat, Expression, Ref, Repeat, Union, children, rebuild
from dsl.expressions.expression import repeat as repeated
from dsl.grammars.canonical import fresh_name

_MOST: Final = 200  # alternatives of one sequence


def taken_apart(rules: Mapping[str, Expression]) -> dict[str, Expression]:
    """The rules, with rules of their own for parts where alternatives would multiply."""
    apart = _Apart(rules)
    for name, body in rules.items():
        apart.rules[name] = apart.smaller(body)
    return apart.rules


class _Apart:
    def __init__(self, rules: Mapping[str, Expression]) -> None:
        self.rules = dict(rules)
        self._names: dict[Expression, str] = {}

    def smaller(self, node: Expression) -> Expression:
        if children(node):
            node = rebuild(node, [self.smaller(part) for part in children(node)])
        match node:
            case Repeat(body, low, high) if max(low, high or 0) > 1 and alternatives(body) > 1:
                return repeated(self._named(body), low, high)
            case Concat(parts):
                return self._sequence(list(parts))
            case _:
                return node

    def _sequence(self, parts: list[Expression]) -> Expression:
        while prod(counts := list(map(alternatives, parts))) > _MOST:
            largest = counts.index(max(counts))
            parts[largest] = self._named(parts[largest])
        return Concat(tuple(parts))

    def _named(self, node: Expression) -> Ref:
        name = self._names.get(node)
        if name is None:
            name = self._names[node] = fresh_name(self.rules)
            self.rules[name] = node
        return Ref(name)


def alternatives(node: Expression) -> int:
    """How many sequences without alternatives an expression is multiplied out to; a rule, and turns of it, are one."""
    match node:
        case Union(parts):
            return sum(map(alternatives, parts))
        case Concat(parts):
            return prod(map(alternatives, parts))
        case Repeat(body, 0, 1):
            return alternatives(body) + 1
        case Repeat(_, low, None):
            return 2 if low == 0 else 1
        case Repeat(body, low, high) if high is not None:
            return sum(alternatives(body) ** count for count in range(low, high + 1))
        case _:
            return 1
