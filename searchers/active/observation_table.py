"""Regular languages from questions: L* (Angluin 1987), suffixes found by binary search (Rivest and Schapire 1993)."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Final

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from searchers.structure.merging.labelled_tree import automaton_of

MAX_STATES: Final = 60
WALKS: Final = 40  # strings drawn from a hypothesis that are asked about
LONGEST_WALK: Final = 9  # steps at random

Member = Callable[[str], bool]


@dataclass
class _Cells:
    """What is known about a transition, bit by bit: after which suffixes it was asked about, and answered with yes."""

    asked: int = 0
    yes: int = 0

    def fits(self, row: int) -> bool:
        return row & self.asked == self.yes


class _Table:
    """Access strings, distinguishing suffixes, and answers that tell states apart; as few of them as will do.

    Most transitions lead to the dead state, which only the no to every suffix would prove: it is enough that no state
    fits that is likely there, see `_likely`. A counterexample corrects the rest. Rows of all others are complete.
    """

    def __init__(self, sets: Mapping[str, CharSet], member: Member) -> None:
        self.sets = sets  # each symbol of the alphabet, and the characters that it stands for
        self.member = member
        self.states = [""]
        self.suffixes = [""]
        self._rows = [int(member(""))]
        self._cells: dict[str, _Cells] = defaultdict(_Cells)
        self._targets: list[dict[str, int]] = [{}]

    def close(self) -> DFA:
        """Add the states that are missing; the automaton of the table, over the alphabet and a sink for all else."""
        before = None
        while before != self._targets:
            before = [dict(line) for line in self._targets]
            for state, _ in enumerate(self.states):  # grows while it is walked
                for symbol in self.sets:
                    self._targets[state][symbol] = self._target(state, symbol)
        return automaton_of(self._targets, [state for state, row in enumerate(self._rows) if row & 1], self.sets)

    def _target(self, state: int, symbol: str) -> int:
        prefix = self.states[state] + symbol
        cells = self._cells[prefix]
        while not cells.yes and (suspects := self._suspects(state, symbol, cells)):
            self._answer(prefix, self._telling(suspects))
        if not cells.yes and 0 in self._rows:
            return self._rows.index(0)
        return self._state(prefix)

    def _suspects(self, state: int, symbol: str, cells: _Cells) -> list[int]:
        """The rows of states where a transition may lead that looks dead so far."""
        fitting = [row for row in self._rows if row and cells.fits(row)]
        likely = {self._rows[target] for target in self._likely(state, symbol)}
        return [row for row in fitting if row in likely] if any(likely) else fitting

    def _likely(self, state: int, symbol: str) -> set[int]:
        """Where states and symbols that sometimes lead alike lead; the dead state shows no likeness."""
        column = {line[symbol] for line in self._targets if symbol in line and self._rows[line[symbol]]}
        alike = {other for line in self._targets for other, target in line.items() if target in column}
        row = {target for target in self._targets[state].values() if self._rows[target]}
        return {
            target
            for number, line in enumerate(self._targets)
            for other, target in line.items()
            if number == state or other in alike or not row.isdisjoint(line.values())
        }

    def _telling(self, rows: Sequence[int]) -> int:
        """The suffix that most of the rows say yes to."""
        return max(range(len(self.suffixes)), key=lambda suffix: sum(row >> suffix & 1 for row in rows))

    def _answer(self, prefix: str, suffix: int) -> None:
        cells = self._cells[prefix]
        cells.asked |= 1 << suffix
        cells.yes |= self.member(prefix + self.suffixes[suffix]) << suffix

    def _state(self, prefix: str) -> int:
        """The state of a complete row, perhaps a new one."""
        for suffix in range(len(self.suffixes)):
            self._answer(prefix, suffix)
        row = self._cells[prefix].yes
        if row in self._rows:
            return self._rows.index(row)
        self.states.append(prefix)
        self._rows.append(row)
        self._targets.append({})
        return len(self.states) - 1

    def split(self, automaton: DFA, text: str) -> bool:
        """Learn from a counterexample where a transition does not lead; False when that was known: answers differ."""
        paths = list(accumulate(text, automaton.step, initial=0))
        access = [self.states[state] if state < len(self.states) else text[:n] for n, state in enumerate(paths)]
        wanted = self.member(text)
        low, high = 0, len(text)  # the answer is right from `low` on, wrong from `high` on
        while high - low > 1:
            middle = (low + high) // 2
            if self.member(access[middle] + text[middle:]) == wanted:
                low = middle
            else:
                high = middle
        return self._refute(access[low] + text[low:high], text[high:])

    def _refute(self, prefix: str, suffix: str) -> bool:
        if suffix not in self.suffixes:
            self._rows = [
                row | self.member(state + suffix) << len(self.suffixes)
                for state, row in zip(self.states, self._rows, strict=True)
            ]
            self.suffixes.append(suffix)
        before = self._cells[prefix].asked
        self._answer(prefix, self.suffixes.index(suffix))
        return self._cells[prefix].asked != before


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
        steps = [(symbol, target) for symbol in alphabet if (target := automaton.step(state, symbol)) in ends]
        if not steps:
            break
        symbol, state = rng.choice(steps)
        text += symbol
    while ends.get(state):
        text += ends[state]
        state = automaton.step(state, ends[state])
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
            if automaton.step(state, symbol) in ends
        }
        if not nearer:
            return ends
        ends |= nearer


def _edited(text: str, alphabet: Sequence[str], rng: random.Random) -> str:
    """The text with a symbol deleted, inserted or replaced."""
    place = rng.randrange(len(text) + 1)
    behind = text[place + rng.randrange(2) :]
    return text[:place] + rng.choice(["", rng.choice(alphabet)]) + behind
