"""Phrases that a text must contain: how far each prefix of it is, by an automaton of Aho and Corasick (1975).

Its state is the longest end of the text that some phrase begins with, and the set of phrases seen so far; a counter
would lose "aab" in "aaab".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.errors import ConfigurationError, LimitError
from synth.decoding.constraint import NEVER, Bits, pack
from synth.decoding.masks.vocabulary import Vocabulary

MOST_PHRASES: Final = 10
Progress = tuple[int, int]  # the node, and the phrases seen, one bit each


class Phrases:
    """Texts over `vocabulary_size` tokens that contain each of the phrases; a constraint.

    Phrases are sequences of symbols. A token is one symbol, itself, unless `spelling` tells the symbols of each token,
    such as its bytes: then any way to cut a phrase into tokens counts. Raises ConfigurationError on an empty phrase and
    on one that no tokens spell, LimitError beyond 10 phrases.
    """

    def __init__(
        self,
        phrases: Sequence[Sequence[int]],
        vocabulary_size: int,
        spelling: Callable[[int], Sequence[int]] = lambda token: (token,),
    ) -> None:
        self.vocabulary_size = vocabulary_size
        self.texts: list[str] = []
        self.phrases = [tuple(phrase) for phrase in phrases]
        if not all(self.phrases):
            raise ConfigurationError("an empty phrase is required", hint="it is in every text; leave it out")
        if len(self.phrases) > MOST_PHRASES:
            hint = "use fewer"
            raise LimitError(f"{len(self.phrases)} phrases are required, and the most is {MOST_PHRASES}", hint=hint)
        self.length = sum(map(len, self.phrases))  # symbols of all phrases
        self._all = (1 << len(self.phrases)) - 1
        self._any_token = pack(np.ones(vocabulary_size, dtype=bool))
        self._build()
        self._read([tuple(spelling(token)) for token in range(vocabulary_size)])
        self._progress = self._count_progress()
        self._distances = self._count_distances()
        if self._distances[0, 0] >= NEVER:
            hint = "check the phrases and the vocabulary"
            raise ConfigurationError("no tokens spell the required phrases", hint=hint)

    @classmethod
    def of_texts(cls, texts: Sequence[str], vocabulary: Vocabulary) -> Phrases:
        """Phrases as text, however the tokens of a vocabulary cut them."""
        phrases = cls([text.encode() for text in texts], len(vocabulary), vocabulary.tokens.__getitem__)
        phrases.texts = list(texts)
        return phrases

    # ----------------------------------------------------------------------------------------- as a constraint

    def start(self) -> Progress:
        return 0, 0

    def allowed(self, state: Progress) -> Bits:
        return self._any_token

    def allowed_within(self, state: Progress, left: int) -> Bits:
        return pack(self._distances[self.after(state)] < left)

    def successors(self, state: Progress) -> tuple[NDArray[np.int64], list[Progress]]:
        node, seen = (arrived.tolist() for arrived in self.after(state))
        return np.arange(len(node)), list(zip(node, seen, strict=True))

    def advance(self, state: Progress, token: int) -> Progress:
        node, seen = state
        return int(self._target[node, token]), seen | int(self._found[node, token])

    def accepts(self, state: Progress) -> bool:
        return state[1] == self._all

    def distance_to_end(self, state: Progress) -> int:
        return int(self._distances[state])

    # ---------------------------------------------------------------------------------------- as a measure

    def progress(self, state: Progress) -> int:
        """How many symbols of the phrases are covered: those of phrases seen, and of the one that is under way."""
        return int(self._progress[state])

    def progress_after(self, state: Progress) -> NDArray[np.int64]:
        """The progress after each token, (V,)."""
        progress: NDArray[np.int64] = self._progress[self.after(state)]
        return progress

    def after(self, state: Progress) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The states after each token, as their nodes and their sets of phrases, (V,) each."""
        node, seen = state
        return self._target[node], seen | self._found[node]

    # ------------------------------------------------------------------------------------------ construction

    def _build(self) -> None:
        """The trie of the phrases, with `goto` completed along the links from a node to its longest proper end."""
        children: list[dict[int, int]] = [{}]
        self._depth, ends = [0], [0]
        for bit, phrase in enumerate(self.phrases):
            node = 0
            for symbol in phrase:
                if symbol not in children[node]:
                    children[node][symbol] = len(children)
                    children.append({})
                    self._depth.append(self._depth[node] + 1)
                    ends.append(0)
                node = children[node][symbol]
            ends[node] |= 1 << bit
        self._symbols = {symbol: index for index, symbol in enumerate({s for p in self.phrases for s in p})}
        self._goto = np.zeros((len(children), len(self._symbols) + 1), dtype=np.int32)  # the last column: other symbols
        self._link = [0] * len(children)
        pending = deque([0])
        while pending:  # breadth first: the link of a node is shorter, so it is complete
            node = pending.popleft()
            if node:
                self._goto[node] = self._goto[self._link[node]]
            for symbol, child in children[node].items():
                self._link[child] = int(self._goto[node, self._symbols[symbol]]) if node else 0
                ends[child] |= ends[self._link[child]]
                self._goto[node, self._symbols[symbol]] = child
                pending.append(child)
        self._ends = np.array(ends, dtype=np.int32)

    def _read(self, spellings: list[tuple[int, ...]]) -> None:
        """Where each token leads from each node, and which phrases end on the way, (nodes, V)."""
        nodes, longest = len(self._link), max(map(len, spellings))
        other = len(self._symbols)
        read = np.full((len(spellings), longest), -1, dtype=np.int32)  # (V, longest)
        for token, spelling in enumerate(spellings):
            read[token, : len(spelling)] = [self._symbols.get(symbol, other) for symbol in spelling]
        self._target = np.repeat(np.arange(nodes, dtype=np.int32)[:, np.newaxis], len(spellings), axis=1)
        self._found = np.zeros_like(self._target)
        for column in read.T:
            long = np.flatnonzero(column >= 0)
            self._target[:, long] = self._goto[self._target[:, long], column[long]]
            self._found[:, long] |= self._ends[self._target[:, long]]

    def _count_progress(self) -> NDArray[np.int64]:
        """`progress` of each state, (nodes, sets of phrases)."""
        subsets = np.arange(self._all + 1)
        covered = np.zeros(len(subsets), dtype=np.int64)
        begun = np.zeros((len(self._link), len(subsets)), dtype=np.int64)
        for bit, phrase in enumerate(self.phrases):
            seen = (subsets >> bit & 1).astype(bool)  # (subsets,)
            covered += np.where(seen, len(phrase), 0)
            node = 0
            for depth, symbol in enumerate(phrase[:-1], start=1):
                node = int(self._goto[node, self._symbols[symbol]])
                begun[node] = np.maximum(begun[node], np.where(seen, 0, depth))
        for node in sorted(range(len(self._link)), key=self._depth.__getitem__):
            begun[node] = np.maximum(begun[node], begun[self._link[node]])  # a shorter end may go on where this cannot
        return covered + begun

    def _count_distances(self) -> NDArray[np.int64]:
        """Tokens until all phrases are seen, from each state, (nodes, sets of phrases); NEVER where none help."""
        nodes, subsets = len(self._link), np.arange(self._all + 1)
        counts = np.full((nodes, len(subsets)), NEVER, dtype=np.int64)
        counts[:, self._all] = 0
        moves = []
        for target, found in zip(self._target, self._found, strict=True):
            codes = np.unique(target.astype(np.int64) << MOST_PHRASES | found)
            moves.append((codes >> MOST_PHRASES, codes & self._all))
        while True:
            before = counts.copy()
            for node, (targets, found) in enumerate(moves):
                after = counts[targets[:, np.newaxis], subsets | found[:, np.newaxis]]  # (moves, subsets)
                counts[node] = np.minimum(counts[node], after.min(axis=0) + 1)
            if (counts == before).all():
                return counts
