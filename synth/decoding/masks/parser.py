"""A parser whose states are numbers: what may still come after all that was read, along all parses at once.

An item is a position about to be read and a stack, the set of items that called its rule (a graph-structured stack,
Tomita 1985). A state is the set of its items that read, so that states repeat wherever the rest of a text may be the
same. A call in last place hands its callers on (Leo 1991), so that lists by right recursion repeat as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import inf
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dsl.automata.components import reached
from synth.decoding.masks.network import Network
from synth.decoding.masks.utf8 import Utf8

DEAD = -1
UNKNOWN = -2
START = 0
_BOTTOM, _OPEN = 0, 1
_END = (-1, _BOTTOM)  # the caller of the first rule: returning to it completes a text
_UNKNOWN_CALLER = (-2, _OPEN)  # returning to it leaves what is known

Item: TypeAlias = tuple[int, int]  # a position and a stack; ~rule is the stack of a rule that is just being entered
Stack: TypeAlias = frozenset[Item]
Part: TypeAlias = tuple[int, int]  # a local state and the stack that it stands on


class Parser:
    """States of a network, found when they are first needed.

    `table[state, symbol]` is the next state, DEAD, or UNKNOWN until `step` was asked; symbols are those of `utf8`: one
    inside a character leads to the same state if some atom that completes the character, by `readable` bytes, is alive.
    Every state that exists leads to a string of the language. `accepting[state]` says whether a text may end there.

    A local state is one whose items have the stack of an unknown caller; `leaving[state]` says whether that caller may
    go on. What follows from local states serves in all contexts: any state is local states with stacks (`parts`), and
    what comes behind the end of a rule are local states with stacks again (`returns`).
    """

    def __init__(self, network: Network, utf8: Utf8, readable: Collection[int] = range(256)) -> None:
        self._network = network
        self._inside = [utf8.completes(state, readable) for state in range(1, len(utf8.table))]
        self._atoms = utf8.atoms
        self._stacks: list[Stack] = [frozenset([_END]), frozenset([_UNKNOWN_CALLER])]
        self._stack_numbers: dict[object, int] = {stack: number for number, stack in enumerate(self._stacks)}
        self._rests: list[float] = [0.0, 0.0]
        self._locals: dict[frozenset[int], int] = {}
        self._parts: dict[int, list[Part]] = {}
        self._returns: dict[int, list[Part]] = {}
        self._items: list[frozenset[Item]] = []
        self._states: dict[tuple[frozenset[Item], bool, bool], int] = {}
        self._rows: dict[frozenset[int], tuple[NDArray[np.int32], list[int]]] = {}
        self._behind: dict[frozenset[Item], int] = {}  # states by the items that were read
        self.table: NDArray[np.int32] = np.empty((64, utf8.symbols), dtype=np.int32)
        self.accepting: list[bool] = []
        self.leaving: NDArray[np.bool_] = np.empty(len(self.table), dtype=bool)
        self._state({(position, _BOTTOM) for position in network.firsts[0]}, network.is_nullable)

    def __len__(self) -> int:
        return len(self._items)

    def step(self, state: int, symbol: int) -> int:
        """The state behind `symbol`, DEAD when nothing can come of it."""
        following = int(self.table[state, symbol])
        if following == UNKNOWN:
            reads = self._network.reads
            read = frozenset([item for item in self._items[state] if symbol in reads[item[0]]])
            behind = self._behind.get(read)  # as other symbols lead there
            if behind is None:
                behind = self._behind[read] = self._after(set(read))
            self.table[state, symbol] = following = behind
        return following

    def symbols(self, state: int) -> list[int]:
        """The symbols that may come next."""
        found: list[int] = np.flatnonzero(self.table[state] != DEAD).tolist()
        return found

    def rest(self, state: int) -> float:
        """The least number of characters with which a text can go on to its end."""
        if self.accepting[state]:
            return 0
        return 1 + min(self._rest_behind(item) for item in self._items[state])

    def items(self, state: int) -> Stack:
        """What may be read next, and its callers."""
        return self._items[state]

    def callers(self, stack: int) -> Stack:
        """The callers that go on when the rule of a stack has ended: those that are positions."""
        return self._stacks[stack]

    def nearest(self, state: int) -> int:
        """An atom that brings the end as near as any can. Raises ValueError where no text can go on."""
        position, _ = min(self._items[state], key=lambda item: (self._rest_behind(item), item))
        return min(self._network.reads[position])

    def _rest_behind(self, item: Item) -> float:
        position, stack = item
        return self._network.rests[position] + self._rests[stack] if position >= 0 else 0

    def _after(self, read: set[Item]) -> int:
        """The state behind items that have been read."""
        network = self._network
        ready: set[Item] = set()
        accepting = leaving = False
        pending = list(read)
        for position, stack in pending:  # grows while it is walked
            ready.update((after, stack) for after in network.following[position])
            if network.ends[position]:
                returned = self._stacks[stack] - read
                accepting |= _END in returned
                leaving |= _UNKNOWN_CALLER in returned
                returned -= {_END, _UNKNOWN_CALLER}
                read |= returned
                pending.extend(returned)
        return self._state(ready, accepting, leaving)

    def _state(self, ready: set[Item], accepting: bool = False, leaving: bool = False) -> int:
        calls = self._network.calls
        callers = [item for item in ready if calls[item[0]] >= 0]
        reading = frozenset(ready.difference(callers) | self._entered(callers)) if callers else frozenset(ready)
        key = reading, accepting, leaving
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = len(self._items)
            self._items.append(reading)
            self.accepting.append(accepting)
            self._add_row(state)
            self.leaving[state] = leaving
        return state

    def _add_row(self, state: int) -> None:
        if state == len(self.table):
            self.table = np.concatenate([self.table, np.empty_like(self.table)])
            self.leaving = np.concatenate([self.leaving, np.empty_like(self.leaving)])
        row, begun = self._row(frozenset([position for position, _ in self._items[state]]))
        self.table[state] = row
        self.table[state, begun] = state

    def _row(self, positions: frozenset[int]) -> tuple[NDArray[np.int32], list[int]]:
        """The symbols that some positions read as UNKNOWN, and those that are bytes of a character begun."""
        made = self._rows.get(positions)
        if made is None:
            alive = frozenset[int]().union(*(self._network.reads[position] for position in positions))
            row = np.full(self.table.shape[1], DEAD, dtype=np.int32)
            row[list(alive)] = UNKNOWN
            begun = [self._atoms + place for place, ends in enumerate(self._inside) if not alive.isdisjoint(ends)]
            made = self._rows[positions] = row, begun
        return made

    # ------------------------------------------------------------------------------------------- local states

    def parts(self, state: int) -> list[Part]:
        """A state as local states with the stacks that they stand on."""
        parts = self._parts.get(state)
        if parts is None:
            parts = self._parts[state] = [
                (self._local(positions), stack) for stack, positions in _by_stack(self._items[state]).items()
            ]
        return parts

    def returns(self, stack: int) -> list[Part]:
        """Where the callers of a stack go on, and theirs where they end with the call."""
        parts = self._returns.get(stack)
        if parts is None:
            following, ends = self._network.following, self._network.ends
            callers: set[Item] = set()
            pending = [stack]
            for below in pending:  # grows while it is walked
                new = {caller for caller in self._stacks[below] - callers if caller[0] >= 0}
                callers |= new
                pending.extend(outer for position, outer in new if ends[position])
            parts = self._returns[stack] = [
                (self._local([after for position in positions for after in following[position]]), outer)
                for outer, positions in _by_stack(callers).items()
            ]
        return parts

    def _local(self, positions: Iterable[int]) -> int:
        key = frozenset(positions)
        local = self._locals.get(key)
        if local is None:
            local = self._locals[key] = self._state({(position, _OPEN) for position in key})
        return local

    # ------------------------------------------------------------------------------------------------ calls

    def _entered(self, callers: Iterable[Item]) -> set[Item]:
        """The items that read at the beginning of rules called here, by `callers` or by one another."""
        network = self._network
        stacks: dict[int, set[Item]] = {}
        heirs: dict[int, set[int]] = {}
        reading: set[Item] = set()
        pending = list(callers)
        for item in pending:  # grows while it is walked
            position, stack = item
            rule = network.calls[position]
            if rule not in stacks:
                stacks[rule] = set()
                for first in network.firsts[rule]:
                    (pending.append if network.calls[first] >= 0 else reading.add)((first, ~rule))
            if network.following[position]:
                stacks[rule].add(item)
            elif stack >= 0:  # x: y  where y is called last: the caller of x goes on after y
                stacks[rule] |= self._stacks[stack]
            else:
                heirs.setdefault(~stack, set()).add(rule)
        _inherit(stacks, heirs)
        numbers = self._numbered(stacks)
        return {(position, numbers[~stack]) for position, stack in reading}

    def _numbered(self, stacks: dict[int, set[Item]]) -> dict[int, int]:
        """The numbers of the stacks of rules just entered; those that hold one another are told by their rules."""
        below = {rule: _reach(rule, stacks) for rule in stacks}
        numbers: dict[int, int] = {}
        for rule in sorted(stacks, key=lambda rule: len(below[rule] | {rule})):  # what others refer to comes first
            if rule in numbers:
                continue
            circle = [other for other in below[rule] if rule in below[other]] or [rule]
            known = {
                other: frozenset((position, numbers.get(~stack, stack)) for position, stack in stacks[other])
                for other in circle
            }
            is_circle = rule in below[rule]
            for other in circle:
                key = (other, frozenset(known.items())) if is_circle else known[other]
                number = self._stack_numbers.get(key)
                if number is None:
                    number = self._stack_numbers[key] = len(self._stacks)
                    self._stacks.append(frozenset())
                    self._rests.append(inf)
                numbers[other] = number
            for other in circle:
                self._stacks[numbers[other]] = frozenset(
                    (position, numbers.get(~stack, stack)) for position, stack in known[other]
                )
            for _ in circle:  # each turn settles at least one
                for other in circle:
                    self._rests[numbers[other]] = min(map(self._rest_behind, self._stacks[numbers[other]]))
        return numbers


def _by_stack(items: Iterable[Item]) -> dict[int, list[int]]:
    positions: dict[int, list[int]] = {}
    for position, stack in sorted(items):
        positions.setdefault(stack, []).append(position)
    return positions


def _inherit(stacks: dict[int, set[Item]], heirs: dict[int, set[int]]) -> None:
    """Hand the callers of each rule on to its heirs, and theirs, until nothing is new."""
    pending = list(heirs)
    for rule in pending:  # grows while it is walked
        for heir in heirs.get(rule, ()):
            if not stacks[rule] <= stacks[heir]:
                stacks[heir] |= stacks[rule]
                pending.append(heir)


def _reach(rule: int, stacks: dict[int, set[Item]]) -> set[int]:
    """The rules just entered that the stack of a rule leads to."""

    def entered(other: int) -> set[int]:
        return {~stack for _, stack in stacks[other] if stack < 0}

    return set(reached(entered(rule), entered))
