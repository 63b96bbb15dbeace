"""Edits of expressions, in normal form: the single-token neighbourhood, and the random edits that evolution draws."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from dsl.charset import CharSet
from dsl.expressions.expression import (
    EPSILON,
    Chars,
    Concat,
    Empty,
    Expression,
    Repeat,
    Union,
    chars,
    children,
    concat,
    optional,
    plus,
    rebuild,
    size,
    star,
    union,
)

MAX_SIZE: Final = 100
_TRIES: Final = 10
_GRAFT_LEAVES: Final = 3
_LONGEST_GROUP: Final = 4

Path = tuple[int, ...]


def single_token_edits(expression: Expression, sets: Sequence[CharSet]) -> Iterator[Expression]:
    """Everything that one token makes of `expression`, with repetitions; literals come out of `sets`."""
    yield EPSILON
    yield from _edits_within(expression, sets)


def _edits_within(node: Expression, sets: Sequence[CharSet]) -> Iterator[Expression]:
    yield from _edits_at(node, sets)
    parts = children(node)
    for index, part in enumerate(parts):
        for edited in _edits_within(part, sets):
            yield rebuild(node, (*parts[:index], edited, *parts[index + 1 :]))


def _edits_at(node: Expression, sets: Sequence[CharSet]) -> Iterator[Expression]:
    """The edits whose place is the root of `node`."""
    for charset in sets:
        leaf = chars(charset)
        # a -> ba, ab, a|b
        yield from (concat(leaf, node), concat(node, leaf), union(node, leaf))
        if not children(node):  # a -> b
            yield leaf
    # a -> a*, a+, a?
    yield from (star(node), plus(node), optional(node))
    match node:
        case Concat(parts):
            yield from _concat_edits(parts, sets)
        case Union(parts):
            yield from _union_edits(parts)
        case Repeat(body):
            yield from (body, star(body), plus(body), optional(body))
            yield from _repeat_edits(node)


def _concat_edits(parts: tuple[Expression, ...], sets: Sequence[CharSet]) -> Iterator[Expression]:
    for index in range(len(parts)):
        before, part, after = parts[:index], parts[index], parts[index + 1 :]
        yield concat(*before, *after)  # abc -> ac
        if index:  # abc -> a|bc, (a|b)c
            yield union(concat(*before), concat(part, *after))
            yield concat(*before[:-1], union(before[-1], part), *after)
        for end in range(index + 2, min(index + _LONGEST_GROUP, len(parts)) + 1):
            for wrap in (star, plus, optional):  # abcd -> a(bc)*d
                yield concat(*before, wrap(concat(*parts[index:end])), *parts[end:])
        if isinstance(part, Repeat):  # ab*c -> (ab)*c, a(bc)*
            if before:
                yield concat(*before[:-1], rebuild(part, [concat(before[-1], part.body)]), *after)
            if after:
                yield concat(*before, rebuild(part, [concat(part.body, after[0])]), *after[1:])
        if isinstance(part, Union):  # a(b|c)d -> (ab|c)d, a(bd|c)
            for place, alternative in enumerate(part.parts):
                others = part.parts[:place] + part.parts[place + 1 :]
                if before:
                    yield concat(*before[:-1], union(*others, concat(before[-1], alternative)), *after)
                if after:
                    yield concat(*before, union(*others, concat(alternative, after[0])), *after[1:])


def _union_edits(parts: tuple[Expression, ...]) -> Iterator[Expression]:
    for index, part in enumerate(parts):
        before, after = parts[:index], parts[index + 1 :]
        yield union(*before, *after)  # a|b|c -> a|c
        if index:  # a|b|c -> ab|c, ba|c
            yield union(*before[:-1], concat(before[-1], part), *after)
            yield union(*before[:-1], concat(part, before[-1]), *after)
            for one, other in ((before[-1], part), (part, before[-1])):
                if isinstance(one, Repeat):  # a*|b -> (a|b)*
                    yield union(*before[:-1], rebuild(one, [union(one.body, other)]), *after)
        if isinstance(part, Concat):  # ab|c -> a(b|c), (a|c)b
            yield concat(part.parts[0], union(*before, concat(*part.parts[1:]), *after))
            yield concat(union(*before, concat(*part.parts[:-1]), *after), part.parts[-1])


def _repeat_edits(node: Repeat) -> Iterator[Expression]:
    match node.body:
        case Concat(parts):  # (abc)* -> a(bc)*, (ab)*c
            yield concat(parts[0], rebuild(node, [concat(*parts[1:])]))
            yield concat(rebuild(node, [concat(*parts[:-1])]), parts[-1])
        case Union(parts):  # (a|b|c)* -> (a|c)*|b
            for index, part in enumerate(parts):
                yield union(rebuild(node, [union(*parts[:index], *parts[index + 1 :])]), part)


def mutate(
    expression: Expression, rng: random.Random, sets: Sequence[CharSet], *, max_size: int = MAX_SIZE
) -> Expression:
    """A random subtree or token edited, leaves out of `sets`; itself when ten draws give nothing usable."""
    for _ in range(_TRIES):
        path = rng.choice(list(paths(expression)))
        if rng.random() < 0.5:
            replacement = draw_expression(rng, sets, rng.randint(0, _GRAFT_LEAVES))
        else:
            replacement = rng.choice(list(_edits_at(subtree(expression, path), [rng.choice(sets)])))
        mutated = graft(expression, path, replacement)
        if mutated != expression and _is_usable(mutated, max_size):
            return mutated
    return expression


def crossover(
    one: Expression, other: Expression, rng: random.Random, *, max_size: int = MAX_SIZE
) -> tuple[Expression, Expression]:
    """Both expressions with a random subtree swapped; themselves when ten draws all give ∅ or over `max_size` nodes."""
    for _ in range(_TRIES):
        place, other_place = rng.choice(list(paths(one))), rng.choice(list(paths(other)))
        crossed = graft(one, place, subtree(other, other_place))
        other_crossed = graft(other, other_place, subtree(one, place))
        if _is_usable(crossed, max_size) and _is_usable(other_crossed, max_size):
            return crossed, other_crossed
    return one, other


def _is_usable(expression: Expression, max_size: int) -> bool:
    return not isinstance(expression, Empty) and size(expression) <= max_size


def draw_expression(rng: random.Random, sets: Sequence[CharSet], leaves: int) -> Expression:
    """A random expression with `leaves` leaves out of `sets` before it is put into normal form; ε without leaves."""
    if leaves == 0:
        return EPSILON
    if leaves == 1:
        node: Expression = Chars(rng.choice(sets))
    else:
        first = rng.randint(1, leaves - 1)
        parts = draw_expression(rng, sets, first), draw_expression(rng, sets, leaves - first)
        node = concat(*parts) if rng.random() < 0.7 else union(*parts)
    return rng.choice((star, plus, optional))(node) if rng.random() < 0.2 else node


def paths(expression: Expression) -> Iterator[Path]:
    """The place of every node, as the indices of the children that lead to it; the root is ()."""
    yield ()
    for index, part in enumerate(children(expression)):
        for path in paths(part):
            yield (index, *path)


def subtree(expression: Expression, path: Path) -> Expression:
    """The node at `path`."""
    for index in path:
        expression = children(expression)[index]
    return expression


def graft(expression: Expression, path: Path, replacement: Expression) -> Expression:
    """`expression` with the node at `path` replaced, in normal form."""
    if not path:
        return replacement
    parts = list(children(expression))
    parts[path[0]] = graft(parts[path[0]], path[1:], replacement)
    return rebuild(expression, parts)
