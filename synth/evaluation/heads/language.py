"""The next token, at every token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material
from synth.evaluation.structured.counts import Counts, Piece, Place
from synth.evaluation.vocabulary import PADDING, Vocabulary

LEAST: Final = 1e-9  # chance that counts give a word
ROUNDS: Final = 200  # of expectation maximisation
Chances = tuple[float, float]  # of a word, by n-grams and by the cache


class Surprise(NamedTuple):
    """How surprising a text was: nats of its tokens, how many there are, and how many have no word of their own."""

    nats: float
    tokens: int
    unknown: int


class LanguageModel(Head):
    """A softmax over all words, tied to their vectors. Targets are the tokens that follow each of a text's own.

    Mixed with counts, each token is predicted by the network, n-grams and a cache together: their shares are learned,
    and depend on the state (docs/design.md, "Constrained decoding": mixture of priors). All three so mixed, and each
    alone, are mixed once more by `weights`. The notes of examples then say where they stand in their text.
    """

    def __init__(self, width: int, material: Material) -> None:
        super().__init__(width, material)
        self.embedding = [material.embedding]  # in a list: its weights belong to the encoder
        self.vocabulary = material.vocabulary
        self.layer = nn.Linear(width, material.embedding.embedding_dim)
        self.bias = nn.Parameter(torch.zeros(len(material.vocabulary.words)))
        self.counts: Counts | None = None

    def mix_with(self, counts: Counts) -> None:
        """Predict together with counts from now on."""
        self.counts = counts
        self.shares = nn.Linear(self.width, 3)  # of the network, n-grams and cache
        self.weights = torch.full((4,), 0.25)  # of all three by learned shares, and of each alone

    def choose(self, logs: Sequence[Tensor]) -> None:
        """Weights of the parts by which held-out words are likeliest, given what `parts` says of each text."""
        self.weights = likeliest_weights(torch.cat(list(logs)))

    def target(self, example: Example) -> tuple[list[int], list[Chances]]:
        return self._asked(example, is_training=True)

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        return -self._parts(states, lengths, batch.targets)[:, 0].mean()

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[Surprise]:
        asked = [self._asked(example, is_training=False) for example in batch.examples]
        logs = self._parts(states, lengths, asked)
        if self.counts is not None:
            logs = torch.logsumexp(logs + self.weights.to(logs).log(), 1)
        parts = torch.split(-logs, [len(row) for row, _ in asked])
        return [
            Surprise(float(part.sum()), len(row), row.count(1)) for part, (row, _) in zip(parts, asked, strict=True)
        ]

    def parts(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        """The log-probability of each word of new texts, by all parts of the mixture and by each alone, (tokens, 4)."""
        return self._parts(states, lengths, [self._asked(example, is_training=False) for example in batch.examples])

    def flops(self, lengths: Sequence[int]) -> int:
        return 2 * sum(lengths) * (self.layer.weight.numel() + self.embedding[0].weight.numel())

    def _asked(self, example: Example, *, is_training: bool) -> tuple[list[int], list[Chances]]:
        """The words that follow, and what counts give them."""
        words = self.vocabulary.words_of([example.tokens[0], *example.target])
        if self.counts is None:
            return words[1:], []
        return words[1:], self.counts.chances(piece_of(example, self.vocabulary, is_training=is_training))

    def _parts(self, states: Tensor, lengths: Tensor, asked: Sequence[tuple[list[int], list[Chances]]]) -> Tensor:
        """The log-probability of each word by the parts, what is trained first: (tokens, 4), or (tokens, 1)."""
        states = states[torch.arange(states.shape[1], device=states.device) < lengths[:, None]]  # (tokens, H)
        words = torch.tensor([word for row, _ in asked for word in row], device=states.device)  # (tokens,)
        logs = self._logs(states, words)[:, None]
        if self.counts is None:
            return logs
        chances = torch.tensor([one for _, row in asked for one in row], device=states.device)  # (tokens, 2)
        logs = torch.cat([logs, chances.clamp(min=LEAST).log()], 1)
        mixed = torch.logsumexp(self.shares(states).log_softmax(1) + logs, 1)
        return torch.cat([mixed[:, None], logs], 1)

    def _logs(self, states: Tensor, words: Tensor) -> Tensor:
        """The log-probability of each word (tokens,) behind its state (tokens, H)."""
        is_padding = torch.arange(len(self.bias), device=self.bias.device) == PADDING
        bias = self.bias.masked_fill(is_padding, -torch.inf)  # here, for the logits are as large as all else together
        logits = functional.linear(self.layer(states), self.embedding[0].weight, bias)  # (tokens, V)
        return -functional.cross_entropy(logits, words, reduction="none")


def likeliest_weights(logs: Tensor) -> Tensor:
    """Weights (parts,) of a mixture by which words are likeliest, by expectation maximisation; logs (words, parts).

    Each part has one word more, so that few words leave none without weight.
    """
    logs = logs.double()
    words, parts = logs.shape
    weights = logs.new_full((parts,), 1 / parts)
    for _ in range(ROUNDS):
        weights = ((logs + weights.log()).softmax(1).sum(0) + 1) / (words + parts)
    return weights


def piece_of(example: Example, vocabulary: Vocabulary, *, is_training: bool) -> Piece:
    """An example, whose notes say where it stands, as numbers."""
    place: Place = example.notes
    words = vocabulary.words_of([example.tokens[0], *example.target])
    return Piece(words, vocabulary.words_of(place.before()), place.part() if is_training else None)
