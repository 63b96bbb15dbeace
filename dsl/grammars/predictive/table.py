"""LL(k) grammars compiled to stack machines that read one character a step.

From a symbol on top and the next k characters, alternatives are chosen one after the other until a character is read or
the symbol is gone (the macro step); what is then left of them is written in its place:

    value before "[" becomes array, array becomes "[" values "]", "[" is read   ->   value: reads, leaves values "]"
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from dsl.automata.atoms import Atoms
from dsl.charset import CharSet
from dsl.errors import ConfigurationError, ExampleError, LimitError
from dsl.expressions.expression import Chars
from dsl.grammar import Grammar
from dsl.grammars.predictive.alternatives import Alternatives, Symbol, alternatives_of
from dsl.grammars.predictive.choices import Choices, choices_of
from dsl.grammars.predictive.lookahead import END, Text
from dsl.grammars.predictive.machine import ERROR, StackMachine
from dsl.grammars.recognition import Tree

MAX_CELLS: Final = 1 << 26
MAX_CODES: Final = 1 << 24
MOST_LEFT: Final = 255  # symbols in place of one, as the kernel writes them down


@dataclass(frozen=True, eq=False)
class PredictiveTable:
    """A grammar that is LL(k) in the strong sense, with the machine that it becomes."""

    alternatives: Alternatives
    choices: Choices
    machine: StackMachine

    @classmethod
    def compile(cls, grammar: Grammar, k: int = 1, atoms: Atoms | None = None) -> PredictiveTable:
        """The table of a grammar, over its own atoms unless others are given that tell its characters apart.

        Raises LookaheadError when the grammar is not strong LL(k), LimitError when the table would be too large,
        ConfigurationError when k is below 1.
        """
        if k < 1:
            raise ConfigurationError(f"a lookahead of {k} characters", hint="k=1 or more")
        alternatives = alternatives_of(grammar.rules)
        atoms = Atoms(alternatives.terminals()) if atoms is None else atoms
        if 1 << len(atoms).bit_length() * k > MAX_CODES:
            message = f"{k} characters of lookahead over {len(atoms)} classes of characters make too large a table"
            raise LimitError(message, hint="use a smaller k, or fewer classes of characters")
        choices = choices_of(alternatives, atoms, k)
        return cls(alternatives, choices, _Closure(alternatives, choices, atoms, k).machine())

    def parse(self, text: str) -> Tree:
        """The tree of the rules of a text (its leftmost derivation). Raises ExampleError outside the language."""
        atoms, k = self.machine.atoms, self.machine.k
        ahead = (*(atoms.atom_of(character) for character in text), *(END,) * k)
        place = 0
        children: list[list[Tree]] = [[]]
        starts: list[int] = []
        stack: list[Symbol | None] = [0]  # None: the topmost rule ends
        names: list[str] = []
        while stack:
            symbol = stack.pop()
            if symbol is None:
                own = tuple(children.pop())
                children[-1].append(Tree(names.pop(), starts.pop(), place, own))
                continue
            if isinstance(symbol, CharSet):
                if place == len(text) or text[place] not in symbol:
                    raise _outside(text, place)
                place += 1
                continue
            choice = self.choices.get((symbol, ahead[place : place + k]))
            if choice is None:
                raise _outside(text, place)
            if symbol < self.alternatives.rules:
                names.append(self.alternatives.names[symbol])
                starts.append(place)
                children.append([])
                stack.append(None)
            stack.extend(reversed(self.alternatives.of[symbol][choice]))
        if place < len(text):
            raise _outside(text, place)
        return children[0][0]


def _outside(text: str, place: int) -> ExampleError:
    where = f"at {text[place]!r}, character {place + 1}" if place < len(text) else "where it ends"
    return ExampleError(f"the grammar does not accept {text[:60]!r}: it stops {where}", hint="ask for its distance")


class _Closure:
    """Numbers the symbols that may lie on the stack, and takes macro steps from each of them."""

    def __init__(self, alternatives: Alternatives, choices: Choices, atoms: Atoms, k: int) -> None:
        self.alternatives, self.choices, self.atoms, self.k = alternatives, choices, atoms, k
        texts: dict[Text, None] = {(): None, (END,) * k: None}
        texts.update((text, None) for _, text in choices)
        read = (atom for charset in alternatives.terminals() for atom in atoms.atoms_in(charset))
        texts.update(((atom,), None) for atom in sorted(set(read)))
        self.texts = tuple(sorted(texts, key=lambda text: (len(text) > 0, text)))
        self.symbols: dict[Symbol, int] = {0: 1}
        self.actions: dict[tuple[tuple[int, ...], bool], int] = {}  # what is written, and whether a character is read

    def machine(self) -> StackMachine:
        accept = self._action((), True)
        rows = [[accept if text == (END,) * self.k else ERROR for text in self.texts]]
        pending: list[Symbol] = [0]
        for symbol in pending:
            rows.append([self._step(symbol, text) for text in self.texts])
            pending.extend(list(self.symbols)[len(pending) :])
            if len(rows) * len(self.texts) > MAX_CELLS:
                raise LimitError(f"the table has more than {MAX_CELLS:,} cells", hint="use a smaller k")
        writes = ((), *(written for written, _ in self.actions))
        reads = (False, *(is_reading for _, is_reading in self.actions))
        names = ("", *map(self._name, self.symbols))
        return StackMachine(self.atoms, self.k, np.array(rows, np.int32), writes, reads, self.texts, names)

    def _step(self, symbol: Symbol, text: Text) -> int:
        """The action of a macro step."""
        stack = [symbol]
        while stack:
            top = stack.pop()
            if isinstance(top, CharSet):
                if not text or text[0] not in self.atoms.atoms_in(top):
                    return ERROR
                left = tuple(self.symbols.setdefault(part, len(self.symbols) + 1) for part in reversed(stack))
                return self._action(left, True)
            choice = self.choices.get((top, text))
            if choice is None:
                return ERROR
            stack.extend(reversed(self.alternatives.of[top][choice]))
        return self._action((), False)

    def _action(self, left: tuple[int, ...], is_reading: bool) -> int:
        if len(left) > MOST_LEFT:
            message = f"a character leaves more than {MOST_LEFT} symbols to be read"
            raise LimitError(message, hint="name parts of the longest alternative by rules of their own")
        return self.actions.setdefault((left, is_reading), len(self.actions) + 1)

    def _name(self, symbol: Symbol) -> str:
        return str(Chars(symbol)) if isinstance(symbol, CharSet) else self.alternatives.parts[symbol]
