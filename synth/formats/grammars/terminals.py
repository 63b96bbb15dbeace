"""Grammars with terminals of several characters that a lexer may take greedily, and the proof that it may.

Wherever a terminal may end, no character that can follow it goes on with this or another one; others are taken apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import groupby
from typing import Final

from dsl.automata.atoms import Atoms
from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.errors import ExportError
from dsl.expressions.expression import (
    Chars,
    Concat,
    Epsilon,
    Expression,
    Ref,
    Repeat,
    children,
    concat,
    nullable,
    optional,
    rebuild,
    union,
    walk,
)
from dsl.grammars.rules import references
from dsl.grammars.top_down import nonempty, without_empty

_MAX_STATES: Final = 5_000


@dataclass(frozen=True)
class Terminals:
    """Rules over terminals in capitals, these, and the characters `onward[name]` that cannot follow a terminal."""

    rules: Mapping[str, Expression]
    terminals: Mapping[str, Expression]
    onward: Mapping[str, CharSet] = field(default_factory=dict)


def terminals_of(rules: Mapping[str, Expression], *, disjoint: bool = False, in_bytes: bool = False) -> Terminals:
    """The grammar with large terminals that a greedy lexer may take; `disjoint`: and no text is two of them.

    `in_bytes`: the lexer reads UTF-8 byte by byte, and may have begun a character before it sees that it is another.
    Raises ExportError when there are too many terminals to compare.
    """
    cutter = _Cutter()
    plain = without_empty(rules)
    while True:
        found = cutter.cut(plain)
        lexer = _Lexer(list(found.terminals.values()), in_bytes=in_bytes)
        follow = _following(found, dict(zip(found.terminals, lexer.beginnings(), strict=True)))
        conflict = lexer.conflict([follow[name] for name in found.terminals], disjoint=disjoint)
        if conflict is None:
            return replace(found, onward=dict(zip(found.terminals, lexer.onward_sets(), strict=True)))
        cutter.part(conflict)


class _Cutter:
    """Makes terminals of the largest parts of rules that use no rules, other than those in `parted`."""

    def __init__(self) -> None:
        self.parted: set[Expression] = set()
        self.pieces: dict[CharSet, tuple[CharSet, ...]] = {}
        self.names: dict[Expression, str] = {}

    def part(self, conflict: list[Expression]) -> None:
        """Take one of the terminals apart: a large one, else two sets of characters that overlap."""
        large = [expression for expression in conflict if not isinstance(expression, Chars)]
        if large:
            self.parted.add(large[0])
            return
        one, other = (expression.set for expression in conflict[:2] if isinstance(expression, Chars))
        for charset in (one, other):
            if charset != one & other:
                self.pieces[charset] = (one & other, charset - (one & other))

    def cut(self, rules: Mapping[str, Expression]) -> Terminals:
        """The rules over terminals, and these."""
        self.names = {}
        cut = {name: self._cut(body) for name, body in rules.items()}
        return Terminals(cut, {name: expression for expression, name in self.names.items()})

    def _cut(self, node: Expression) -> Expression:
        if not references(node) and node not in self.parted:
            return self._terminal(node)
        if isinstance(node, Concat) and node not in self.parted:
            parts: list[Expression] = []
            for is_flat, run in groupby(node.parts, key=lambda part: not references(part)):
                together = concat(*run)
                parts += [self._cut(together)] if is_flat else [self._cut(part) for part in _parts(together)]
            return concat(*parts)
        return rebuild(node, [self._cut(part) for part in children(node)]) if children(node) else node

    def _terminal(self, node: Expression) -> Expression:
        if isinstance(node, Epsilon):
            return node
        if isinstance(node, Chars) and node.set in self.pieces:
            return union(*(self._terminal(Chars(piece)) for piece in self.pieces[node.set]))
        if nullable(node):  # a terminal is never empty
            return optional(self._cut(nonempty(node)))
        return Ref(self.names.setdefault(node, f"T{len(self.names)}"))


# ------------------------------------------------------------------------------------------------- the proof


class _Lexer:
    """All terminals read side by side: a state holds one of each, -1 where it cannot be this terminal any more."""

    def __init__(self, terminals: list[Expression], *, in_bytes: bool) -> None:
        self.terminals = terminals
        self.atoms = Atoms(node.set for terminal in terminals for node in walk(terminal) if isinstance(node, Chars))
        self.dfas = [DFA.from_expression(terminal, atoms=self.atoms) for terminal in terminals]
        self.live = [dfa.live() for dfa in self.dfas]
        leads = [_first_bytes(atom) if in_bytes else set[int]() for atom in self.atoms.sets]
        self.alike = [
            {other for other in range(len(leads)) if other == atom or leads[other] & leads[atom]}
            for atom in range(len(leads))
        ]

    def conflict(self, follow: list[set[int]], *, disjoint: bool) -> list[Expression] | None:
        """A terminal that ends where an atom may follow with which some go on, and these; `disjoint`: or end too."""
        for states in self.reachable():
            ending, onward = self.ending(states), self.onward(states)
            if disjoint and len(ending) > 1:
                return [self.terminals[number] for number in ending]
            for number in ending:
                for atom in sorted(onward):
                    if follow[number] & self.alike[atom]:
                        return [self.terminals[other] for other in [number, *onward[atom]]]
        return None

    def onward_sets(self) -> list[CharSet]:
        """For each terminal the characters with which it, or another one, goes on where it may end."""
        found = [CharSet() for _ in self.terminals]
        for states in self.reachable():
            onward = reduce(CharSet.__or__, (self.atoms.sets[atom] for atom in self.onward(states)), CharSet())
            for number in self.ending(states):
                found[number] |= onward
        return found

    def beginnings(self) -> list[set[int]]:
        """The atoms that each terminal may begin with."""
        start = self.onward((0,) * len(self.dfas))
        return [{atom for atom, numbers in start.items() if number in numbers} for number in range(len(self.dfas))]

    def onward(self, states: tuple[int, ...]) -> dict[int, list[int]]:
        """The atoms that may be read next, each with the terminals that go on."""
        found: dict[int, list[int]] = {}
        for number, state in enumerate(states):
            for atom, following in enumerate(self.dfas[number].table[state] if state >= 0 else ()):
                if self.live[number][following]:
                    found.setdefault(atom, []).append(number)
        return found

    def ending(self, states: tuple[int, ...]) -> list[int]:
        """The terminals that may end here."""
        return [number for number, state in enumerate(states) if state >= 0 and self.dfas[number].accepting[state]]

    def reachable(self) -> Iterator[tuple[int, ...]]:
        """All states, the start first. Raises ExportError when they are too many."""
        start = (0,) * len(self.dfas)
        seen, pending = {start}, [start]
        while pending:
            states = pending.pop()
            yield states
            for atom, numbers in self.onward(states).items():
                following = [-1] * len(states)
                for number in numbers:
                    following[number] = self.dfas[number].table[states[number]][atom]
                if (key := tuple(following)) not in seen:
                    seen.add(key)
                    pending.append(key)
            if len(seen) > _MAX_STATES:
                raise ExportError("the terminals are too large to compare", hint="use smaller counts")


def _first_bytes(characters: CharSet) -> set[int]:
    """The first bytes of the characters that take several in UTF-8."""
    several = characters & CharSet.between("\x80", "\ud7ff") | characters & CharSet.between("\ue000", "\U0010ffff")
    ends = ((chr(low).encode()[0], chr(high).encode()[0]) for low, high in several.ranges)
    return {first for low, high in ends for first in range(low, high + 1)}


def _following(found: Terminals, beginnings: Mapping[str, set[int]]) -> dict[str, set[int]]:
    """For each terminal the atoms that may come behind it."""
    first: dict[str, set[int]] = {**beginnings, **{name: set() for name in found.rules}}
    follow: dict[str, set[int]] = {name: set() for name in first}

    def begin(node: Expression) -> set[int]:
        match node:
            case Ref(name):
                return first[name]
            case Concat(parts):
                atoms: set[int] = set()
                for part in parts:
                    atoms = atoms | begin(part)
                    if not nullable(part):
                        break
                return atoms
            case _:
                return set().union(*map(begin, children(node)))

    def end(node: Expression, behind: set[int]) -> None:
        match node:
            case Ref(name):
                follow[name] |= behind
            case Concat(parts):
                for part in reversed(parts):
                    end(part, behind)
                    behind = begin(part) | behind if nullable(part) else begin(part)
            case Repeat(body, _, high):
                end(body, behind if high == 1 else behind | begin(body))
            case _:
                for part in children(node):
                    end(part, behind)

    while True:
        before = sum(map(len, [*first.values(), *follow.values()]))
        for name, body in found.rules.items():
            first[name] = first[name] | begin(body)
            end(body, follow[name])
        if before == sum(map(len, [*first.values(), *follow.values()])):
            return follow


def _parts(node: Expression) -> tuple[Expression, ...]:
    return node.parts if isinstance(node, Concat) else (node,)
