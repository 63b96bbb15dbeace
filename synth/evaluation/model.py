"""An encoder under a head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.encoders import Encoded, Encoder
from dsl.errors import ConfigurationError
from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Second
from synth.evaluation.vocabulary import PADDING, Vocabulary


class Model(nn.Module):
    """Reads batches of examples, both texts of a pair with the same encoder."""

    def __init__(self, vocabulary: Vocabulary, encoder: Encoder, head: Head, dropout: float) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.encoder = encoder
        self.head = head
        self.dropout = dropout

    def loss(self, examples: Sequence[Example], targets: Sequence[Any]) -> Tensor:
        """The loss (), given what the head made of each target."""
        return self.head.loss(*self._read(batch := self._batch(examples, targets)), batch)

    @torch.no_grad()
    def predict(self, examples: Sequence[Example]) -> list[Any]:
        """The answer to each example."""
        return self.head.predict(*self.read(examples))

    @torch.no_grad()
    def read(self, examples: Sequence[Example]) -> tuple[Tensor, Tensor, Tensor, Batch]:
        """What a head predicts from: states, pooled, lengths and the batch."""
        batch = self._batch(examples, [None] * len(examples))
        return *self._read(batch), batch

    def _read(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        if batch.examples[0].second is not None:
            ids, lengths = self._padded([example.second or () for example in batch.examples], [()] * len(batch.targets))
            batch.second = Second(*self._encoded(ids, lengths), lengths)
        return *self._encoded(batch.ids, batch.lengths), batch.lengths

    def _encoded(self, ids: Tensor, lengths: Tensor) -> Encoded:
        found: Encoded = self.encoder(ids, lengths)
        width = self.head.width
        wanted = ((*ids.shape, width), (len(ids), width))
        got = tuple(tuple(tensor.shape) for tensor in found)
        if got != wanted:
            message = f"{type(self.encoder).__name__} gave states and pooled of shapes {got[0]} and {got[-1]}"
            raise ConfigurationError(message, hint=f"the suite needs {wanted[0]} and {wanted[1]}")
        return Encoded(*(functional.dropout(tensor, self.dropout, self.training) for tensor in found))

    def _batch(self, examples: Sequence[Example], targets: Sequence[Any]) -> Batch:
        ids, lengths = self._padded([one.tokens for one in examples], [one.tags for one in examples])
        return Batch(list(examples), list(targets), ids, lengths)

    def _padded(self, texts: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor]:
        rows = [self.vocabulary.ids(text, own) or [PADDING] for text, own in zip(texts, tags, strict=True)]
        longest = max(map(len, rows))
        device = self.encoder.embedding.weight.device
        ids = torch.tensor([row + [PADDING] * (longest - len(row)) for row in rows], device=device)  # (B, L)
        return ids, torch.tensor([len(row) for row in rows], device=device)
