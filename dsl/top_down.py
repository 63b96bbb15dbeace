"""Grammars for parsers that go from the top down: no rule begins with itself, and no repeat takes an empty turn.

Both are rewritten only where they occur. First rules lose the empty string, which moves to where they are used; then
what begins with itself becomes a repeat (Paull 2000, after Hopcroft and Ullman 1979, section 4.6):

    start: a*          a: "x"?          ->   start: a*              a: "x"
    sum: sum "+" n | n                  ->   sum: n ("+" n)*
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from dsl.canonical import fresh_name
from dsl.errors import LimitError
from dsl.expression import (
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
from dsl.grammar import START, Grammar, derives, reachable, references, substituted, unproductive
from dsl.grammar_report import diagnose, nullable_rules

MAX_SIZE: Final = 20_000

Rules = dict[str, Expression]


def top_down(rules: Mapping[str, Expression]) -> Rules:
    """Equal rules without left recursion and without empty turns. Raises LimitError when they get too large."""
    kept = {name: rules[name] for name in reachable(rules)}
    left = diagnose(Grammar(kept)).left_recursive
    if not left and not _has_empty_turns(kept):
        return kept
    kept = _without_unit_cycles(without_empty(kept))
    for group in _groups({name: _corners(body) for name, body in kept.items()}):
        kept = _without_left_recursion(kept, group)
    return {name: kept[name] for name in reachable(kept)}


def _has_empty_turns(rules: Mapping[str, Expression]) -> bool:
    empty = nullable_rules(rules)
    return any(
        isinstance(node, Repeat) and derives(node.body, empty, lambda leaf: isinstance(leaf, Epsilon))
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
            first, rest = _tidy(parts[0]), concat(*parts[1:])
            if nullable(first) and nullable(rest):
                return union(concat(nonempty(first), _tidy(rest)), nonempty(rest))
            return concat(first, _tidy(rest))
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
    groups = _groups(units)
    if not groups:
        return rules
    first, *others = sorted(groups[0], key=lambda name: name != START)
    within = {Ref(name) for name in groups[0]}
    body = union(*(part for name in groups[0] for part in parts[name] if part not in within))
    names = {name: Ref(first if name in others else name) for name in rules}
    kept = {**rules, first: body}
    return _without_unit_cycles({name: substituted(body, names) for name, body in kept.items() if name not in others})


def _groups(corners: Mapping[str, Collection[str]]) -> list[list[str]]:
    """The rules that begin with each other, together; none that does not begin with itself."""
    reach = {name: _reached(name, corners) for name in corners}
    groups: dict[frozenset[str], list[str]] = {}
    for name in corners:
        if name in reach[name]:
            groups.setdefault(frozenset(other for other in reach[name] if name in reach[other]), []).append(name)
    return list(groups.values())


def _corners(node: Expression) -> set[str]:
    match node:
        case Ref(name):
            return {name}
        case Concat(parts):
            found: set[str] = set()
            for part in parts:
                found |= _corners(part)
                if not nullable(part):
                    break
            return found
        case Union(parts):
            return {name for part in parts for name in _corners(part)}
        case Repeat(body, _, _):
            return _corners(body)
        case _:
            return set()


def _reached(name: str, corners: Mapping[str, Collection[str]]) -> set[str]:
    found: set[str] = set()
    pending = [name]
    while pending:
        new = set(corners[pending.pop()]) - found
        found |= new
        pending.extend(new)
    return found


def _without_left_recursion(rules: Rules, group: list[str]) -> Rules:
    done = dict(rules)
    for index, name in enumerate(group):
        body = done[name]
        for earlier in group[:index]:
            behind, others = _split(body, earlier)
            body = union(concat(done[earlier], behind), others)
        behind, others = _split(body, name)
        done[name] = concat(others, star(nonempty(behind)))  # x: x -> nothing
        if size(done[name]) > MAX_SIZE:
            raise LimitError(
                f"without left recursion the grammar has more than {MAX_SIZE:,} nodes",
                hint="use a format of parsers that take left recursion, such as lark",
            )
    return done


def _split(node: Expression, name: str) -> tuple[Expression, Expression]:
    """What comes behind `name` where `node` begins with it, and the strings that begin otherwise."""
    if name not in _corners(node):
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
            if nullable(parts[0]) and name in _corners(rest):
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
