"""The tokens of a vocabulary as one language sees them: by the atoms of their characters."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from synth.decoding.masks.parser import Parser
from synth.decoding.masks.utf8 import Utf8
from synth.decoding.masks.vocabulary import Vocabulary

_ROOT = np.zeros(1, dtype=np.int32)


class Walk(NamedTuple):
    """Where tokens end that can be read, rows of a node and the state reached; and nodes where rules may end."""

    arrivals: NDArray[np.int32]
    exits: NDArray[np.int32]


class Spelling:
    """The trie of the symbols that tokens spell, read from one state of `utf8` on; tokens spelled alike share a node.

    A token that ends inside a character ends in a node whose symbol is the state there. What has a symbol that is not
    `usable` is left out. `deepest` is the most symbols that a token spells. The arrays are those of
    kernels/tries.py.
    """

    def __init__(self, vocabulary: Vocabulary, utf8: Utf8, state: int, usable: NDArray[np.bool_]) -> None:
        from synth.decoding.masks.kernels.tries import spell

        trie = vocabulary.trie
        found = spell(trie.bytes_read, trie.depths, trie.ends, trie.firsts, utf8.table, state, utf8.atoms, usable)
        self.symbols, self.depths, self.ends, self.firsts, places = found
        self.tokens: NDArray[np.int32] = trie.tokens[places]
        self._roots: NDArray[np.int32] = np.flatnonzero(self.depths == 1).astype(np.int32)
        self.deepest = int(self.depths.max())
        self._atoms = utf8.atoms

    @cached_property
    def inside(self) -> NDArray[np.int32]:
        """The state of `utf8` in which the tokens of each node end."""
        states: NDArray[np.int32] = np.maximum(self.symbols - self._atoms + 1, 0)
        return states

    @property
    def alone(self) -> frozenset[int]:
        """The symbols that tokens spell on their own."""
        has_tokens = self.firsts[self._roots + 1] > self.firsts[self._roots]
        return frozenset(self.symbols[self._roots[has_tokens]].tolist())

    def most(self, symbol: int) -> int:
        """How often a token spells a symbol at most."""
        nodes = np.flatnonzero(self.symbols == symbol)
        closed = np.searchsorted(np.sort(self.ends[nodes]), nodes, side="right")  # of them, before each begins
        return int((np.arange(1, len(nodes) + 1) - closed).max(initial=0))

    def walk(self, parser: Parser, state: int, nodes: NDArray[np.int32] = _ROOT) -> Walk:
        """What can be read in a state of the parser below some nodes, below all of the trie when none are given."""
        from synth.decoding.masks.kernels.walking import Found, Trie, walk

        trie = Trie(self.symbols, self.depths, self.ends, self.firsts)
        found = Found(
            arrivals=np.empty((len(self.symbols), 2), dtype=np.int32),
            exits=np.empty(len(self.symbols), dtype=np.int32),
            counts=np.zeros(2, dtype=np.int64),
            missing=np.empty((len(self.symbols), 2), dtype=np.int32),
            path=np.empty(self.deepest + 1, dtype=np.int32),
        )
        states, below = np.full(len(nodes), state, dtype=np.int32), True
        while len(nodes):
            lacking = walk(trie, parser.table, parser.leaving, nodes, states, below, found)
            nodes, states, below = *found.missing[:lacking].T.copy(), False
            for before, symbol in set(zip(states.tolist(), self.symbols[nodes].tolist(), strict=True)):
                parser.step(before, symbol)
        arrived, left = found.counts
        return Walk(found.arrivals[:arrived].copy(), found.exits[:left].copy())

    def mark(self, nodes: NDArray[np.int32], mask: NDArray[np.uint32]) -> None:
        """Set the bits of the tokens that end in `nodes`."""
        from synth.decoding.masks.kernels.walking import mark

        mark(nodes, self.firsts, self.tokens, mask)

    def tokens_at(self, node: int) -> NDArray[np.int32]:
        """The tokens that end in a node."""
        return self.tokens[self.firsts[node] : self.firsts[node + 1]]
