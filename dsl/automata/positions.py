"""The position automaton of an expression (Glushkov 1961): one state for each leaf, and one to start from."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import NamedTuple

from dsl.automata.atoms import Atoms
from dsl.automata.bit_sets import bits
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Ref, Repeat, Union

MAX_POSITIONS = 20_000
_MAX_MEMO = 50_000
_OVERHEAD = 2_000  # of a set of states: what this many positions more would take
_MAX_EFFORT = 15_000_000_000  # positions that are gone through, times their bits: some seconds
_FAR = 10_000_000  # errors times characters times positions


class PositionAutomaton:
    """The position automaton of an expression without Ref, its counted repeats written out.

    `sets[p]` are the characters that position `p` reads. `first`, `last` and `follow[p]` are sets of positions as
    bits of an int: where a word may begin, where it may end, what may come behind `p`. `nullable` says whether the
    empty string belongs to the language.

    Raises LimitError beyond `max_positions` positions, ValueError on Ref.
    """

    def __init__(self, expression: Expression, *, max_positions: int = MAX_POSITIONS) -> None:
        self.sets: list[CharSet] = []
        self.follow: list[int] = []
        self._max_positions = max_positions
        self.nullable, self.first, self.last = self._build(expression)
        self._after: dict[int, int] = {}
        self._start = _SetState(1)
        self._determined = {1: self._start}
        self._steps = 0
        self._effort = 0

    def __len__(self) -> int:
        return len(self.sets)

    # ---------------------------------------------------------------------------------------- construction

    def _build(self, node: Expression) -> Fragment:
        match node:
            case Chars(charset):
                return self._position(charset)
            case Concat(parts):
                return self._sequence(parts)
            case Union(parts):
                fragment = _NOTHING
                for part in parts:
                    nullable, first, last = self._build(part)
                    fragment = Fragment(fragment.nullable or nullable, fragment.first | first, fragment.last | last)
                return fragment
            case Repeat(body, low, high):
                return self._repeat(body, low, high)
            case Ref(name):
                return self._reference(name)
            case _:
                return Fragment(isinstance(node, Epsilon), 0, 0)

    def _reference(self, name: str) -> Fragment:
        raise ValueError(f"no position automaton for a grammar: {name}")

    def _position(self, charset: CharSet) -> Fragment:
        if len(self.sets) == self._max_positions:
            raise LimitError(
                f"the expression has more than {self._max_positions:,} positions",
                hint="use * or + instead of large counts, or fewer alternatives",
            )
        self.sets.append(charset)
        self.follow.append(0)
        position = 1 << len(self.sets) - 1
        return Fragment(False, position, position)

    def _sequence(self, parts: tuple[Expression, ...]) -> Fragment:
        whole = Fragment(True, 0, 0)
        for nullable, first, last in reversed([self._build(part) for part in parts]):
            self._connect(last, whole.first)  # to all that may come behind, at once: a?b?c? has an arc for each pair
            whole = Fragment(
                whole.nullable and nullable,
                whole.first | first if nullable else first,
                last | whole.last if whole.nullable else whole.last,
            )
        return whole

    def _repeat(self, body: Expression, low: int, high: int | None) -> Fragment:
        # a{2,4} -> aa(a(a)?)?    a{3,} -> aaa+    (a*b*){3} -> (a*b*){0,3}: empty turns need no arcs
        nullable, first, last = self._build(body)
        low = 0 if nullable else low
        ends = last if low <= 1 else 0
        turn = first
        for count in range(2, (max(low, 1) if high is None else high) + 1):
            previous = last
            _, turn, last = self._build(body)
            self._connect(previous, turn)
            if count >= low:
                ends |= last
        if high is None:
            self._connect(last, turn)
        return Fragment(low == 0, first, ends)

    def _connect(self, ends: int, beginnings: int) -> None:
        for position in bits(ends):
            self.follow[position] |= beginnings

    # ------------------------------------------------------------------------------------------ simulation
    # A set of states is an int: bit 0 is the start, bit p + 1 is position p.

    @cached_property
    def atoms(self) -> Atoms:
        """The partition of Unicode by the sets of the positions."""
        return Atoms(self.sets)

    @cached_property
    def accepting(self) -> int:
        """The states in which a word may end."""
        return self.last << 1 | self.nullable

    @cached_property
    def readers(self) -> list[int]:
        """For each atom the states that are entered by reading it."""
        by_set: defaultdict[CharSet, int] = defaultdict(int)
        for position, charset in enumerate(self.sets):
            by_set[charset] |= 2 << position
        readers = [0] * len(self.atoms)
        for charset, states in by_set.items():
            for atom in self.atoms.atoms_in(charset):
                readers[atom] |= states
        return readers

    @cached_property
    def _successors(self) -> list[int]:
        return [self.first << 1, *(following << 1 for following in self.follow)]

    def after(self, states: int) -> int:
        """The states that may come directly behind any of `states`, whatever is read."""
        found = self._after.get(states)
        if found is None:
            self._note_effort(states)
            found = 0
            for state in bits(states):
                found |= self._successors[state]
            if len(self._after) >= _MAX_MEMO:
                self._after.clear()
            self._after[states] = found
        return found

    def _note_effort(self, states: int) -> None:
        self._effort += states.bit_count() * (len(self) + _OVERHEAD)
        if self._effort > _MAX_EFFORT:
            raise LimitError(
                f"many of the {len(self):,} positions are at hand at once", hint="use * or + instead of optional parts"
            )

    def accepts(self, text: str) -> bool:
        """Whether `text` belongs to the language, in linear time. Raises LimitError when too many states slow it."""
        return bool(self.reached(1, text) & self.accepting)

    def reached(self, states: int, text: str) -> int:
        """The states after reading `text` from any of `states`. Raises LimitError when too many states slow it."""
        self._effort = 0
        state = self._determined.setdefault(states, _SetState(states))
        for character in text:
            if not state.states:
                return 0
            state = state.get(character) or self._step(state, character)
        return state.states

    def _step(self, state: _SetState, character: str) -> _SetState:
        # a DFA made as it is needed: a step that was taken before is one dictionary look-up
        states = self.after(state.states) & self.readers[self.atoms.atom_of(character)]
        if self._steps >= _MAX_MEMO:
            self._forget()
        following = self._determined.setdefault(states, _SetState(states))
        state[character] = following
        self._steps += 1
        return following

    def _forget(self) -> None:
        for state in self._determined.values():
            state.clear()
        self._determined.clear()
        self._determined[1] = self._start
        self._steps = 0

    def distance(self, text: str) -> int:
        """The least edits into the language, exact (Wu and Manber 1992). Raises LimitError on ∅, and when slow."""
        self._effort = 0
        if not self.accepting:
            raise LimitError("no string has a distance to the empty language", hint="give a pattern that matches")
        readers = [self.readers[self.atoms.atom_of(character)] for character in text]
        reached, moved = [1], [self.after(1)]
        for reader in readers:
            reached.append(moved[-1] & reader)
            moved.append(self.after(reached[-1]))
        errors = 0
        while not reached[-1] & self.accepting:
            errors += 1
            if errors * len(reached) * len(self) > _FAR:
                from dsl.automata.distance import (
                    far_distance,  # the two modules know each other: this one is quick to import
                )

                return far_distance(self, text)
            reached, moved = self._one_error_more(reached, moved, readers)
        return errors

    def _one_error_more(self, reached: list[int], moved: list[int], readers: list[int]) -> tuple[list[int], list[int]]:
        """The states of one more level at every place of the text, and what may come behind them."""
        more, more_moved = [], []
        matched = deleted = 0
        for index, states in enumerate(reached):
            found = states | moved[index] | matched | deleted
            more.append(found)
            more_moved.append(moved[index] | self.after(found & ~states))
            if index < len(readers):
                matched, deleted = more_moved[index] & readers[index], states | moved[index]
        return more, more_moved


class Fragment(NamedTuple):
    """What a part of an expression adds: whether it may be empty, and the positions where it begins and ends."""

    nullable: bool
    first: int
    last: int


_NOTHING = Fragment(False, 0, 0)


class _SetState(dict[str, "_SetState"]):
    """A set of states and, for the characters read from it so far, the next set."""

    __slots__ = ("states",)

    def __init__(self, states: int) -> None:
        super().__init__()
        self.states = states

    def __bool__(self) -> bool:
        return True  # also while nothing has been read from it
