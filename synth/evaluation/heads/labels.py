"""Several yes-or-no answers for each text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material

UNASKED: Final = "?"


class Labels(Head):
    """One layer over the vector of the text. Targets are texts of 0, 1 and ?, a place for each question: 01?"""

    def __init__(self, width: int, material: Material) -> None:
        super().__init__(width, material)
        self.layer = nn.Linear(width, len(material.train[0].target))

    def target(self, example: Example) -> tuple[list[float], list[float]]:
        """The answers, and which of them are asked."""
        return [float(one == "1") for one in example.target], [float(one != UNASKED) for one in example.target]

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        answers, asked = (torch.tensor(part, device=pooled.device) for part in zip(*batch.targets, strict=True))
        return functional.binary_cross_entropy_with_logits(self.layer(pooled), answers, asked)

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[str]:
        return ["".join("1" if one else "0" for one in row) for row in (self.layer(pooled) > 0).tolist()]

    def flops(self, lengths: Sequence[int]) -> int:
        return 2 * len(lengths) * self.layer.weight.numel()


def asked_accuracy(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, float]:
    """The share of right answers among the questions that are asked."""
    pairs = [
        (one, other)
        for answers, found in zip(gold, predicted, strict=True)
        for one, other in zip(answers, found, strict=True)
        if one != UNASKED
    ]
    return {"accuracy": sum(one == other for one, other in pairs) / max(len(pairs), 1)}
