"""A bank of regular expressions as an encoder: the states of its automata, and what they accept."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.automata.alphabet import Alphabet
from differentiable.automata.scan import read
from differentiable.bank import RegexBank
from differentiable.encoders.reading import Way, alphabet_of
from differentiable.encoders.structured import SHARP, StructuredEncoder, numbered
from dsl.expressions.expression import Expression
from dsl.expressions.notation import parse


class BankEncoder(StructuredEncoder):
    """A bank of `patterns` and of `random` automata with `states` states.

    Over the characters of words the features of a token are what its word is accepted by; over tokens or classes they
    are the states behind it, and those of a text what it is accepted by. With `frozen` the bank is not trained.
    """

    def __init__(
        self, embedding: nn.Embedding, width: int, *, causal: bool = False, patterns: Sequence[str | Expression] = (),
        random: int = 16, states: int = 6, way: Way = "learned", words: Sequence[str] | None = None,
        classes: Sequence[int] | int | None = None, hard_classes: bool = False, frozen: bool = False, seed: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(embedding, width, causal=causal)
        characters = alphabet_of(way, words, classes, embedding.num_embeddings)
        expressions = [parse(pattern) if isinstance(pattern, str) else pattern for pattern in patterns]
        alphabet = Alphabet.of(expressions, characters)
        if expressions:
            self.bank = RegexBank.from_patterns(expressions, alphabet, random=random, states=states, seed=seed)
        else:
            self.bank = RegexBank.random(random, states, alphabet, seed=seed)
        with torch.no_grad():
            for logits in (self.bank.arcs, self.bank.ends):
                logits[len(expressions) :] *= SHARP
        self.bank.requires_grad_(not frozen)
        count, size = self.bank.ends.shape
        sizes = (count if way == "characters" else count * size, count)
        self._read_words(alphabet, way, words, classes, hard_classes, sizes)

    def word_features(self, symbols: Tensor, lengths: Tensor) -> Tensor:
        arcs, ends = self._automata()
        return (read(arcs, symbols, lengths).last * ends).sum(-1)  # (U, D)

    def text_features(self, weights: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        arcs, ends = self._automata()
        count, _, size, _ = arcs.shape
        mixed = torch.einsum("blv,dvij->dblij", weights.to(arcs), arcs).view(count, -1, size, size)
        found = read(mixed, numbered(weights), lengths)
        states = found.states[:, :, 1:].transpose(1, 2).flatten(2)  # (B, L, D * Q)
        return states, (found.last * ends).sum(-1)

    def _automata(self) -> tuple[Tensor, Tensor]:
        """What arcs (D, V, Q, Q) and ends (D, Q) weigh: hard, 0 or 1, without the sinks."""
        if self.mode != "hard":
            return self.bank.arc_weights(), self.bank.end_weights()
        automata = self.bank.automata()
        size = self.bank.ends.shape[1]
        arcs = functional.one_hot(automata.following[:, :size], size + 1)[..., :size].transpose(1, 2)  # (D, V, Q, Q)
        return arcs.to(self.bank.arcs), automata.accepting[:, :size].to(self.bank.arcs)

    def flops(self, lengths: Sequence[int]) -> int:
        count, size = self.bank.ends.shape
        tokens = len(lengths) * max(lengths)
        arcs = count * size * size
        mixing = 0 if self.spelling is not None else 2 * tokens * arcs * len(self.bank.alphabet)
        steps = tokens if self.spelling is None else int(self.spelling.sizes.sum())
        return self._layer_flops(lengths) + mixing + 2 * steps * arcs
