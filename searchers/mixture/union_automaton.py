"""One automaton for all formats: which one a text belongs to, in one pass over its characters.

The subset construction on the position automata of all formats together, state by state as texts need them; when there
are too many states it begins anew, as RE2 does (Cox 2010, "Regular expression matching in the wild").
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from dsl.automata.atoms import Atoms
from dsl.automata.bit_sets import bits
from dsl.automata.positions import PositionAutomaton
from dsl.expressions.expression import Expression

MAX_STATES: Final = 100_000  # before it begins anew
MOST_TURNING: Final = 16  # formats of a state of which runs are looked for: later in a line there are few
NOWHERE: Final = -1  # the state behind what no language begins with
ASCII: Final = frozenset(range(128)) - {ord("\n"), ord("\r")}  # characters of lines that are a byte each

Subset = tuple[tuple[int, int], ...]  # formats that may still match, with the states of each as bits


class UnionAutomaton:
    """Says which of several languages has a text, the first by `order` where several have. State 0 is the start."""

    def __init__(self, expressions: Sequence[Expression], order: Sequence[int]) -> None:
        self._automata = [PositionAutomaton(expression) for expression in expressions]
        self._rank = {number: rank for rank, number in enumerate(order)}
        self._atoms = Atoms({charset for automaton in self._automata for charset in automaton.sets})
        self._codes: defaultdict[int, list[int]] = defaultdict(list)  # of each atom
        for code in sorted(ASCII):
            self._codes[self._atoms.atom_of(chr(code))].append(code)
        self._readers: dict[tuple[int, int], int] = {}
        self.begin()

    @cached_property
    def _turning(self) -> list[int]:
        """The positions of each automaton that follow themselves, as bits; only tables of lines ask for them."""
        return [_turning(automaton) for automaton in self._automata]

    @property
    def is_full(self) -> bool:
        """Whether there are so many states that it should begin anew."""
        return len(self._subsets) > MAX_STATES

    def begin(self) -> None:
        """Forget all states but the start; the others get new numbers."""
        self._numbers: dict[Subset, int] = {}
        self._subsets: list[Subset] = []
        self._accepted: list[int] = []
        self._known: list[dict[int, int]] = []  # for each state, where atoms lead
        self._number(tuple((number, 1) for number in range(len(self._automata))))

    def _number(self, subset: Subset) -> int:
        if not subset and self._subsets:  # the start is a state even where there are no formats
            return NOWHERE
        number = self._numbers.setdefault(subset, len(self._subsets))
        if number == len(self._subsets):
            ending = [which for which, states in subset if states & self._automata[which].accepting]
            self._accepted.append(min(ending, key=self._rank.__getitem__) if ending else -1)
            self._subsets.append(subset)
            self._known.append({})
        return number

    # ----------------------------------------------------------------------------------------------- states

    def following(self, state: int, character: str) -> int:
        """The state behind a character, NOWHERE if no language goes on with it."""
        atom = self._atoms.atom_of(character)
        known = self._known[state].get(atom)
        return self._step(state, atom) if known is None else known

    def _step(self, state: int, atom: int) -> int:
        reached = []
        for which, states in self._subsets[state]:
            following = self._automata[which].after(states) & self._reader(which, atom)
            if following:
                reached.append((which, following))
        found = self._known[state][atom] = self._number(tuple(reached))
        return found

    def _reader(self, which: int, atom: int) -> int:
        """The positions of an automaton that read an atom, as bits."""
        known = self._readers.get((which, atom))
        if known is None:
            automaton = self._automata[which]
            own = automaton.atoms.atom_of(self._atoms.sets[atom].first())
            known = self._readers[which, atom] = automaton.readers[own]
        return known

    def accepted(self, state: int) -> int:
        """The language that has what leads to a state, -1 if none has."""
        return self._accepted[state]

    def forced(self, state: int) -> str | None:
        """The only character of lines that may follow, where one must."""
        if self._accepted[state] >= 0:
            return None
        sets = {
            automaton.sets[place - 1]
            for which, states in self._subsets[state]
            for automaton in (self._automata[which],)
            for place in bits(automaton.after(states))
        }
        if len(sets) != 1 or len(only := sets.pop()) != 1:
            return None
        character = only.first()
        return None if character in "\r\n\ufffd" or "\ud800" <= character <= "\udfff" else character

    def repeated(self, state: int) -> tuple[int, list[int]] | None:
        """Where most ASCII characters lead, from there as well, and their codes: `[0-9]+`; None where none do."""
        subset = self._subsets[state]
        turning = [
            (which, places)
            for which, states in (subset if len(subset) <= MOST_TURNING else ())
            if (places := self._automata[which].after(states) & self._turning[which])
        ]
        goals: defaultdict[int, list[int]] = defaultdict(list)
        for atom, codes in self._codes.items() if turning else ():
            if not any(places & self._reader(which, atom) for which, places in turning):
                continue  # most states of many formats read constants: to step by all characters would make states
            goal = self.following(state, chr(codes[0]))
            if goal != NOWHERE and self.following(goal, chr(codes[0])) == goal:
                goals[goal] += codes
        return max(goals.items(), key=lambda item: (len(item[1]), -item[0]), default=None)

    def find(self, text: str) -> int | None:
        """The number of the language that has `text`, None if none has."""
        if self.is_full:
            self.begin()
        state = 0
        for character in text:
            state = self.following(state, character)
            if state == NOWHERE:
                return None
        found = self._accepted[state]
        return None if found < 0 else found


def _turning(automaton: PositionAutomaton) -> int:
    """The positions that follow themselves, as bits."""
    places = (1 << place for place in range(1, len(automaton.sets) + 1))
    return sum(place for place in places if automaton.after(place) & place)
