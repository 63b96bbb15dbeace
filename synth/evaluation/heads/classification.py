"""A label for each text."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material


class Classification(Head):
    """One layer over the vector of the text; labels are those of the training examples."""

    def __init__(self, width: int, material: Material) -> None:
        super().__init__(width, material)
        self.labels = sorted({example.target for example in material.train})
        self.layer = nn.Linear(width, len(self.labels))

    def target(self, example: Example) -> int:
        return self.labels.index(example.target)

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        return functional.cross_entropy(self.layer(pooled), torch.tensor(batch.targets, device=pooled.device))

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[str]:
        return [self.labels[place] for place in self.layer(pooled).argmax(-1).tolist()]

    def flops(self, lengths: Sequence[int]) -> int:
        return 2 * len(lengths) * self.layer.weight.numel()
