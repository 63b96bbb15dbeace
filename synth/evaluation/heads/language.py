"""The next token, at every token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from synth.evaluation.baselines.kneser_ney import KneserNey
from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material
from synth.evaluation.vocabulary import PADDING


class Surprise(NamedTuple):
    """How surprising a text was: nats of its tokens, how many there are, and how many have no word of their own."""

    nats: float
    tokens: int
    unknown: int


class LanguageModel(Head):
    """A softmax over all words, tied to their vectors. Targets are the tokens that follow each of a text's own.

    With a `prior`, n-grams of the training data, each token is predicted by a mixture: the share of the network is
    learned, and depends on the state. What n-grams say of training data leaves out the place itself.
    """

    def __init__(self, width: int, material: Material) -> None:
        super().__init__(width, material)
        self.embedding = [material.embedding]  # in a list: its weights belong to the encoder
        self.vocabulary = material.vocabulary
        self.layer = nn.Linear(width, material.embedding.embedding_dim)
        self.bias = nn.Parameter(torch.zeros(len(material.vocabulary.words)))
        self.gate = nn.Linear(width, 1)
        self.prior: KneserNey | None = None

    def target(self, example: Example) -> tuple[list[int], list[float]]:
        return self._asked(example, is_training=True)

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        there = torch.arange(states.shape[1], device=states.device) < lengths[:, None]
        words = torch.tensor([row for row, _ in batch.targets for row in row], device=states.device)  # (tokens,)
        logs = self._logs(states[there], words)
        if self.prior is not None:
            logs = self._mixed(states[there], logs, [one for _, prior in batch.targets for one in prior])
        return -logs.mean()

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[Surprise]:
        there = torch.arange(states.shape[1], device=states.device) < lengths[:, None]
        asked = [self._asked(example, is_training=False) for example in batch.examples]
        words = torch.tensor([word for row, _ in asked for word in row], device=states.device)
        logs = self._logs(states[there], words)
        if self.prior is not None:
            logs = self._mixed(states[there], logs, [one for _, prior in asked for one in prior])
        parts = torch.split(-logs, [len(row) for row, _ in asked])
        return [
            Surprise(float(part.sum()), len(row), row.count(1)) for part, (row, _) in zip(parts, asked, strict=True)
        ]

    def flops(self, lengths: Sequence[int]) -> int:
        return 2 * sum(lengths) * (self.layer.weight.numel() + self.embedding[0].weight.numel())

    def _asked(self, example: Example, *, is_training: bool) -> tuple[list[int], list[float]]:
        """The words that follow, and what the prior gives them."""
        words = self.vocabulary.words_of([example.tokens[0], *example.target])
        prior = [] if self.prior is None else self.prior.chances(words, leave_out=is_training)
        return words[1:], prior

    def _logs(self, states: Tensor, words: Tensor) -> Tensor:
        """The log-probability of each word (tokens,) behind its state (tokens, H)."""
        logits = self.layer(states) @ self.embedding[0].weight.T + self.bias  # (tokens, V)
        logits[:, PADDING] = -torch.inf
        return -functional.cross_entropy(logits, words, reduction="none")

    def _mixed(self, states: Tensor, logs: Tensor, prior: Sequence[float]) -> Tensor:
        gate = self.gate(states).squeeze(-1)
        own = functional.logsigmoid(gate) + logs
        others = functional.logsigmoid(-gate) + torch.tensor(prior, device=states.device).log()
        return torch.logaddexp(own, others)
