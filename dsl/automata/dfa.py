"""Deterministic automata over atoms: minimal form, Boolean operations, witnesses."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import reduce
from typing import TypeVar

from dsl.automata.atoms import Atoms
from dsl.automata.bit_sets import bits, union_of
from dsl.automata.positions import PositionAutomaton
from dsl.errors import LimitError
from dsl.expressions.expression import Expression

MAX_STATES = 10_000
MAX_CELLS = 2_000_000  # states times atoms
State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class DFA:
    """A complete deterministic automaton; state 0 is the start.

    `table[state][atom]` is the next state, shape (states, atoms); a sink, where there is one, is a state like any
    other. `accepting[state]` says whether a word may end there.
    """

    atoms: Atoms
    table: list[list[int]]
    accepting: list[bool]

    @classmethod
    def from_expression(
        cls, expression: Expression, *, atoms: Atoms | None = None, max_states: int = MAX_STATES
    ) -> DFA:
        """The DFA of `expression` by the subset construction, not minimised.

        `atoms`, when given, must be at least as fine as the atoms of the expression. Raises LimitError beyond
        `max_states` states.
        """
        automaton = PositionAutomaton(expression)
        atoms = automaton.atoms if atoms is None else atoms
        readers = [automaton.readers[automaton.atoms.atom_of(charset.first())] for charset in atoms.sets]

        def step(states: int) -> list[int]:
            reachable = automaton.after(states)
            return [reachable & reader for reader in readers]

        table, subsets = _explore(1, step, max_states)
        return cls(atoms, table, [bool(states & automaton.accepting) for states in subsets])

    def __len__(self) -> int:
        return len(self.table)

    def step(self, state: int, character: str) -> int:
        """The state behind a character that is read in `state`."""
        return self.table[state][self.atoms.atom_of(character)]

    def accepts(self, text: str) -> bool:
        """Whether `text` belongs to the language."""
        return self.accepting[reduce(self.step, text, 0)]

    # -------------------------------------------------------------------------------------------- questions

    def live(self) -> list[bool]:
        """For each state whether some word leads from it to acceptance; the others are sinks."""
        before: list[list[int]] = [[] for _ in self.table]
        for state, row in enumerate(self.table):
            for following in set(row):
                before[following].append(state)
        live = list(self.accepting)
        pending = [state for state, accepts in enumerate(live) if accepts]
        while pending:
            for state in before[pending.pop()]:
                if not live[state]:
                    live[state] = True
                    pending.append(state)
        return live

    def is_empty(self) -> bool:
        """Whether the language has no string at all."""
        return not self.live()[0]

    def shortest(self) -> str | None:
        """A shortest string of the language, None when it has none."""
        return _shortest(0, self.atoms, lambda state: self.accepting[state], lambda state: self.table[state])

    def witness(self, other: DFA) -> str | None:
        """A shortest string that one language has and the other has not; None when they are equal.

        Breadth first over pairs, less those that earlier ones make equal (Hopcroft and Karp 1971).
        """
        left, right = self._joint(other)
        leader = list(range(len(left) + len(right)))

        def find(state: int) -> int:
            while leader[state] != state:
                leader[state] = leader[leader[state]]
                state = leader[state]
            return state

        def join(pair: tuple[int, int]) -> bool:
            first, second = find(pair[0]), find(len(left) + pair[1])
            leader[first] = second
            return first != second

        return _shortest(
            (0, 0),
            left.atoms,
            lambda pair: left.accepting[pair[0]] != right.accepting[pair[1]],
            lambda pair: list(zip(left.table[pair[0]], right.table[pair[1]], strict=True)),
            join,
        )

    def contains(self, other: DFA) -> bool:
        """Whether every string of `other` belongs to this language too."""
        return (other - self).is_empty()

    # ------------------------------------------------------------------------------------------- operations

    def __invert__(self) -> DFA:
        return DFA(self.atoms, self.table, [not accepts for accepts in self.accepting])

    def __and__(self, other: DFA) -> DFA:
        return self._product(other, lambda left, right: left and right)

    def __or__(self, other: DFA) -> DFA:
        return self._product(other, lambda left, right: left or right)

    def __sub__(self, other: DFA) -> DFA:
        return self._product(other, lambda left, right: left and not right)

    def _product(self, other: DFA, keep: Callable[[bool, bool], bool]) -> DFA:
        left, right = self._joint(other)
        table, pairs = _explore(
            (0, 0),
            lambda pair: list(zip(left.table[pair[0]], right.table[pair[1]], strict=True)),
            MAX_STATES,
        )
        return DFA(left.atoms, table, [keep(left.accepting[p], right.accepting[q]) for p, q in pairs])

    def _joint(self, other: DFA) -> tuple[DFA, DFA]:
        if self.atoms is other.atoms:
            return self, other
        atoms = Atoms([*self.atoms.sets, *other.atoms.sets])
        return self._over(atoms), other._over(atoms)

    def _over(self, atoms: Atoms) -> DFA:
        columns = [self.atoms.atom_of(charset.first()) for charset in atoms.sets]
        return DFA(atoms, [[row[column] for column in columns] for row in self.table], self.accepting)

    def reversed(self, *, max_states: int = MAX_STATES) -> DFA:
        """The DFA of the strings read backwards, by the subset construction. Raises LimitError."""
        before = [[0] * len(self) for _ in self.atoms.sets]
        for state, row in enumerate(self.table):
            for atom, following in enumerate(row):
                before[atom][following] |= 1 << state

        def step(states: int) -> list[int]:
            members = list(bits(states))
            return [union_of(column[state] for state in members) for column in before]

        ends = union_of(1 << state for state, accepts in enumerate(self.accepting) if accepts)
        table, subsets = _explore(ends, step, max_states)
        return DFA(self.atoms, table, [bool(states & 1) for states in subsets])

    def minimise(self) -> DFA:
        """The smallest equal DFA (Hopcroft 1971), breadth first: for one language and atoms always the same table."""
        block_of = self._equivalent_states()
        representative = {block: state for state, block in reversed(list(enumerate(block_of)))}
        table, blocks = _explore(
            block_of[0], lambda block: [block_of[state] for state in self.table[representative[block]]], len(self)
        )
        return DFA(self.atoms, table, [self.accepting[representative[block]] for block in blocks])

    def _equivalent_states(self) -> list[int]:
        before: list[list[list[int]]] = [[[] for _ in self.table] for _ in self.atoms.sets]
        for state, row in enumerate(self.table):
            for atom, following in enumerate(row):
                before[atom][following].append(state)
        halves = [{state for state, accepts in enumerate(self.accepting) if accepts == half} for half in (True, False)]
        blocks = [half for half in halves if half]
        block_of = [0] * len(self)
        for number, block in enumerate(blocks):
            for state in block:
                block_of[state] = number
        pending = {(number, atom) for number in range(len(blocks)) for atom in range(len(self.atoms))}
        while pending:
            splitter, atom = pending.pop()
            inside: dict[int, set[int]] = {}
            for following in blocks[splitter]:
                for state in before[atom][following]:
                    inside.setdefault(block_of[state], set()).add(state)
            for number, part in inside.items():
                if len(part) == len(blocks[number]):
                    continue
                smaller = min(part, blocks[number] - part, key=len)
                blocks[number] -= smaller
                for state in smaller:
                    block_of[state] = len(blocks)
                # both halves of a pending splitter must be tried; of another, the smaller is enough
                pending |= {(len(blocks), other) for other in range(len(self.atoms))}
                blocks.append(smaller)
        return block_of


def witness(first: Expression, second: Expression, *, max_states: int = MAX_STATES) -> str | None:
    """A shortest string on which two regexes differ, None when their languages are equal. Raises LimitError."""
    if first == second:
        return None
    return DFA.from_expression(first, max_states=max_states).witness(DFA.from_expression(second, max_states=max_states))


def equivalent(first: Expression, second: Expression, *, max_states: int = MAX_STATES) -> bool:
    """Whether two regexes have the same language. Raises LimitError."""
    return witness(first, second, max_states=max_states) is None


def _explore(start: State, step: Callable[[State], list[State]], limit: int) -> tuple[list[list[int]], list[State]]:
    """Number everything reachable, breadth first: the table of numbers, and what each number stands for."""
    numbers = {start: 0}
    found = [start]
    table: list[list[int]] = []
    for state in found:  # grows while it is walked
        row = []
        for following in step(state):
            number = numbers.get(following)
            if number is None:
                number = numbers[following] = len(found)
                found.append(following)
            row.append(number)
        if len(found) > limit:
            raise LimitError(
                f"the automaton has more than {limit:,} states", hint="use * or + instead of large counts of classes"
            )
        if len(table) * len(row) > MAX_CELLS:
            raise LimitError(
                f"the table of the automaton has more than {MAX_CELLS:,} cells", hint="use fewer different classes"
            )
        table.append(row)
    return table, found


def _shortest(
    start: State,
    atoms: Atoms,
    goal: Callable[[State], bool],
    step: Callable[[State], list[State]],
    is_new: Callable[[State], bool] | None = None,
) -> str | None:
    """The string of a shortest path from `start` to a state that is a goal, breadth first."""
    came_from: dict[State, tuple[State, int] | None] = {start: None}
    pending = deque([start])
    while pending:
        state = pending.popleft()
        if goal(state):
            return _spelled(state, came_from, atoms)
        for atom, following in enumerate(step(state)):
            if following not in came_from and (is_new is None or is_new(following)):
                came_from[following] = (state, atom)
                pending.append(following)
    return None


def _spelled(state: State, came_from: dict[State, tuple[State, int] | None], atoms: Atoms) -> str:
    letters = []
    arrival = came_from[state]
    while arrival is not None:
        state, atom = arrival
        letters.append(atoms.specimen(atom))
        arrival = came_from[state]
    return "".join(reversed(letters))
