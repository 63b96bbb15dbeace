"""Grammars whose language is regular, and the proof: an expression for it.

Rules are put into each other until one is left. A rule that uses itself at its ends alone is a loop:

    x: x "+" x | x "!" | "-" x | a   ->   c("+" c)* with c: "-"* a "!"*

What uses itself in its middle, or inside a repeat, is enclosed: put the empty language in its place, then every string
of its letters, some rounds deep. Where both give the same language, so does the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Final

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import (
    EMPTY,
    MAX_NESTING,
    Chars,
    Concat,
    Expression,
    Ref,
    Repeat,
    Union,
    chars,
    concat,
    depth,
    size,
    star,
    union,
    walk,
)
from dsl.grammar import Grammar
from dsl.grammars.canonical import fresh_names
from dsl.grammars.rules import reachable, references, substituted
from dsl.language import START

_MAX_SIZE: Final = 2_000
_MAX_ALTERNATIVES: Final = 64
_ROUNDS: Final = 3
_MAX_STATES: Final = 1_000

Sequence = tuple[Expression, ...]


def regular_expression(grammar: Grammar) -> Expression | None:
    """An expression for the language of `grammar`, None when no proof was found that it is regular."""
    rules = {name: grammar.rules[name] for name in reachable(grammar.rules)}
    total = sum(map(size, rules.values()))
    if total > _MAX_SIZE + 1:  # whatever goes is put in elsewhere: it gets smaller by a node at most
        return None
    uses = {name: _uses(body) for name, body in rules.items()}
    while len(rules) > 1:
        users = Counter[str]()
        for found in uses.values():
            users.update(found)
        name = min((name for name in rules if name != START), key=lambda name: _cost(name, rules, uses, users))
        del uses[name]
        solved = _solved(name, rules.pop(name))
        if solved is None:
            return None
        for user in [user for user, found in uses.items() if name in found]:
            bodies = {other: Ref(other) for other in uses[user]} | {name: solved}
            rules[user] = substituted(rules[user], bodies)
            uses[user] = _uses(rules[user])
            if depth(rules[user]) > MAX_NESTING:
                return None
        if sum(map(size, rules.values())) > _MAX_SIZE:
            return None
    return _solved(START, rules[START])


def _uses(body: Expression) -> Counter[str]:
    return Counter(node.name for node in walk(body) if isinstance(node, Ref))


def as_repeats(rules: Mapping[str, Expression]) -> dict[str, Expression]:
    """Equal rules in which what uses itself at an end alone is a repeat of terms, rules of their own: lists."""
    found: dict[str, Expression] = {}
    terms = fresh_names(rules)
    for name, body in rules.items():
        loop = _Loop.of(name, body) if name in references(body) else None
        if loop is None or not (loop.between or loop.behind or loop.before):
            found[name] = body
            continue
        term = next(terms)
        found[name] = concat(Ref(term), star(concat(union(*loop.between), Ref(term)))) if loop.between else Ref(term)
        found[term] = concat(star(union(*loop.before)), union(*loop.ends, *loop.enclosed), star(union(*loop.behind)))
    return found


def _cost(name: str, rules: Mapping[str, Expression], uses: Mapping[str, Counter[str]], users: Counter[str]) -> int:
    """What putting a rule in the place of its name writes; those that use themselves come last."""
    return (size(rules[name]) - 1) * users[name] + _MAX_SIZE * (name in uses[name])


def _solved(name: str, body: Expression) -> Expression | None:
    """The rule without itself, over the other rules: they stand for any languages."""
    if name not in references(body):
        return body
    loop = _Loop.of(name, body)
    if loop is None or (loop.enclosed and references(body) != {name}):
        return None
    return _between_bounds(loop, body) if loop.enclosed else loop.solved()


@dataclass(frozen=True)
class _Loop:
    """The alternatives of a rule: those with itself at both ends, first, last, in the middle, and without itself."""

    name: str
    between: tuple[Expression, ...]
    behind: tuple[Expression, ...]
    before: tuple[Expression, ...]
    enclosed: tuple[Expression, ...]
    ends: tuple[Expression, ...]

    @classmethod
    def of(cls, name: str, body: Expression) -> _Loop | None:
        """The alternatives of `body`; None when there are too many."""
        found: dict[str, list[Expression]] = {kind: [] for kind in ("between", "behind", "before", "enclosed", "ends")}
        sequences = _spread(body, name)
        if sequences is None:
            return None
        for sequence in sequences:
            uses = [name in references(part) for part in sequence]
            first, last = (sequence[index : index + 1] == (Ref(name),) for index in (0, len(sequence) - 1))
            if not any(uses):
                found["ends"].append(concat(*sequence))
            elif sequence == (Ref(name),):  # x: x
                pass
            elif first and last and sum(uses) == 2:
                found["between"].append(concat(*sequence[1:-1]))
            elif first and sum(uses) == 1:
                found["behind"].append(concat(*sequence[1:]))
            elif last and sum(uses) == 1:
                found["before"].append(concat(*sequence[:-1]))
            else:
                found["enclosed"].append(concat(*sequence))
        return cls(name, **{kind: tuple(parts) for kind, parts in found.items()})

    def solved(self, inner: Expression = EMPTY) -> Expression:
        """The rule, with `inner` in place of itself where it is enclosed."""
        enclosed = (substituted(part, {self.name: inner}) for part in self.enclosed)
        once = concat(star(union(*self.before)), union(*self.ends, *enclosed), star(union(*self.behind)))
        return concat(once, star(concat(union(*self.between), once))) if self.between else once


def _between_bounds(loop: _Loop, body: Expression) -> Expression | None:
    letters = reduce(CharSet.__or__, (node.set for node in walk(body) if isinstance(node, Chars)), CharSet())
    least: Expression = EMPTY
    most = star(chars(letters))
    for _ in range(_ROUNDS):
        least, most = loop.solved(least), loop.solved(most)
        if size(most) > _MAX_SIZE:
            return None
        try:
            low, high = (DFA.from_expression(bound, max_states=_MAX_STATES) for bound in (least, most))
        except LimitError:
            return None
        if low.witness(high) is None:
            return least
    return None


def _spread(node: Expression, name: str) -> list[Sequence] | None:
    """`node` as alternatives of sequences in which `name` stands by itself where it can; None when they are many."""
    match node:
        case Union(parts) if name in references(node):
            spread = [_spread(part, name) for part in parts]
            found = [sequence for part in spread for sequence in part or ()]
            return found if None not in spread and len(found) <= _MAX_ALTERNATIVES else None
        case Concat(parts):
            return _in_sequence([_spread(part, name) for part in parts])
        case Repeat(body, 0, 1) if name in references(node):
            inner = _spread(body, name)
            return None if inner is None else [(), *inner]
        case _:
            return [(node,)]


def _in_sequence(parts: list[list[Sequence] | None]) -> list[Sequence] | None:
    choices = [part for part in parts if part is not None]
    ways = reduce(lambda count, part: count * len(part), choices, 1)
    if len(choices) < len(parts) or ways > _MAX_ALTERNATIVES:
        return None
    return [tuple(part for chosen in way for part in chosen) for way in product(*choices)]
