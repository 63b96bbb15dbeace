"""Regular languages from questions: L* (Angluin 1987), suffixes found by binary search (Rivest and Schapire 1993)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from dsl.atoms import Atoms
from dsl.charset import CharSet
from dsl.dfa import DFA

MAX_STATES: Final = 60
WALKS: Final = 40  # strings drawn from a hypothesis that are asked about
LONGEST_WALK: Final = 9  # steps at random

Member = Callable[[str], bool]


@dataclass
class _Table:
    """Access strings, distinguishing suffixes, and the rows of answers that tell states apart."""

    sets: Mapping[str, CharSet]  # each symbol of the alphabet, and the characters that it stands for
    member: Member
    states: list[str] = field(default_factory=lambda: [""])
    suffixes: list[str] = field(default_factory=lambda: [""])

    def row(self, prefix: str) -> tuple[bool, ...]:
        return tuple(self.member(prefix + suffix) for suffix in self.suffixes)

    def close(self) -> DFA:
        """Add the states that are missing; the automaton of the table, over the alphabet and a sink for all else."""
        rows = {self.row(state): index for index, state in enumerate(self.states)}
        table: list[list[int]] = []
        for state in self.states:  # grows while it is walked
            line = []
            for symbol in self.sets:
                row = self.row(state + symbol)
                if row not in rows:
                    rows[row] = len(self.states)
                    self.states.append(state + symbol)
                line.append(rows[row])
            table.append(line)
        return self._automaton(table)

    def _automaton(self, table: list[list[int]]) -> DFA:
        atoms = Atoms(self.sets.values())
        sink = len(table)
        rows = [[sink] * len(atoms.sets) for _ in range(sink + 1)]
        for state, line in enumerate(table):
            for symbol, target in zip(self.sets, line, strict=True):
                rows[state][atoms.atom_of(symbol)] = target
        return DFA(atoms, rows, [*(self.member(state) for state in self.states), False])

    def split(self, automaton: DFA, text: str) -> bool:
        """Add the suffix of a counterexample that tells two states apart; False when there is none: answers differ."""
        paths = [0]
        for character in text:
            paths.append(automaton.table[paths[-1]][automaton.atoms.atom_of(character)])
        wanted = self.member(text)
        low, high = 0, len(text)  # the answer is right from `low` on, wrong from `high` on
        while high - low > 1:
            middle = (low + high) // 2
            access = self.states[paths[middle]] if paths[middle] < len(self.states) else text[:middle]
            if self.member(access + text[middle:]) == wanted:
                low = middle
            else:
                high = middle
        suffix = text[high:]
        if suffix in self.suffixes:
            return False
        self.suffixes.append(suffix)
        return True


def learn(
    sets: Mapping[str, CharSet], member: Member, examples: Iterable[str], rng: random.Random, spent: Callable[[], bool]
) -> DFA:
    """The automaton of the language that `member` knows, as far as examples and random walks can tell.

    The alphabet are the symbols of `sets`, each with all the characters that it stands for. `examples` are
    strings of it worth a check, in the language or not.
    """
    table = _Table(sets, member)
    alphabet = list(sets)
    checked = sorted(set(examples), key=lambda text: (len(text), text))
    while True:
        automaton = table.close()
        if len(table.states) > MAX_STATES or spent():
            return automaton
        ends = _ends(automaton, alphabet)
        walks = (_walk(automaton, alphabet, ends, rng) for _ in range(WALKS))
        edited = (_edited(rng.choice(checked), alphabet, rng) for _ in range(WALKS if checked and alphabet else 0))
        wrong = next((text for text in chain(checked, walks, edited) if automaton.accepts(text) != member(text)), None)
        if wrong is None or not table.split(automaton, wrong):
            return automaton


def _walk(automaton: DFA, alphabet: Sequence[str], ends: Mapping[int, str], rng: random.Random) -> str:
    """A string that the automaton accepts: some steps at random, then the shortest way to an end, one of `ends`."""
    state, text = 0, ""
    for _ in range(rng.randrange(LONGEST_WALK)):
        steps = [(symbol, target) for symbol in alphabet if (target := _step(automaton, state, symbol)) in ends]
        if not steps:
            break
        symbol, state = rng.choice(steps)
        text += symbol
    while ends.get(state):
        text += ends[state]
        state = _step(automaton, state, ends[state])
    return text


def _ends(automaton: DFA, alphabet: Sequence[str]) -> dict[int, str]:
    """For each state from which acceptance can be reached the first symbol of a shortest way, empty where it ends."""
    ends = {state: "" for state, accepting in enumerate(automaton.accepting) if accepting}
    while True:
        nearer = {
            state: symbol
            for state in range(len(automaton))
            if state not in ends
            for symbol in alphabet
            if _step(automaton, state, symbol) in ends
        }
        if not nearer:
            return ends
        ends |= nearer


def _step(automaton: DFA, state: int, symbol: str) -> int:
    return automaton.table[state][automaton.atoms.atom_of(symbol)]


def _edited(text: str, alphabet: Sequence[str], rng: random.Random) -> str:
    """The text with a symbol deleted, inserted or replaced."""
    place = rng.randrange(len(text) + 1)
    behind = text[place + rng.randrange(2) :]
    return text[:place] + rng.choice(["", rng.choice(alphabet)]) + behind
