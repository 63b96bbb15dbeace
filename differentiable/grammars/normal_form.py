"""A discrete grammar as probabilities of rules that are one symbol or two nonterminals (Chomsky's normal form).

Alternatives are equally likely, and the characters of a class. The equations, with their letters, are in
docs/design.md, "Inside algorithm".
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from differentiable.automata.alphabet import Alphabet
from dsl.automata.atoms import Atoms
from dsl.charset import CharSet
from dsl.errors import ConfigurationError, LimitError
from dsl.grammar import Grammar

MAX_NONTERMINALS: Final = 256
_ROUNDS: Final = 10_000
_NOISE: Final = 1e-12  # of matrix inversion

Floats: TypeAlias = NDArray[np.floating]


class Weighted(NamedTuple):
    """Probabilities of rules, and the names and symbols that they are about."""

    alphabet: Alphabet
    names: tuple[str, ...]
    root: Floats  # (N + 1,), the last is for the empty string
    emit: Floats  # (N, V)
    binary: Floats  # (N, N, N)


def weigh(grammar: Grammar, alphabet: Alphabet | None = None) -> Weighted:
    """The grammar in probabilities, over an alphabet that is at least as fine, by default its own.

    Raises LimitError when it needs over 256 nonterminals, ConfigurationError when it has nothing in the alphabet.
    """
    productions, sets = grammar.binarised.productions, grammar.binarised.sets
    alphabet = alphabet or Alphabet(Atoms(sets), CharSet([span for charset in sets for span in charset.ranges]))
    size = productions.size
    ways = np.zeros(size)
    for parents in (productions.binary[:, 0], productions.units[:, 0], productions.empty):
        np.add.at(ways, parents, 1.0)
    pairs = {tuple(rule): 1.0 / ways[rule[0]] for rule in productions.binary.tolist()}
    units, ends = np.zeros((size, size)), np.zeros(size)
    for parent, child in productions.units.tolist():
        units[parent, child] += 1.0 / ways[parent]
    ends[productions.empty] = 1.0 / ways[productions.empty]
    emit = np.zeros((size, len(alphabet)))
    for symbol, charset in zip(productions.terminals.tolist(), sets, strict=True):
        emit[symbol] = [len(charset & atom) / len(charset) for atom in alphabet.atoms.sets]
    rules = _Rules(np.array(list(pairs), dtype=np.int64).reshape(-1, 3), np.array(list(pairs.values())))

    empty = rules.least_solution(np.eye(size), ends, units)
    alone = units + rules.with_one_empty(empty)
    closure = np.linalg.inv(np.eye(size) - alone)
    closure[closure < _NOISE] = 0.0
    emit = closure @ emit
    mass = rules.least_solution(closure, emit.sum(1), np.zeros((size, size)))
    if not mass[0]:
        raise ConfigurationError("no string of the grammar is in the alphabet", hint="give a larger alphabet, or none")
    return _normal_form(grammar, alphabet, rules.in_normal_form(closure, mass), emit, mass, empty[0])


class _Rules(NamedTuple):
    """The binary rules and their probabilities."""

    parts: NDArray[np.int64]  # (any, 3)
    chances: Floats  # (any,)

    def least_solution(self, closure: Floats, constant: Floats, linear: Floats) -> Floats:
        """The least x with x = constant + linear x + closure Σ w(A→BC) x_B x_C, (size,)."""
        found = np.zeros(len(constant))
        parents, left, right = self.parts.T
        for _ in range(_ROUNDS):
            both = np.bincount(parents, self.chances * found[left] * found[right], len(found))
            found, before = constant + linear @ found + closure @ both, found
            if np.abs(found - before).max() < 1e-16:
                break
        return found

    def with_one_empty(self, empty: Floats) -> Floats:
        """The probability that a symbol becomes another besides an empty one, (size, size)."""
        found = np.zeros((len(empty), len(empty)))
        parents, left, right = self.parts.T
        np.add.at(found, (parents, left), self.chances * empty[right])
        np.add.at(found, (parents, right), self.chances * empty[left])
        return found

    def in_normal_form(self, closure: Floats, mass: Floats) -> dict[int, dict[tuple[int, int], float]]:
        """The pairs that each symbol becomes, of those that start leads to."""
        found: dict[int, dict[tuple[int, int], float]] = {}
        pending = [0]
        while pending:
            symbol = pending.pop()
            if symbol in found:
                continue
            found[symbol] = {}
            for (parent, left, right), chance in zip(self.parts.tolist(), self.chances.tolist(), strict=True):
                weight = closure[symbol, parent] * chance * mass[left] * mass[right]
                if weight:
                    found[symbol][left, right] = found[symbol].get((left, right), 0.0) + weight / mass[symbol]
                    pending += [left, right]
        return found


def _normal_form(
    grammar: Grammar,
    alphabet: Alphabet,
    pairs: dict[int, dict[tuple[int, int], float]],
    emit: Floats,
    mass: Floats,
    empty: float,
) -> Weighted:
    kept = sorted(pairs)
    count = len(kept)
    if count > MAX_NONTERMINALS:
        hint = "merge its rules; memory grows with the cube of the nonterminals"
        raise LimitError(f"the grammar needs {count} nonterminals, the limit is {MAX_NONTERMINALS}", hint=hint)
    numbers = {symbol: number for number, symbol in enumerate(kept)}
    binary = np.zeros((count, count, count))
    for parent, found in pairs.items():
        for (left, right), chance in found.items():
            binary[numbers[parent], numbers[left], numbers[right]] = chance
    root = np.zeros(count + 1)
    root[0], root[-1] = mass[0] / (mass[0] + empty), empty / (mass[0] + empty)
    return Weighted(alphabet, _names(grammar, kept), root, emit[kept] / mass[kept, None], binary)


def _names(grammar: Grammar, symbols: list[int]) -> tuple[str, ...]:
    """The rules keep their names, what lies inside them is called part1, part2, …"""
    known = grammar.binarised.names
    free = (name for number in range(1, 10_000) if (name := f"part{number}") not in known)
    return tuple(known[symbol] if symbol < len(known) else next(free) for symbol in symbols)
