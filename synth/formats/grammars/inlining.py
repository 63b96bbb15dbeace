"""Rules in the place of their names, where they use no others themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl.expressions.expression import Expression, Ref, depth, size
from dsl.expressions.notation import MAX_DEPTH
from dsl.grammars.rules import references, substituted
from dsl.language import START

_MAX_SIZE: Final = 2_000


def inlined(rules: Mapping[str, Expression]) -> dict[str, Expression]:
    """The rules without those that use no others, as long as that makes them neither much larger nor deep."""
    kept = dict(rules)
    while flat := [name for name, body in kept.items() if name != START and not references(body)]:
        name = min(flat, key=lambda name: size(kept[name]))
        bodies = {other: Ref(other) for other in kept} | {name: kept[name]}
        put = {other: substituted(body, bodies) for other, body in kept.items() if other != name}
        is_large = sum(map(size, put.values())) > max(_MAX_SIZE, 2 * sum(map(size, rules.values())))
        if is_large or max(map(depth, put.values())) > MAX_DEPTH:  # of a chain of rules, each would stand in the next
            break
        kept = put
    return kept
