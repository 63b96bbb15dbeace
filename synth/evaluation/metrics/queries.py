"""Queries: whether they are the same up to the order of their parts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any

from synth.evaluation.metrics.libraries import evaluation_extra


def exact_match(gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
    """`exact`, the share that is the same."""
    return {"exact": sum(one == other for one, other in zip(gold, predicted, strict=True)) / max(len(gold), 1)}


def exact_set_match(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, float]:
    """`exact` of queries in SQL as sets of parts, `parses` the share that is SQL, `string` of queries word by word.

    What may stand in any order (columns of SELECT, tables of FROM, conditions joined by AND or OR, both sides of =) is
    compared without it, in any case of letters, as for Spider (Yu et al. 2018).
    """
    pairs = [(sql_parts(one), sql_parts(other)) for one, other in zip(gold, predicted, strict=True)]
    same = sum(other is not None and one == other for one, other in pairs)
    texts = sum(one.split() == other.split() for one, other in zip(gold, predicted, strict=True))
    count = max(len(pairs), 1)
    return {
        "exact": same / count,
        "string": texts / count,
        "parses": sum(other is not None for _, other in pairs) / count,
    }


@lru_cache(maxsize=100_000)
def sql_parts(query: str) -> Hashable | None:
    """A query as nested parts, those without an order as sets with counts; None where it is no SQL."""
    with evaluation_extra("comparing SQL"):
        from sqlglot import exp, parse_one
        from sqlglot.errors import SqlglotError
    try:
        return _parts(parse_one(query), (exp.And, exp.Or, exp.EQ, exp.NEQ))
    except (SqlglotError, RecursionError):  # a network may open brackets without end
        return None


def _parts(node: Any, unordered: tuple[Any, ...]) -> Hashable:  # noqa: ANN401
    from sqlglot import exp

    if not isinstance(node, exp.Expression):
        return str(node).lower()
    kind = type(node).__name__
    if isinstance(node, exp.Paren):
        return _parts(node.this, unordered)
    if isinstance(node, unordered):
        sides = node.flatten() if isinstance(node, exp.And | exp.Or) else [node.this, node.expression]
        return kind, _counted(sides, unordered)
    if isinstance(node, exp.Select):
        sources = [node.args.get("from") or node.args.get("from_"), *(node.args.get("joins") or ())]
        tables = [one.this if one is not None and not one.args.get("on") else one for one in sources]
        said = ("from", "from_", "joins", "expressions")
        others = {key: value for key, value in node.args.items() if key not in said}
        return kind, _counted(node.expressions, unordered), _counted(tables, unordered), _named(others, unordered)
    return kind, _named(node.args, unordered)


def _named(arguments: dict[str, Any], unordered: tuple[Any, ...]) -> Hashable:
    found = []
    for key, value in sorted(arguments.items()):
        if value is None or value is False or value == []:
            continue
        parts = (
            tuple(_parts(part, unordered) for part in value) if isinstance(value, list) else _parts(value, unordered)
        )
        found.append((key, parts))
    return tuple(found)


def _counted(nodes: Any, unordered: tuple[Any, ...]) -> Hashable:  # noqa: ANN401
    return tuple(sorted((_parts(node, unordered) for node in nodes), key=repr))
