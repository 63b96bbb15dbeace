"""A language as automata that call one another (a recursive transition network, Woods 1970), one for each rule.

The automata are position automata, so that nothing is read between one position and the next: `start: "(" start ")" |`
becomes three positions, of which the second calls `start`. What a call may skip because it derives the empty string is
skipped where it stands, so that every call reads at least one character.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf

from dsl.automata.atoms import Atoms
from dsl.automata.bit_sets import bits
from dsl.automata.components import reached
from dsl.automata.positions import Fragment, PositionAutomaton
from dsl.charset import CharSet
from dsl.expressions.expression import Expression, Ref, optional
from dsl.grammars.report import nullable_rules
from dsl.grammars.rules import reachable, substituted
from dsl.language import START, Language


class Network:
    """The positions of all rules, numbered through; rule 0 is where a text begins.

    `reads[p]` are the atoms that position p reads, `calls[p]` the rule that it calls instead, or -1. Behind it may come
    the positions `following[p]`, or, where `ends[p]`, the end of the rule. `firsts[rule]` are the positions that a rule
    may begin with. `is_nullable` says whether the language has the empty string.
    """

    def __init__(self, language: Language) -> None:
        rules = language.rules
        empty = nullable_rules(rules)
        bodies: dict[str, Expression] = {name: optional(Ref(name)) if name in empty else Ref(name) for name in rules}
        automata = {name: _RuleAutomaton(substituted(rules[name], bodies)) for name in reachable(rules)}
        self.is_nullable = START in empty
        self.atoms = Atoms(charset for automaton in automata.values() for charset in automaton.sets if charset)
        self.reads: list[frozenset[int]] = []
        self.calls: list[int] = []
        self.following: list[tuple[int, ...]] = []
        self.ends: list[bool] = []
        self.firsts: list[tuple[int, ...]] = []
        numbers = {name: number for number, name in enumerate(automata)}
        for automaton in automata.values():
            self._add(automaton, numbers)

    def _add(self, automaton: _RuleAutomaton, numbers: Mapping[str, int]) -> None:
        base = len(self.reads)
        self.firsts.append(tuple(base + position for position in bits(automaton.first)))
        for position, charset in enumerate(automaton.sets):
            name = automaton.called.get(position)
            self.reads.append(frozenset(self.atoms.atoms_in(charset)) if name is None else frozenset())
            self.calls.append(-1 if name is None else numbers[name])
            self.following.append(tuple(base + other for other in bits(automaton.follow[position])))
            self.ends.append(bool(automaton.last >> position & 1))

    def keep(self, usable: Collection[int]) -> None:
        """Leave out what cannot be part of any string over the `usable` atoms."""
        self.reads = [atoms & frozenset(usable) for atoms in self.reads]
        productive: set[int] = set()
        while new := {
            rule for rule in range(len(self.firsts)) if rule not in productive and self._ends(rule, productive)
        }:
            productive |= new
        passable = {position for position in range(len(self.reads)) if self._is_passable(position, productive)}
        passable &= self._before([position for position in passable if self.ends[position]], passable)
        self.firsts = [tuple(position for position in first if position in passable) for first in self.firsts]
        self.following = [tuple(position for position in after if position in passable) for after in self.following]

    @cached_property
    def rests(self) -> list[float]:
        """The least number of characters that come behind each position before its rule ends; inf: it never does."""
        return self.least_behind([1.0] * len(self.reads))

    def least_behind(self, prices: Sequence[float]) -> list[float]:
        """The least price of what is read behind each position before its rule ends, given that of each position."""
        costs = [price if rule < 0 else inf for price, rule in zip(prices, self.calls, strict=True)]
        least = [inf] * len(self.firsts)
        rests = [0.0 if ends else inf for ends in self.ends]
        changed = True
        while changed:  # the least fixed point, from above
            changed = False
            for position in reversed(range(len(rests))):  # most of what follows has greater numbers
                found = min([inf, *(costs[after] + rests[after] for after in self.following[position])])
                if found < rests[position]:
                    rests[position], changed = found, True
            for rule, firsts in enumerate(self.firsts):
                found = min([inf, *(costs[first] + rests[first] for first in firsts)])
                if found < least[rule]:
                    least[rule], changed = found, True
            costs = [cost if rule < 0 else least[rule] for cost, rule in zip(costs, self.calls, strict=True)]
        return rests

    def _is_passable(self, position: int, productive: Collection[int]) -> bool:
        return bool(self.reads[position]) or self.calls[position] in productive

    def _ends(self, rule: int, productive: Collection[int]) -> bool:
        """Whether the end of a rule can be reached by calling `productive` rules alone."""

        def passable(positions: Iterable[int]) -> Iterator[int]:
            return (position for position in positions if self._is_passable(position, productive))

        walked = reached(passable(self.firsts[rule]), lambda position: passable(self.following[position]))
        return any(self.ends[position] for position in walked)

    def _before(self, ends: Iterable[int], passable: Collection[int]) -> set[int]:
        """The passable positions from which one of `ends` can be reached."""
        before: dict[int, list[int]] = {}
        for position in passable:
            for after in self.following[position]:
                before.setdefault(after, []).append(position)
        return set(reached(ends, lambda position: before.get(position, ())))


class _RuleAutomaton(PositionAutomaton):
    """The position automaton of a rule; a position that calls a rule reads nothing."""

    def __init__(self, expression: Expression) -> None:
        self.called: dict[int, str] = {}
        super().__init__(expression)

    def _reference(self, name: str) -> Fragment:
        self.called[len(self.sets)] = name
        return self._position(CharSet())
