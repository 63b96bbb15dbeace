"""Perturbations of an expression: changes of one part, each of which a question can settle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.charset import DIGITS, LOWER, UPPER, CharSet
from dsl.expressions.edits import Path, paths, subtree
from dsl.expressions.expression import (
    EPSILON,
    Chars,
    Concat,
    Expression,
    Repeat,
    Union,
    chars,
    children,
    concat,
    rebuild,
    repeat,
)

SIGNS: Final = CharSet.of(" !#$%&'()*+,-./:;<=>?@[]^_|~")
KINDS: Final = (DIGITS, LOWER, UPPER, SIGNS)
SPELLED: Final = 12  # characters of a class that are tried one by one
BEYOND: Final = 6  # repetitions tried of an unbounded repeat, beyond its least number


def perturbations(expression: Expression) -> Iterator[Expression]:
    """The expression with one part made narrower, wider, shorter or longer, each in turn, in all of its strings."""
    for path in paths(expression):
        for changed in _changes(subtree(expression, path)):
            yield _with_part(expression, path, changed)


def _with_part(node: Expression, path: Path, changed: Expression) -> Expression:
    """The node with another part at `path`, which no string goes without."""
    if not path:
        return changed
    part = _with_part(children(node)[path[0]], path[1:], changed)
    match node:
        case Repeat(body, low, _):
            return concat(part, repeat(body, max(low - 1, 0), max(low - 1, 0)))  # (ab?){3,} -> ab(ab?){2}
        case Union():
            return part
        case _:
            return rebuild(node, [part if index == path[0] else each for index, each in enumerate(children(node))])


def _changes(node: Expression) -> Iterator[Expression]:
    match node:
        case Chars(charset):
            yield from map(chars, _other_sets(charset))
        case Concat(parts):
            for index, part in enumerate(parts):
                yield concat(*parts[:index], *parts[index + 1 :])  # abc -> ac
                yield concat(*parts[:index], part, *parts[index:])  # abc -> abbc
        case Union(parts):
            yield from parts  # a|b -> a
        case Repeat(body, low, high):
            last = low + BEYOND if high is None else high
            for count in sorted({low - 1, low, last, last + 1} - {-1}):
                yield repeat(body, count, count) if count else EPSILON  # a{2,4} -> a, aa, aaaa, aaaaa


def _other_sets(charset: CharSet) -> Iterator[CharSet]:
    """Members that few examples may have shown, and other characters of their kinds."""
    kinds = [*KINDS, charset - SIGNS - DIGITS - LOWER - UPPER]
    for kind in kinds:
        inside = charset & kind
        if len(charset) > 1 and len(inside) <= SPELLED:
            yield from map(CharSet.of, inside)  # [0-9] -> 0, 1, …
        elif inside:
            yield inside  # [A-Za-z] -> [a-z]
        if outside := kind - charset:
            yield outside  # [a-f] -> [g-z], [0-9]
