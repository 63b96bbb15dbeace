"""A tag for each token, each by itself or all together."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from synth.evaluation.example import Example
from synth.evaluation.heads.chain import Chain
from synth.evaluation.heads.head import Batch, Head, Material


class Tagging(Head):
    """One layer over the state of each token; tags are those of the training examples.

    With `chain` the tags of a sentence are scored together, with a number for each pair of neighbours (a linear-chain
    CRF).
    """

    def __init__(self, width: int, material: Material, *, chain: bool = False) -> None:
        super().__init__(width, material)
        self.tags = sorted({tag for example in material.train for tag in example.target})
        self.places = {tag: place for place, tag in enumerate(self.tags)}
        self.layer = nn.Linear(width, len(self.tags))
        self.chain = Chain(len(self.tags)) if chain else None

    def target(self, example: Example) -> list[int]:
        return [self.places[tag] for tag in example.target]

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        scores = self.layer(states)  # (B, L, T)
        gold = padded(batch.targets, states)  # (B, L)
        if self.chain is not None:
            found: Tensor = self.chain.loss(scores, gold, lengths) / lengths.sum()
            return found
        there = present(lengths, states.shape[1])
        return functional.cross_entropy(scores[there], gold[there])

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[list[str]]:
        scores = self.layer(states)  # (B, L, T)
        if self.chain is not None:
            paths = self.chain.best(scores, lengths)
        else:
            rows = scores.argmax(-1).tolist()
            paths = [row[:length] for row, length in zip(rows, lengths.tolist(), strict=True)]
        return [[self.tags[place] for place in path] for path in paths]

    @torch.no_grad()
    def favour(self, tag: str, by: float) -> None:
        """Add to the score of a tag, of every token."""
        self.layer.bias[self.places[tag]] += by

    def flops(self, lengths: Sequence[int]) -> int:
        tokens = len(lengths) * max(lengths)
        between = 0 if self.chain is None else len(self.tags) ** 2
        return 2 * tokens * (self.layer.weight.numel() + between)


def present(lengths: Tensor, longest: int) -> Tensor:
    """Which places are tokens, (B, L)."""
    return torch.arange(longest, device=lengths.device) < lengths[:, None]


def padded(rows: Sequence[Sequence[int]], like: Tensor) -> Tensor:
    """Rows of numbers as (B, L) on the device of `like` (B, L, …), zeros behind their ends."""
    found = torch.zeros(like.shape[:2], dtype=torch.int64)
    for place, row in enumerate(rows):
        found[place, : len(row)] = torch.tensor(row)
    return found.to(like.device)
