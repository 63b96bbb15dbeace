"""The expression tree: what a regex is made of, and the right-hand sides of a grammar.

Nodes are frozen and compared by value. Build them with the lower-case constructors (`concat`, `union`, `repeat`,
`chars`, `literal`): they keep every expression in one normal form, so that `str(node)` parses back to an equal node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias, cast

from dsl.charset import CharSet

MAX_NESTING: Final = 200  # nodes of an expression made of others; what walks expressions calls itself


class _Node:
    """What all nodes can do."""

    __slots__: tuple[str, ...] = ()

    def __str__(self) -> str:
        from dsl.expressions.notation import (
            write,  # the two modules know each other: a node prints itself, the parser builds nodes
        )

        return write(cast("Expression", self))

    def __reduce__(self) -> tuple[type[_Node], tuple[object, ...]]:
        # dataclasses would look up the fields of each node, which takes longer than all the rest of pickling
        return type(self), tuple(getattr(self, name) for name in self.__slots__)

    def _equals(self, other: object) -> bool:
        # what dataclasses compare by value calls itself: too often for a hundred nested groups
        pending: list[tuple[object, object]] = [(self, other)]
        while pending:
            one, another = pending.pop()
            if one is another:
                continue
            if one.__class__ is not another.__class__:
                return False
            if isinstance(one, Concat | Union):
                parts: tuple[Expression, ...] = another.parts  # type: ignore[attr-defined]
                if len(one.parts) != len(parts):
                    return False
                pending.extend(zip(one.parts, parts, strict=True))
            elif isinstance(one, Repeat):
                if (one.low, one.high) != (another.low, another.high):  # type: ignore[attr-defined]
                    return False
                pending.append((one.body, another.body))  # type: ignore[attr-defined]
            elif one != another:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Empty(_Node):
    """The empty language, ∅."""


@dataclass(frozen=True, slots=True)
class Epsilon(_Node):
    """The language of the empty string alone, ε."""


@dataclass(frozen=True, slots=True)
class Chars(_Node):
    """One character out of a non-empty set."""

    set: CharSet


@dataclass(frozen=True, slots=True)
class Ref(_Node):
    """A nonterminal of a grammar, by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Concat(_Node):
    """Two or more parts in sequence; no part is a Concat, ε or ∅."""

    parts: tuple[Expression, ...]

    def __eq__(self, other: object) -> bool:
        try:
            return isinstance(other, Concat) and self.parts == other.parts
        except RecursionError:
            return self._equals(other)


@dataclass(frozen=True, slots=True)
class Union(_Node):
    """Two or more alternatives, sorted, without repeats; at most one is a Chars, none is a Union, ε or ∅."""

    parts: tuple[Expression, ...]

    def __eq__(self, other: object) -> bool:
        try:
            return isinstance(other, Union) and self.parts == other.parts
        except RecursionError:
            return self._equals(other)


@dataclass(frozen=True, slots=True)
class Repeat(_Node):
    """`body` from `low` to `high` times in sequence; `high` None means without bound."""

    body: Expression
    low: int
    high: int | None

    def __eq__(self, other: object) -> bool:
        try:
            return (
                isinstance(other, Repeat)
                and self.low == other.low
                and self.high == other.high
                and self.body == other.body
            )
        except RecursionError:
            return self._equals(other)


Expression: TypeAlias = Empty | Epsilon | Chars | Ref | Concat | Union | Repeat

EMPTY = Empty()
EPSILON = Epsilon()


def chars(charset: CharSet) -> Expression:
    """One character out of `charset`; ∅ when the set is empty."""
    return Chars(charset) if charset else EMPTY


def literal(text: str) -> Expression:
    """The language of `text` alone."""
    return concat(*map(_character, text))


@lru_cache(maxsize=4096)  # few in a search, and each is met often
def _character(character: str) -> Chars:
    return Chars(CharSet.of(character))


def concat(*parts: Expression) -> Expression:
    """The parts in sequence."""
    flat: list[Expression] = []
    for part in parts:
        if isinstance(part, Empty):
            return EMPTY
        if isinstance(part, Concat):  # a(bc) -> abc
            flat.extend(part.parts)
        elif not isinstance(part, Epsilon):  # aε -> a
            flat.append(part)
    if not flat:
        return EPSILON
    return flat[0] if len(flat) == 1 else Concat(tuple(flat))


