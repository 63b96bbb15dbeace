"""Places within rules: what stands where, and rules with something else in its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from dsl.expressions.edits import Path, graft, paths, subtree
from dsl.expressions.expression import EPSILON, Concat, Expression, Repeat, Union, children, concat, rebuild

LONGEST_SPAN: Final = 6

Rules: TypeAlias = Mapping[str, Expression]


def alternatives(expression: Expression) -> tuple[Expression, ...]:
    """What a rule may be: the parts of a union, ε among them where the whole is optional."""
    match expression:
        case Union(parts):
            return parts
        case Repeat(body, 0, 1):
            return EPSILON, *alternatives(body)
        case _:
            return (expression,)


class Span(NamedTuple):
    """In a rule, the parts from `start` to `end` of the concatenation at `path`; or, both None, the node there."""

    rule: str
    path: Path
    start: int | None
    end: int | None
    content: Expression

    @property
    def is_rule(self) -> bool:
        """Whether this is all there is on the right of a rule."""
        return not self.path and self.start is None


def spans(rules: Rules, longest: int = LONGEST_SPAN) -> Iterator[Span]:
    """All nodes of all rules, and all that lies within a concatenation and has two to `longest` parts."""
    for name, expression in rules.items():
        for path in paths(expression):
            node = subtree(expression, path)
            yield Span(name, path, None, None, node)
            if isinstance(node, Concat):
                for start in range(len(node.parts) - 1):
                    for end in range(start + 2, min(start + longest, len(node.parts)) + 1):
                        if end - start < len(node.parts):
                            yield Span(name, path, start, end, Concat(node.parts[start:end]))


def distinct(found: Iterable[Span]) -> dict[Expression, list[Span]]:
    """The spans by what they hold."""
    by_content: defaultdict[Expression, list[Span]] = defaultdict(list)
    for span in found:
        by_content[span.content].append(span)
    return by_content


def put(rules: Rules, span: Span, replacement: Expression) -> dict[str, Expression]:
    """The rules with one span replaced."""
    expression = rules[span.rule]
    if span.start is not None:
        parts = children(subtree(expression, span.path))
        replacement = concat(*parts[: span.start], replacement, *parts[span.end :])
    return {**rules, span.rule: graft(expression, span.path, replacement)}


def _substitute(node: Expression, old: Expression, new: Expression) -> Expression:
    """`node` with `new` wherever `old` stands, from left to right."""
    if node == old:
        return new
    parts = [_substitute(part, old, new) for part in children(node)]
    if isinstance(node, Concat) and isinstance(old, Concat):
        width, place = len(old.parts), 0
        while place + width <= len(parts):
            if tuple(parts[place : place + width]) == old.parts:
                parts[place : place + width] = [new]
            place += 1
    return rebuild(node, parts) if parts else node


def put_all(rules: Rules, old: Expression, new: Expression) -> dict[str, Expression]:
    """The rules with `new` wherever `old` stands."""
    return {name: _substitute(expression, old, new) for name, expression in rules.items()}


def put_all_or_one(rules: Rules, found: list[Span], new: Expression) -> Iterator[dict[str, Expression]]:
    """The rules with all spans replaced, which hold the same, and with each of them."""
    old = found[0].content
    untouched = {} if any(span.is_rule for span in found) else {rule: old for rule in rules if rules[rule] == old}
    yield {**put_all(rules, old, new), **untouched}
    if len(found) > 1:
        for span in found:
            yield put(rules, span, new)
