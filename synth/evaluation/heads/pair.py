"""A label for two texts."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material


class PairClassification(Head):
    """A hidden layer over [u; v; |u − v|; u · v] of the vectors of both texts (Conneau et al. 2017).

    The vector of a text is its pooled one beside the largest of each number of its states.
    """

    def __init__(self, width: int, material: Material, *, hidden: int = 128, dropout: float = 0.3) -> None:
        super().__init__(width, material)
        self.labels = sorted({example.target for example in material.train})
        self.layers = nn.Sequential(
            nn.Linear(8 * width, hidden), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden, len(self.labels))
        )

    def target(self, example: Example) -> int:
        return self.labels.index(example.target)

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        gold = torch.tensor(batch.targets, device=pooled.device)
        return functional.cross_entropy(self._scores(states, pooled, lengths, batch), gold)

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[str]:
        places = self._scores(states, pooled, lengths, batch).argmax(-1).tolist()
        return [self.labels[place] for place in places]

    def _scores(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        assert batch.second is not None
        first = _vector(states, pooled, lengths)  # (B, 2 H)
        second = _vector(*batch.second)
        found: Tensor = self.layers(torch.cat([first, second, (first - second).abs(), first * second], -1))
        return found

    def flops(self, lengths: Sequence[int]) -> int:
        return 2 * len(lengths) * sum(layer.weight.numel() for layer in self.layers if isinstance(layer, nn.Linear))


def _vector(states: Tensor, pooled: Tensor, lengths: Tensor) -> Tensor:
    there = torch.arange(states.shape[1], device=lengths.device) < lengths[:, None]
    largest = states.masked_fill(~there[..., None], -torch.inf).amax(1)  # (B, H)
    return torch.cat([pooled, largest], -1)
