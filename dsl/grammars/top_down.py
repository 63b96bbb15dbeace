"""Grammars for parsers that go from the top down: no rule begins with itself, and no repeat takes an empty turn.

Both are rewritten only where they occur. First rules lose the empty string, which moves to where they are used; then
what begins with itself becomes a repeat (Paull 2000, after Hopcroft and Ullman 1979, section 4.6):

    start: a*          a: "x"?          ->   start: a*              a: "x"
    sum: sum "+" n | n                  ->   sum: n ("+" n)*
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl.automata.components import cycles
from dsl.errors import LimitError
from dsl.expressions.expression import (
    EMPTY,
    EPSILON,
    Concat,
    Epsilon,
    Expression,
    Ref,
    Repeat,
    Union,
    concat,
    nullable,
    optional,
    repeat,
    size,
    star,
    union,
    walk,
)
from dsl.grammar import Grammar
from dsl.grammars.canonical import fresh_name
from dsl.grammars.report import corners, diagnose, is_empty, nullable_rules
from dsl.grammars.rules import derives, reachable, references, substituted, unproductive
from dsl.language import START

MAX_SIZE: Final = 20_000

Rules = dict[str, Expression]


def top_down(rules: Mapping[str, Expression]) -> Rules:
    """Equal rules without left recursion and without empty turns. Raises LimitError when they get too large."""
    kept = {name: rules[name] for name in reachable(rules)}
    left = diagnose(Grammar(kept)).left_recursive
    if not left and not _has_empty_turns(kept):
        return kept
    kept = _without_unit_cycles(without_empty(kept))
    for group in cycles({name: set(corners(body, ())) for name, body in kept.items()}):
        kept = _without_left_recursion(kept, group)
    return {name: kept[name] for name in reachable(kept)}


def _has_empty_turns(rules: Mapping[str, Expression]) -> bool:
    empty = nullable_rules(rules)
    return any(
        isinstance(node, Repeat) and derives(node.body, empty, is_empty)
        for body in rules.values()
        for node in walk(body)
        if not isinstance(node, Repeat) or node.high != 1
    )


# ---------------------------------------------------------------------------------------- the empty string


def without_empty(rules: Mapping[str, Expression]) -> Rules:
    """Equal rules of which only `start` may be empty, and only where no rule uses it; no repeat has empty turns."""
    empty = nullable_rules(rules)
    used = {name for body in rules.values() for name in references(body)}
    start = START
    if START in empty and START in used:
        start = fresh_name(rules)
    bodies: dict[str, Expression] = {name: Ref(start if name == START else name) for name in rules}
    bodies |= {name: optional(bodies[name]) for name in empty}
    filled = {(start if name == START else name): nonempty(substituted(rules[name], bodies)) for name in rules}
    silent = dict.fromkeys(unproductive(filled), EPSILON)  # they had the empty string alone
    if start in silent:
        return {START: EPSILON}
    others = {name: Ref(name) for name in filled} | silent
    filled = {name: nonempty(substituted(body, others)) for name, body in filled.items() if name not in silent}
    if START in empty:
        body = filled[start] if start == START else Ref(start)
        return {START: optional(body)} | {name: body for name, body in filled.items() if name != START}
    return filled


def nonempty(node: Expression) -> Expression:
    """The strings of `node` that are not empty; references have no others. Repeats lose their empty turns."""
    match node:
        case Epsilon():
            return EMPTY
        case Union(parts):
            return union(*map(nonempty, parts))
        case Repeat(body, low, high):
            # (a?)* -> a+
            return repeat(nonempty(body), 1 if low == 0 or nullable(body) else low, high)
        case Concat(parts):
            # a?b? -> ab?|b
            found: Expression = EMPTY  # the strings of the parts behind that are not empty, and all of them
            rest: Expression = EPSILON
            for place in reversed(range(len(parts))):
                if not nullable(parts[place]):  # from here on nothing is empty
                    return concat(*map(_tidy, parts[: place + 1]), rest)
                found = _checked(union(concat(nonempty(parts[place]), rest), found))
                rest = optional(found)
            return found
        case _:
            return node


def _tidy(node: Expression) -> Expression:
    """`node` without empty turns inside."""
    return optional(nonempty(node)) if nullable(node) else nonempty(node)


# ------------------------------------------------------------------------------------------ left recursion


def _without_unit_cycles(rules: Rules) -> Rules:
    """Rules that are each other as one rule: left apart they would be so many ways to read the same.

    x: y | "a"    y: x | "b"   ->   x: "a" | "b"
    """
    parts = {name: body.parts if isinstance(body, Union) else (body,) for name, body in rules.items()}
    units = {name: {part.name for part in found if isinstance(part, Ref)} for name, found in parts.items()}
    groups = [sorted(group, key=lambda name: name != START) for group in cycles(units)]
    names: dict[str, Expression] = {name: Ref(name) for name in rules}
    names |= {name: Ref(group[0]) for group in groups for name in group}
    kept = dict(rules)
    for group in groups:
        within = {Ref(name) for name in group}
        kept[group[0]] = union(*(part for name in group for part in parts[name] if part not in within))
    others = {name for group in groups for name in group[1:]}
    return {name: substituted(body, names) for name, body in kept.items() if name not in others} if groups else rules


def _without_left_recursion(rules: Rules, group: list[str]) -> Rules:
    done = dict(rules)
    for index, name in enumerate(group):
        body = done[name]
        first = set(corners(body, ()))
        for earlier in group[:index]:
            if earlier in first:
                behind, others = _split(body, earlier)
                body = _checked(union(concat(done[earlier], behind), others))
                first = set(corners(body, ()))
        behind, others = _split(body, name)
        done[name] = concat(others, star(nonempty(behind)))  # x: x -> nothing
        _checked(done[name])
    return done


def _checked(node: Expression) -> Expression:
    if size(node) > MAX_SIZE:
        raise LimitError(
            f"without left recursion and empty turns the grammar has more than {MAX_SIZE:,} nodes",
            hint="use a format of parsers that take them, such as lark",
        )
    return node


def _split(node: Expression, name: str) -> tuple[Expression, Expression]:
    """What comes behind `name` where `node` begins with it, and the strings that begin otherwise."""
    if name not in corners(node, ()):
        return EMPTY, node
    match node:
        case Ref():
            return EPSILON, EMPTY
        case Union(parts):
            pairs = [_split(part, name) for part in parts]
            return union(*(behind for behind, _ in pairs)), union(*(other for _, other in pairs))
        case Concat(parts):
            rest = concat(*parts[1:])
            behind, others = _split(parts[0], name)
            if nullable(parts[0]) and name in corners(rest, ()):
                later, without = _split(rest, name)
                return union(concat(behind, rest), later), union(concat(nonempty(others), rest), without)
            return concat(behind, rest), concat(others, rest)
        case Repeat(body, low, high):
            # a{2,5} -> a a{1,4};  a* -> (a a*)?
            behind, others = _split(body, name)
            tail = repeat(body, max(low - 1, 0), None if high is None else high - 1)
            none = EPSILON if low == 0 else EMPTY
            return concat(behind, tail), union(concat(others, tail), none)
        case _:
            return EMPTY, node
