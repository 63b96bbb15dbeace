"""Self-embedding: some nonterminal derives itself with something on both sides, as in no regular grammar."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from dsl.expressions.expression import Concat, Expression, Ref, Repeat, children
from dsl.grammar import Grammar


def is_self_embedding(grammar: Grammar) -> bool:
    """Whether A ⇒* u A v with u and v not empty for some nonterminal A (Chomsky 1959)."""
    edges = {name: list(_references(body, left=False, right=False)) for name, body in grammar.rules.items()}
    reached = {name: {other for other, _, _ in found} for name, found in edges.items()}
    for through, name in product(edges, edges):  # the transitive closure (Warshall 1962)
        if through in reached[name]:
            reached[name] |= reached[through]
    for name in edges:
        loop = {other for other in reached[name] if name in reached[other]}
        inside = [edge for other in loop for edge in edges[other] if edge[0] in loop]
        if any(left for _, left, _ in inside) and any(right for _, _, right in inside):
            return True
    return False


def _references(node: Expression, *, left: bool, right: bool) -> Iterator[tuple[str, bool, bool]]:
    """Each reference with whether something stands to its left and to its right."""
    if isinstance(node, Ref):
        yield node.name, left, right
    elif isinstance(node, Concat):
        last = len(node.parts) - 1
        for index, part in enumerate(node.parts):
            yield from _references(part, left=left or index > 0, right=right or index < last)
    else:
        again = isinstance(node, Repeat) and (node.high is None or node.high > 1)
        for child in children(node):
            yield from _references(child, left=left or again, right=right or again)
