"""What encoders share that reduce texts as a grammar has it: the inner applications of its first rule first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import torch
from torch import Tensor, nn

from differentiable.encoders import Encoded, Encoder
from dsl.grammar import Grammar
from synth.evaluation.structured.applications import Applications, Rows, rows_of
from synth.evaluation.vocabulary import WordEmbedding


class ReducingEncoder(Encoder):
    """Applications of the first rule of an LL(1) `grammar`, which reads for each token what `spelled` says."""

    can_be_causal: ClassVar[bool] = False
    of_texts: nn.Linear
    of_tokens: nn.Linear

    def __init__(
        self, embedding: WordEmbedding, width: int, *, grammar: Grammar, spelled: Sequence[str], causal: bool = False
    ) -> None:
        super().__init__(embedding, width, causal=causal)
        self.applications = Applications(grammar, spelled)

    def _add_layers(self) -> None:
        """Layers over what texts and tokens became, the last to be made."""
        self.of_texts = nn.Linear(self.embedding.embedding_dim, self.width)
        self.of_tokens = nn.Linear(self.embedding.embedding_dim, self.width)

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        vectors = self.vectors(ids, there)  # (B, L, d)
        texts = zip(ids.tolist(), lengths.tolist(), strict=True)
        batch = rows_of([self.applications.plan(row[:length]) for row, length in texts], ids.shape[1], ids.device)
        made = self.leaves(ids, vectors)
        made = torch.cat([made, made.new_zeros(1, made.shape[1])])  # tokens, and behind them what applications become
        if batch.levels:
            made = self.reduced(made, batch)
        applied = self.read(made[ids.numel() + 1 :])  # (n, d)
        states = vectors.flatten(0, 1).index_add(0, batch.ends, applied)
        return Encoded(self.of_tokens(states.view_as(vectors)), self.of_texts(self.read(made[batch.roots])))

    def marks_of(self, batch: Rows) -> Tensor:
        """How often each mark stands in the frames of a batch, (frames, marks)."""
        marks = self.of_texts.weight.new_zeros(len(batch.used), len(self.applications.marks))
        for row, frame in enumerate(batch.used):
            for mark in self.applications.frames[frame]:
                marks[row, mark] += 1
        return marks

    @abstractmethod
    def leaves(self, ids: Tensor, vectors: Tensor) -> Tensor:
        """What stands for each token, (T, K), of ids (B, L) and their vectors (B, L, d)."""

    @abstractmethod
    def reduced(self, made: Tensor, batch: Rows) -> Tensor:
        """What stands for tokens and nothing (T + 1, K), and behind it what applications become, (T + 1 + n, K)."""

    @abstractmethod
    def read(self, made: Tensor) -> Tensor:
        """What was made (n, K) as vectors (n, d)."""
