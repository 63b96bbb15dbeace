"""A distribution over strings as one over the tokens of a vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.atoms import Atoms
from dsl.automata.sampling import presentable
from synth.decoding.masks.vocabulary import Vocabulary
from synth.decoding.model import LogProbs, Prefix, log_normalised
from synth.decoding.priors.writers import AutomataWriter, GrammarWriter, State, Writer

if TYPE_CHECKING:
    from differentiable.bank import RegexBank
    from differentiable.pcfg import PCFG

NEGLIGIBLE: Final = 1e-12  # what begins with less mass is not followed any further
_KEPT: Final = 4096  # prefixes


class Lifted:
    """A writer as a language model: the next token is the longest one that the rest of the string begins with.

    A token takes the mass of all strings that go on with it, less that of those that go on with a longer one,

        p(t | x) = mass(x t) / mass(x) - Σ over the next longer tokens t' of mass(x t') / mass(x)

    so that with a token for each character the probabilities sum to 1; otherwise they are renormalised. The mass of a
    symbol is spread evenly over its characters, of a huge atom over those that are printable. Tokens that are not whole
    characters have none. Behind a prefix that the writer cannot have written nothing has: a row of -inf.
    """

    def __init__(self, writer: Writer, atoms: Atoms, vocabulary: Vocabulary) -> None:
        self.vocabulary_size = len(vocabulary)
        self.end = vocabulary.end_tokens[0]
        self._writer = writer
        self._atoms = atoms
        self._sets = [presentable(charset) for charset in atoms.sets]
        self._texts = [_text(spelling) for spelling in vocabulary.tokens]
        self._read_tokens()
        self._state = lru_cache(_KEPT)(self._state_behind)
        self._row = lru_cache(_KEPT)(self._row_behind)

    @classmethod
    def of_bank(cls, bank: RegexBank, vocabulary: Vocabulary) -> Lifted:
        """The automata of a bank in generative mode, each as likely as any other."""
        return cls(AutomataWriter.of_bank(bank), bank.alphabet.atoms, vocabulary)

    @classmethod
    def of_grammar(cls, layer: PCFG, vocabulary: Vocabulary) -> Lifted:
        """A probabilistic grammar, by its prefix probabilities."""
        return cls(GrammarWriter.of_layer(layer), layer.alphabet.atoms, vocabulary)

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        return np.array([self._row(tuple(prefix)) for prefix in prefixes])  # (B, V)

    # ------------------------------------------------------------------------------------------------ tokens

    def _read_tokens(self) -> None:
        """The trie of the symbols of tokens; and for each token its node, its share of that, and what it extends."""
        self._children: list[dict[int, int]] = [{}]
        self._nodes = np.zeros(self.vocabulary_size, dtype=np.int64)
        self._shares = np.zeros(self.vocabulary_size)
        self._shorter = np.full(self.vocabulary_size, -1)
        first = {text: token for token, text in reversed(list(enumerate(self._texts))) if text}
        for text, token in first.items():  # of several tokens of one spelling the first is the one
            symbols = self._symbols(text)
            if symbols is not None:
                self._nodes[token] = self._node(symbols)
                self._shares[token] = np.prod([1 / len(self._sets[symbol]) for symbol in symbols])
                beginnings = (text[:length] for length in reversed(range(1, len(text))))
                self._shorter[token] = next((first[text] for text in beginnings if text in first), -1)

    def _symbols(self, text: str) -> list[int] | None:
        symbols = [self._atoms.atom_of(character) for character in text]
        shown = all(character in self._sets[symbol] for character, symbol in zip(text, symbols, strict=True))
        return symbols if shown else None

    def _node(self, symbols: Sequence[int]) -> int:
        node = 0
        for symbol in symbols:
            following = self._children[node].get(symbol)
            if following is None:
                following = self._children[node][symbol] = len(self._children)
                self._children.append({})
            node = following
        return node

    # ---------------------------------------------------------------------------------------------- prefixes

    def _state_behind(self, prefix: Prefix) -> State | None:
        """The writer behind the tokens of a prefix, None where it cannot be."""
        if not prefix:
            return self._writer.start()
        state, text = self._state(prefix[:-1]), self._texts[prefix[-1]]
        symbols = None if text is None else self._symbols(text)
        for symbol in symbols or ():
            if state is None or not self._writer.ahead(state)[symbol] > 0:
                return None
            state = self._writer.read(state, symbol)
        return None if symbols is None else state

    def _row_behind(self, prefix: Prefix) -> LogProbs:
        state = self._state(prefix)
        row = np.zeros(self.vocabulary_size)
        if state is not None:
            masses = self._masses(state)[self._nodes] * self._shares  # (V,)
            longer = self._shorter >= 0
            extended = np.bincount(self._shorter[longer], weights=masses[longer], minlength=len(row))  # (V,)
            row = np.maximum(masses - extended, 0.0)
            row[self.end] = self._writer.stop(state)
        with np.errstate(divide="ignore"):
            return log_normalised(np.log(row))

    def _masses(self, state: State) -> NDArray[np.float64]:
        """The mass of each node of the trie, (nodes,), relative to that of the prefix."""
        masses = np.zeros(len(self._children))
        pending = [(0, state, 1.0)]
        while pending:
            node, state, mass = pending.pop()
            ahead = mass * self._writer.ahead(state)  # (symbols,)
            for symbol, child in self._children[node].items():
                masses[child] = ahead[symbol]
                if ahead[symbol] > NEGLIGIBLE and self._children[child]:
                    pending.append((child, self._writer.read(state, symbol), float(ahead[symbol])))
        return masses


def _text(spelling: bytes) -> str | None:
    try:
        return spelling.decode()
    except UnicodeDecodeError:
        return None
