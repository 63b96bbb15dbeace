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

PROBES, PROBED = 64, 16  # random texts of so many tokens, over which features are measured
LEAST_SPREAD: Final = 0.01  # what a rare pattern accepts is not to outweigh all else
NEVER_CHANGES: Final = 1e-5
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
        self.of_tokens = FeatureLayer(of_token, self.width)
        self.of_texts = FeatureLayer(of_token if self.spelling is not None else of_text + of_token, self.width)
        self._measure()

    @torch.no_grad()
    def _measure(self) -> None:
        """Look at the features of random texts, on the device of the embedding."""
        self.to(self.embedding.weight)
        if self.embedding.weight.is_meta:  # without numbers there is nothing to see
            return
        generator = torch.Generator().manual_seed(0)
        ids = torch.randint(self.embedding.num_embeddings, (PROBES, PROBED), generator=generator)
        ids = ids.to(self.embedding.weight.device)
        there = torch.ones_like(ids, dtype=torch.bool)
        of_tokens, of_texts = self._features_of(ids, there.sum(1), there)
        self.of_tokens.measure(of_tokens.flatten(0, 1))
        self.of_texts.measure(of_texts)

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        with torch.autocast(ids.device.type, enabled=False):  # products of many probabilities need their digits
            of_tokens, of_texts = self._features_of(ids, lengths, there)
        return Encoded(self.of_tokens(of_tokens), self.of_texts(of_texts))

    def _features_of(self, ids: Tensor, lengths: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """What the structure says of each token and each text."""
        if self.mode == "removed":
            of_tokens = self.of_tokens.means.expand(*ids.shape, -1)
            of_texts = self.of_texts.means.expand(len(ids), -1)
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


class FeatureLayer(nn.Linear):
    """A layer over features less their means and in units of their spreads, both as they were found at first.

    Features of a structure differ little from text to text, and a layer over them as they are learns hardly anything
    but what they have in common (LeCun et al. 1998, section 4.3).
    """

    means: Tensor  # (features,)
    spreads: Tensor  # (features,)

    def __init__(self, features: int, width: int) -> None:
        super().__init__(features, width)
        self.register_buffer("means", torch.zeros(features))
        self.register_buffer("spreads", torch.ones(features))

    def measure(self, features: Tensor) -> None:
        """Take the means and spreads of features (rows, features); what never changes stays as it is."""
        spreads = features.std(0)
        self.means.copy_(features.mean(0))
        self.spreads.copy_(torch.where(spreads > NEVER_CHANGES, spreads.clamp(min=LEAST_SPREAD), 1.0))

    def forward(self, features: Tensor) -> Tensor:
        return super().forward((features - self.means) / self.spreads)


def with_mean(of_whole: Tensor, of_tokens: Tensor, there: Tensor) -> Tensor:
    """Features of texts (B, F), and behind them the means of those of their tokens (B, L, G), (B, F + G)."""
    return torch.cat([of_whole, mean_of(of_tokens, there)], 1)


def numbered(weights: Tensor) -> Tensor:
    """A class of its own for each token, (B, L): tables mixed token by token are read as if these were the symbols."""
    rows, length, _ = weights.shape
    return torch.arange(rows * length, device=weights.device).view(rows, length)
