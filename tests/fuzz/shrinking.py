"""What fails, made small: the first smaller thing that fails too, over and over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Final, TypeVar

from dsl.charset import CharSet
from dsl.errors import SynthError
from dsl.expressions.edits import graft, paths, subtree
from dsl.expressions.expression import (
    EPSILON,
    Chars,
    Concat,
    Expression,
    Repeat,
    Union,
    children,
    concat,
    repeat,
    size,
    union,
)
from dsl.grammar import Grammar
from dsl.grammars.rules import reachable

Thing = TypeVar("Thing")
MOST_TRIES: Final = 2_000


def shrunk(
    thing: Thing, smaller: Callable[[Thing], Iterable[Thing]], fails: Callable[[Thing], bool], tries: int = MOST_TRIES
) -> Thing:
    """The thing, or a smaller one of which `fails` says so too."""
    while True:
        for candidate in islice(smaller(thing), tries):
            tries -= 1
            if fails(candidate):
                thing = candidate
                break
        else:
            return thing


def smaller_texts(text: str) -> Iterator[str]:
    """Pieces of a text, the shortest first where it is long."""
    width = len(text)
    while width:
        for start in range(0, len(text), width):
            yield text[:start] + text[start + width :]
        width //= 2


def smaller_expressions(expression: Expression) -> Iterator[Expression]:
    """The expression with a node replaced by something smaller."""
    for path in paths(expression):
        node = subtree(expression, path)
        for replacement in _smaller_nodes(node):
            candidate = graft(expression, path, replacement)
            if _weight(candidate) < _weight(expression):
                yield candidate


def _smaller_nodes(node: Expression) -> Iterator[Expression]:
    yield from children(node)
    yield EPSILON
    match node:
        case Concat(parts):
            for index in range(len(parts)):
                yield concat(*parts[:index], *parts[index + 1 :])
        case Union(parts):
            for index in range(len(parts)):
                yield union(*parts[:index], *parts[index + 1 :])
        case Repeat(body, low, high):
            for fewer in {(0, None), (0, 1), (1, None), (2, 2), (1, 2), (0, 2), (low, low), (low, low + 1)}:
                yield repeat(body, *fewer)
            if high is not None and high > low:
                yield repeat(body, low, high - 1)
            if low:
                yield repeat(body, low - 1, high)
        case Chars(charset) if len(charset) > 1:
            for low_end, high_end in charset.ranges:
                yield Chars(CharSet([(low_end, low_end)]))
                yield Chars(CharSet([(high_end, high_end)]))
                yield Chars(CharSet([(low_end, high_end)]))


def _weight(node: Expression) -> tuple[int, int]:
    """Nodes, and then how large their counts and classes are."""
    match node:
        case Chars(charset):
            return 1, 2 * len(charset.ranges) + (len(charset) > 1)
        case Repeat(_, low, high):
            own = low + (2 if high is None else high)
        case _:
            own = 0
    return size(node), own + sum(_weight(part)[1] for part in children(node))


def smaller_grammars(grammar: Grammar) -> Iterator[Grammar]:
    """The grammar with something smaller in a rule, and without what is not reached then."""
    rules = dict(grammar.rules)
    for name in rules:
        for body in smaller_expressions(rules[name]):
            with suppress(SynthError):
                edited = {**rules, name: body}
                kept = reachable(edited)
                yield Grammar({name: edited[name] for name in rules if name in kept})
