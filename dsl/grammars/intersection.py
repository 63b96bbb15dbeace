"""Whether a context-free and a regular language have a string in common (Bar-Hillel, Perles and Shamir 1961)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.grammar import Grammar

Pairs = NDArray[np.bool_]  # (states, states): from where to where the automaton can go


def intersects(grammar: Grammar, dfa: DFA) -> bool:
    """Whether some string of the grammar is accepted by the automaton.

    For each symbol of the binarised grammar, the pairs of states that its strings lead between, as a least fixed point.
    """
    binarised = grammar.binarised
    productions = binarised.productions
    pairs = np.zeros((productions.size, len(dfa), len(dfa)), dtype=bool)
    for symbol, set in zip(productions.terminals.tolist(), binarised.sets, strict=True):
        pairs[symbol] = _steps(dfa, set)
    pairs[productions.empty] |= np.eye(len(dfa), dtype=bool)
    while True:
        before = pairs.copy()
        for parent, child in productions.units.tolist():
            pairs[parent] |= pairs[child]
        for parent, left, right in productions.binary.tolist():
            pairs[parent] |= pairs[left] @ pairs[right]
        if (pairs == before).all():
            return bool(pairs[0, 0, dfa.accepting].any())


def _steps(dfa: DFA, set: CharSet) -> Pairs:
    """Where one character of `set` leads."""
    pairs = np.zeros((len(dfa), len(dfa)), dtype=bool)
    for atom, characters in enumerate(dfa.atoms.sets):
        if characters & set:
            pairs[range(len(dfa)), [row[atom] for row in dfa.table]] = True
    return pairs
