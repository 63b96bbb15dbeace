"""A grammar gives the structure, and every value is a number: what a rule makes of its parts is linear.

    ( - ( 7 ( + ( -3 0 ) ) ) )   ->   l₋ v(7) + r₋ (l₊ v(-3) + r₊ v(0))

One number, and no vector, since numbers beside it would learn how many parts the training texts have. There is no
greatest one: what was learned of small values holds for greater ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import torch
from torch import Tensor, nn

from dsl.grammar import Grammar
from synth.evaluation.structured.applications import Rows
from synth.evaluation.structured.reducing import ReducingEncoder
from synth.evaluation.vocabulary import WordEmbedding

SCALE: Final = 5.0  # of numbers and weights, so that the rates of layers suit them


class LinearReductionEncoder(ReducingEncoder):
    """Two weights for what stands between the parts: of what is so far, and of the next part. At first they are 1.

    Removed, nothing stands for an application.
    """

    modes: ClassVar[tuple[str, ...]] = ("soft", "removed")

    def __init__(
        self, embedding: WordEmbedding, width: int, *, grammar: Grammar, spelled: Sequence[str], causal: bool = False
    ) -> None:
        super().__init__(embedding, width, grammar=grammar, spelled=spelled, causal=causal)
        self.value = nn.Linear(embedding.embedding_dim, 1, bias=False)
        self.weights = nn.Parameter(torch.zeros(len(self.applications.marks), 2))
        self.back = nn.Linear(1, embedding.embedding_dim)
        self._add_layers()

    def leaves(self, ids: Tensor, vectors: Tensor) -> Tensor:
        found: Tensor = SCALE * self.value(vectors.flatten(0, 1))
        return found

    def read(self, made: Tensor) -> Tensor:
        found: Tensor = self.back(made)
        return found

    def reduced(self, made: Tensor, batch: Rows) -> Tensor:
        weights = (1 + SCALE * self.marks_of(batch) @ self.weights)[batch.frames]  # (n, 2)
        for start, end in batch.levels:
            found = made.index_select(0, batch.parts[start:end, 0])  # (rows, 1)
            for place in range(1, int(batch.counts[start:end].max())):
                rows = int((batch.counts[start:end] > place).sum())  # those of many parts come first
                part = made.index_select(0, batch.parts[start : start + rows, place])
                both = torch.cat([found[:rows], part], 1) * weights[start : start + rows]  # (rows, 2)
                found = torch.cat([both.sum(1, keepdim=True), found[rows:]])
            made = torch.cat([made, found if self.mode == "soft" else torch.zeros_like(found)])
        return made

    def flops(self, lengths: Sequence[int]) -> int:
        """As if every second token ended an application."""
        size = self.embedding.embedding_dim
        return sum((length + 1) * 2 * self.width * size + length * 3 * size for length in lengths)
