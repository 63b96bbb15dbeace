"""Stack machines that read one character a step: what an LL(k) table does, and what a learned one does.

On top of the stack lies a symbol; with the k characters that come next it says what to write in its place, and
whether a character is read. A machine is a grammar again: each symbol that reads c and leaves B C is the rule A: c B C.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dsl.automata.atoms import Atoms
from dsl.charset import MAX_CODE_POINT, CharSet
from dsl.errors import LimitError, LookaheadError
from dsl.expressions.expression import EPSILON, Expression, Ref, chars, concat, union
from dsl.grammar import Grammar
from dsl.grammars.canonical import fresh_names
from dsl.grammars.edits.edit import tidied
from dsl.grammars.predictive.lookahead import END, Text
from dsl.language import START

DEPTH: Final = 10_000  # symbols that may lie on the stack
BOTTOM: Final = 0  # the symbol below all others
START_SYMBOL: Final = 1
ERROR: Final = 0  # the action that rejects
REJECTED, ACCEPTED, OVERFLOWN = 0, 1, 2
Ways: TypeAlias = dict[tuple[int, ...], CharSet]


@dataclass(frozen=True, eq=False)
class StackMachine:
    """N symbols, W classes of the next k characters, A actions.

    cells    int32 (N, W), the action of a symbol before a class; 0 rejects
    writes   what each action leaves in place of the symbol, its first symbol on top
    reads    whether an action reads a character; one that does not leaves nothing
    texts    the k atoms of each class; a single one is for those that begin with it and have none; () for the rest
    names    of the symbols; 0 lies below all others and only reads the end, 1 is the start
    """

    atoms: Atoms
    k: int
    cells: NDArray[np.int32]
    writes: tuple[tuple[int, ...], ...]
    reads: tuple[bool, ...]
    texts: tuple[Text, ...]
    names: tuple[str, ...]

    def accepts_all(self, strings: Sequence[str], depth: int = DEPTH) -> list[bool]:
        """Whether each text is accepted. Raises LimitError when more than `depth` symbols lie on the stack."""
        found, _ = self.run(strings, depth)
        if (found == OVERFLOWN).any():
            text = strings[int(np.argmax(found == OVERFLOWN))]
            message = f"more than {depth:,} symbols lie on the stack in {text[:60]!r}"
            raise LimitError(message, hint="give a larger depth")
        return [bool(inside) for inside in found == ACCEPTED]

    def run(self, strings: Sequence[str], depth: int = DEPTH) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """REJECTED, ACCEPTED or OVERFLOWN for each text, and how many steps were taken."""
        offsets = np.zeros(len(strings) + 1, np.int64)
        np.cumsum([len(text) for text in strings], out=offsets[1:])
        return self._run(*self._points("".join(strings)), (offsets[:-1], offsets[1:]), depth)

    def run_atoms(
        self, atoms: NDArray[np.int64], lengths: NDArray[np.int64], depth: int = DEPTH
    ) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """The same for strings of atoms, (B, L), of which the first `lengths` (B,) count."""
        starts = np.arange(len(atoms), dtype=np.int64) * atoms.shape[1]
        ids = np.arange(len(self.atoms) + 1, dtype=np.int32)
        return self._run(np.ascontiguousarray(atoms, np.int64).ravel(), ids, (starts, starts + lengths), depth)

    def _run(
        self, points: NDArray[np.generic], ids: NDArray[np.int32], bounds: tuple[NDArray[np.int64], NDArray[np.int64]],
        depth: int,
    ) -> tuple[NDArray[np.int8], NDArray[np.int64]]:  # fmt: skip
        from dsl.kernels.predictive import run

        found, steps = np.empty(len(bounds[0]), np.int8), np.empty(len(bounds[0]), np.int64)
        alphabet = ids, self.codes, self.bits, self.k
        run(self.packed, alphabet, points, bounds, np.empty(depth + 1, np.int64), (found, steps))
        return found, steps

    def with_cells(self, cells: NDArray[np.int32]) -> StackMachine:
        """The same machine with other actions."""
        return replace(self, cells=cells)

    # ------------------------------------------------------------------------------------------------ as numbers

    @cached_property
    def packed(self) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
        """The cells as the kernel reads them (dsl.kernels.predictive), what they leave below, and the classes."""
        classes = self.cells.shape[1]
        below = [symbol * classes for left in self.writes for symbol in reversed(left[1:])]
        return self.steps[self.cells].ravel(), np.array(below, np.int64), classes

    @cached_property
    def steps(self) -> NDArray[np.int64]:
        """The actions as the kernel reads them."""
        from dsl.kernels.predictive import READS, TOP, WRITTEN

        classes, first = self.cells.shape[1], 0
        steps = np.empty(len(self.writes), np.int64)
        for action, (left, is_reading) in enumerate(zip(self.writes, self.reads, strict=True)):
            top = left[0] * classes << TOP if left else 0
            steps[action] = len(left) | READS * is_reading | first << WRITTEN | top
            first += max(len(left) - 1, 0)
        steps[ERROR] = -1
        return steps

    @property
    def bits(self) -> int:
        """How many bits the number of an atom takes in a code; the end has the number behind the last atom."""
        return len(self.atoms).bit_length()

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """The class of each k atoms, int32 (2 ** (bits * k),), the first in the highest bits."""
        return codes_of(self.texts, len(self.atoms), self.k)

    def _points(self, text: str) -> tuple[NDArray[np.generic], NDArray[np.int32]]:
        """The code points of a text, and a table of the atom of each code point that may come."""
        try:
            return np.frombuffer(text.encode("latin-1"), np.uint8), self._latin_ids
        except UnicodeEncodeError:
            return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32), self._ids

    @cached_property
    def _ids(self) -> NDArray[np.int32]:
        ids = np.zeros(MAX_CODE_POINT + 2, np.int32)
        ids[-1] = len(self.atoms)  # the end
        for atom, charset in enumerate(self.atoms.sets):
            for low, high in charset.ranges:
                ids[low : high + 1] = atom
        return ids

    @cached_property
    def _latin_ids(self) -> NDArray[np.int32]:
        return np.append(self._ids[:256], self._ids[-1:])

    # ------------------------------------------------------------------------------------------------ as a grammar

    def grammar(self) -> Grammar:
        """A rule for each symbol that the start leads to: what it reads first, and what it leaves.

        It says the same as the machine if it needs no more lookahead; whoever changed cells compiles it to see.
        Raises LookaheadError when the machine accepts nothing.
        """
        names = self._rule_names()
        ways = [self._ways(symbol) for symbol in range(len(names))]
        productive = _productive(ways)
        single = {
            symbol: sets[()]
            for symbol, (sets, is_empty) in enumerate(ways)
            if list(sets) == [()] and not is_empty and symbol > START_SYMBOL
        }

        def part(symbol: int) -> Expression:
            return chars(single[symbol]) if symbol in single else Ref(names[symbol])

        rules = {}
        for symbol in sorted(productive - {BOTTOM}):
            sets, is_empty = ways[symbol]
            left = [other for other in sets if productive.issuperset(other)]
            bodies = [concat(chars(sets[other]), *map(part, other)) for other in left]
            rules[names[symbol]] = union(*bodies, *([EPSILON] if is_empty else []))
        tidy = tidied(rules) if START_SYMBOL in productive else None
        if tidy is None:
            raise LookaheadError("the automaton accepts nothing", hint="train it further, or on other examples")
        return Grammar(tidy)

    def _ways(self, symbol: int) -> tuple[Ways, bool]:
        """Before which characters a symbol leaves which others, and whether it may be empty."""
        ways: Ways = {}
        is_empty = False
        for action, text in zip(self.cells[symbol].tolist(), self.texts, strict=True):
            if action != ERROR and not self.reads[action]:
                is_empty = True
            elif action != ERROR and text and text[0] != END:
                left = self.writes[action]
                ways[left] = ways.get(left, CharSet()) | self.atoms.sets[text[0]]
        return ways, is_empty

    def _rule_names(self) -> list[str]:
        """A name for each symbol: its own where that is one and no other has it, or one that is free."""
        fresh = fresh_names([*self.names, START])
        names: list[str] = []
        for symbol, name in enumerate(self.names):
            is_name = name.isidentifier() and name.isascii() and name.islower()  # the character B is none
            is_free = name not in (START, *names)  # the rule b, the character b
            names.append(START if symbol == START_SYMBOL else name if is_name and is_free else next(fresh))
        return names


def _productive(ways: Sequence[tuple[Ways, bool]]) -> set[int]:
    """The symbols that accept something."""
    found: set[int] = set()
    while new := {
        symbol
        for symbol, (sets, is_empty) in enumerate(ways)
        if symbol not in found and (is_empty or any(found.issuperset(left) for left in sets))
    }:
        found |= new
    return found


def codes_of(texts: Sequence[Text], atoms: int, k: int) -> NDArray[np.int32]:
    """The class of each k atoms, int32 (2 ** (bits * k),), the first in the highest bits; see StackMachine."""
    bits = atoms.bit_length()
    table = np.zeros(1 << bits * k, np.int32)
    for number, text in sorted(enumerate(texts), key=lambda item: len(item[1])):
        if text:
            shift = bits * (k - len(text))
            code = 0
            for atom in text:
                code = code << bits | (atom if atom != END else atoms)
            table[code << shift : code + 1 << shift] = number
    return table
