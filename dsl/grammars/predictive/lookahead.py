"""What strings of nonterminals begin with, and what stands behind them: FIRST_k and FOLLOW_k, as least fixed points.

A string of atoms is a tuple of their numbers; one that is shorter than k is whole. Behind the end of a text stand k
times the number END. (Rosenkrantz and Stearns 1970, "Properties of deterministic top-down grammars".)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from dsl.automata.atoms import Atoms
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.grammars.predictive.alternatives import Alternatives, Symbol

END: Final = -1
MAX_STRINGS: Final = 2_000_000  # of all nonterminals together; some hundred megabytes
Text: TypeAlias = tuple[int, ...]


class Lookahead:
    """FIRST_k and FOLLOW_k of all nonterminals of some alternatives, whose terminals are sets of `atoms`.

    Raises LimitError when there are more than two million strings.
    """

    def __init__(self, alternatives: Alternatives, atoms: Atoms, k: int) -> None:
        self.k = k
        self.alternatives = alternatives
        self._terminals = {
            charset: {(atom,) for atom in atoms.atoms_in(charset)} for charset in alternatives.terminals()
        }
        count = len(alternatives.of)
        self.first: list[set[Text]] = [set() for _ in range(count)]
        self.follow: list[set[Text]] = [set() for _ in range(count)]
        self._users: list[set[int]] = [set() for _ in range(count)]
        for user, sequences in enumerate(alternatives.of):
            for symbol in (symbol for sequence in sequences for symbol in sequence if isinstance(symbol, int)):
                self._users[symbol].add(user)
        self._find_first()
        self._find_follow()

    def begins(self, sequence: Sequence[Symbol], behind: Iterable[Text] = ((),)) -> set[Text]:
        """The first k symbols of the strings of a sequence with one of `behind` after it."""
        found: set[Text] = {()}
        for symbol in sequence:
            more = self._terminals[symbol] if isinstance(symbol, CharSet) else self.first[symbol]
            found = self._joined(found, more)
        return self._joined(found, behind)

    def _joined(self, left: set[Text], right: Iterable[Text]) -> set[Text]:
        short = [text for text in left if len(text) < self.k]
        if not short:
            return left
        found = {text for text in left if len(text) == self.k}
        found.update((text + more)[: self.k] for text in short for more in right)
        return found

    def _find_first(self) -> None:
        pending = dict.fromkeys(reversed(range(len(self.first))))
        while pending:
            number = next(iter(pending))
            del pending[number]
            found = set().union(*(self.begins(sequence) for sequence in self.alternatives.of[number]))
            if len(found) > len(self.first[number]):
                self.first[number] = found
                pending.update(dict.fromkeys(self._users[number]))
                self._check_room(self.first)

    def _find_follow(self) -> None:
        self.follow[0] = {(END,) * self.k}
        pending = {0: None}
        while pending:
            number = next(iter(pending))
            del pending[number]
            for sequence in self.alternatives.of[number]:
                for place, symbol in enumerate(sequence):
                    if isinstance(symbol, int):
                        found = self.begins(sequence[place + 1 :], self.follow[number])
                        if not found <= self.follow[symbol]:
                            self.follow[symbol] |= found
                            pending[symbol] = None
            self._check_room(self.follow)

    def _check_room(self, sets: list[set[Text]]) -> None:
        if sum(map(len, sets)) > MAX_STRINGS:
            message = f"with {self.k} characters of lookahead there are more than {MAX_STRINGS:,} beginnings"
            raise LimitError(message, hint="use a smaller k, or fewer classes of characters")
