"""What encoders with a symbolic part share: how they read words, and their modes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

import torch
from torch import Tensor, nn

from differentiable.automata.alphabet import Alphabet
from differentiable.encoders.encoder import Encoded, Encoder, mean_of
from differentiable.encoders.reading import Reading, Spelling, Way

SHARP: Final = 4.0  # the logits of random structures by so much: a nearly even choice forgets what was read


class StructuredEncoder(Encoder):
    """Features of a structure, brought to the width by a layer each for states and texts.

    Beside what the structure says of a whole text stands the mean of what it says of its tokens: the end of a run alone
    knows little of what was read first, and hands hardly any gradient back to it.

    soft      features have gradients
    hard      the structure decides, classes of words included; its features have none
    removed   zeros in place of the features: what the layers behind them can do alone
    """

    modes: ClassVar[tuple[str, ...]] = ("soft", "hard", "removed")

    def _read_words(
        self, alphabet: Alphabet, way: Way, words: Sequence[str] | None, classes: Sequence[int] | int | None,
        is_hard: bool, sizes: tuple[int, int],
    ) -> None:  # fmt: skip
        """Set up the reading, and the layers over so many features of a token and of a text."""
        self.way = way
        self.spelling = Spelling(alphabet, words) if way == "characters" and words is not None else None
        self.reading = None
        if self.spelling is None:
            self.reading = Reading(self.embedding, alphabet, way, words, classes, is_hard=is_hard)
        of_token, of_text = sizes
        self.of_tokens = nn.Linear(of_token, self.width)
        self.of_texts = nn.Linear(of_token if self.spelling is not None else of_text + of_token, self.width)

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        with torch.autocast(ids.device.type, enabled=False):  # products of many probabilities need their digits
            of_tokens, of_texts = self._features_of(ids, lengths, there)
        return Encoded(self.of_tokens(of_tokens), self.of_texts(of_texts))

    def _features_of(self, ids: Tensor, lengths: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """What the structure says of each token and each text."""
        if self.mode == "removed":
            like = self.of_tokens.weight
            of_tokens = like.new_zeros(*ids.shape, self.of_tokens.in_features)
            of_texts = like.new_zeros(len(ids), self.of_texts.in_features)
        elif self.spelling is not None:
            symbols, sizes, which = self.spelling.distinct(ids, there)
            of_words = self.word_features(symbols, sizes)  # (U, features)
            of_tokens = of_words[which]  # (B, L, features)
            of_texts = mean_of(of_tokens, there)
        else:
            of_tokens, of_whole = self.text_features(self._weights(ids), lengths)
            of_texts = with_mean(of_whole, of_tokens, there)
        return of_tokens, of_texts

    def _weights(self, ids: Tensor) -> Tensor:
        assert self.reading is not None
        weights: Tensor = self.reading(ids, self.embedding(ids), is_hard=self.mode == "hard")
        return weights.detach() if self.mode == "hard" else weights

    @abstractmethod
    def word_features(self, symbols: Tensor, lengths: Tensor) -> Tensor:
        """Features (U, features) of words, whose characters are symbols (U, longest)."""

    @abstractmethod
    def text_features(self, weights: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Features of tokens (B, L, features) and texts (B, features), whose symbols are likely as (B, L, V) says."""

    def _layer_flops(self, lengths: Sequence[int]) -> int:
        tokens = len(lengths) * max(lengths)
        reading = 0 if self.reading is None else self.reading.flops(tokens)
        return 2 * (tokens * self.of_tokens.weight.numel() + len(lengths) * self.of_texts.weight.numel()) + reading


def with_mean(of_whole: Tensor, of_tokens: Tensor, there: Tensor) -> Tensor:
    """Features of texts (B, F), and behind them the means of those of their tokens (B, L, G), (B, F + G)."""
    return torch.cat([of_whole, mean_of(of_tokens, there)], 1)


def numbered(weights: Tensor) -> Tensor:
    """A class of its own for each token, (B, L): tables mixed token by token are read as if these were the symbols."""
    rows, length, _ = weights.shape
    return torch.arange(rows * length, device=weights.device).view(rows, length)