def union(*parts: Expression) -> Expression:
    """Any one of the parts."""
    flat: list[Expression] = []
    single: list[CharSet] = []
    optional = False
    pending = list(reversed(parts))
    while pending:
        part = pending.pop()
        match part:
            case Union():  # a|(b|c) -> a|b|c
                pending.extend(part.parts)
            case Chars():  # a|b -> [ab]
                single.append(part.set)
            case Epsilon():
                optional = True
            case Repeat(body, 0, 1):  # a?|b -> (a|b)?
                optional = True
                pending.append(body)
            case Empty():  # a|∅ -> a
                pass
            case _:
                flat.append(part)
    if len(single) == 1:
        flat.append(Chars(single[0]))
    elif single:
        flat.append(Chars(CharSet(pair for charset in single for pair in charset.ranges)))
    distinct = _in_order(set(flat))
    if not distinct:
        return EPSILON if optional else EMPTY
    body = distinct[0] if len(distinct) == 1 else Union(tuple(distinct))
    return repeat(body, 0, 1) if optional else body


def _in_order(parts: set[Expression]) -> list[Expression]:
    by_notation = {str(part): part for part in parts}
    if len(by_notation) < len(parts):  # the letter a and a rule named a are written alike
        return sorted(parts, key=lambda part: (str(part), repr(part)))
    return [by_notation[notation] for notation in sorted(by_notation)]


def repeat(body: Expression, low: int, high: int | None) -> Expression:
    """`body` from `low` to `high` times (None: without bound). Raises ValueError on `high < low` or `low < 0`."""
    if low < 0 or (high is not None and high < low):
        raise ValueError(f"not a range of counts: {low} to {high}")
    if isinstance(body, Empty):  # ∅* -> ε, ∅+ -> ∅
        return EPSILON if low == 0 else EMPTY
    if isinstance(body, Epsilon) or high == 0:  # ε* -> ε, a{0} -> ε
        return EPSILON
    if (low, high) == (1, 1):  # a{1} -> a
        return body
    if isinstance(body, Repeat):
        inner_low, inner_high = body.low, body.high
        if inner_high is None and inner_low <= 1 and (low <= 1 or inner_low == 0):
            # (a*)+ -> a*, (a+)* -> a*, (a+)+ -> a+, (a*){3} -> a*
            return Repeat(body.body, min(low, 1) * inner_low, None)
        if (inner_low, inner_high) == (0, 1) and high is None:  # (a?)+ -> a*
            return Repeat(body.body, 0, None)
        if (inner_low, inner_high) == (0, 1):  # (a?){2,3} -> a{0,3}
            return repeat(body.body, 0, high)
        if (low, high) == (0, 1) and inner_low <= 1:  # (a{1,3})? -> a{0,3}
            return Repeat(body.body, 0, inner_high)
    return Repeat(body, low, high)


def optional(body: Expression) -> Expression:
    """`body?`"""
    return repeat(body, 0, 1)


def star(body: Expression) -> Expression:
    """`body*`"""
    return repeat(body, 0, None)


def plus(body: Expression) -> Expression:
    """`body+`"""
    return repeat(body, 1, None)


def children(node: Expression) -> tuple[Expression, ...]:
    """The direct parts of a node."""
    match node:
        case Concat(parts) | Union(parts):
            return parts
        case Repeat(body, _, _):
            return (body,)
        case _:
            return ()


def repetition(node: Expression) -> tuple[Expression, int, int | None]:
    """What is repeated, and how often; of all but repeats the node itself, once."""
    return (node.body, node.low, node.high) if isinstance(node, Repeat) else (node, 1, 1)


def rebuild(node: Expression, parts: Iterable[Expression]) -> Expression:
    """`node` with its direct parts replaced, normalised again."""
    match node:
        case Concat():
            return concat(*parts)
        case Union():
            return union(*parts)
        case Repeat(_, low, high):
            (body,) = parts
            return repeat(body, low, high)
        case _:
            return node


def walk(node: Expression) -> Iterator[Expression]:
    """The node and everything below it, parents first."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(children(current)))


def depth(node: Expression, names: Mapping[str, int] = MappingProxyType({})) -> int:
    """How many nodes lie one within the other, with `names` as deep as they say, or as leaves."""
    deepest = 0
    pending = [(node, 1)]
    while pending:
        current, level = pending.pop()
        deepest = max(deepest, level - 1 + names.get(current.name, 1) if isinstance(current, Ref) else level)
        pending.extend((part, level + 1) for part in children(current))
    return deepest


def nullable(node: Expression) -> bool:
    """Whether the language contains the empty string. A Ref counts as not nullable."""
    match node:
        case Epsilon():
            return True
        case Concat(parts):
            return all(map(nullable, parts))
        case Union(parts):
            return any(map(nullable, parts))
        case Repeat(body, low, _):
            return low == 0 or nullable(body)
        case _:
            return False


def size(node: Expression) -> int:
    """Nodes of the tree with concatenation and union counted as binary: `ab*|c` has 6 (a, b, c, *, ·, |)."""
    match node:
        case Concat(parts) | Union(parts):
            return sum(map(size, parts)) + len(parts) - 1
        case Repeat(body, _, _):
            return 1 + size(body)
        case _:
            return 1
