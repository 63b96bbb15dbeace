"""Whether a context-free and a regular language have a string in common (Bar-Hillel, Perles and Shamir 1961)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.grammar import Grammar

Pairs = NDArray[np.bool_]  # (states, states): from where to where the automaton can go


def intersects(grammar: Grammar, dfa: DFA) -> bool:
    """Whether the automaton accepts some string: pairs of states that each symbol leads between, a fixed point."""
    binarised = grammar.binarised
    productions = binarised.productions
    pairs = np.zeros((productions.size, len(dfa), len(dfa)), dtype=bool)
    for symbol, characters in zip(productions.terminals.tolist(), binarised.sets, strict=True):
        pairs[symbol] = _steps(dfa, characters)
    pairs[productions.empty] |= np.eye(len(dfa), dtype=bool)
    new = set(range(productions.size))  # symbols that got pairs in the last round
    while new:
        before = np.count_nonzero(pairs, axis=(1, 2))  # (symbols,)
        for parent, child in productions.units.tolist():
            if child in new:
                pairs[parent] |= pairs[child]
        for parent, left, right in productions.binary.tolist():
            if left in new or right in new:
                pairs[parent] |= _joined(pairs[left], pairs[right])
        new = set(np.flatnonzero(np.count_nonzero(pairs, axis=(1, 2)) > before).tolist())
    return bool(pairs[0, 0, dfa.accepting].any())


def _joined(left: Pairs, right: Pairs) -> Pairs:
    # BLAS multiplies floats, and counts of up to 2²⁴ ways are exact; numpy's own product of Booleans is a plain loop
    ways: Pairs = left.astype(np.float32) @ right.astype(np.float32) > 0
    return ways


def _steps(dfa: DFA, read: CharSet) -> Pairs:
    """Where one character of `read` leads."""
    pairs = np.zeros((len(dfa), len(dfa)), dtype=bool)
    for atom, characters in enumerate(dfa.atoms.sets):
        if not characters.isdisjoint(read):
            pairs[range(len(dfa)), [row[atom] for row in dfa.table]] = True
    return pairs
