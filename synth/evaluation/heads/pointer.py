"""A word that occurs in the text itself."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material


class Pointer(Head):
    """Attention of the text's vector to its tokens; chances of equal tokens are added (Kadlec et al. 2016).

    Training texts in which the answer does not occur say nothing.
    """

    def __init__(self, width: int, material: Material) -> None:
        super().__init__(width, material)
        self.query = nn.Linear(width, width)

    def target(self, example: Example) -> list[int]:
        """Where the answer stands."""
        return [place for place, token in enumerate(example.tokens) if token == example.target]

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        shares = self._shares(states, pooled, lengths)
        rows = [row for row, places in enumerate(batch.targets) for _ in places]
        found = [place for places in batch.targets for place in places]
        sums = shares.new_zeros(len(shares)).index_add(
            0, torch.tensor(rows, dtype=torch.int64, device=shares.device), shares[rows, found]
        )
        asked = torch.tensor([bool(places) for places in batch.targets], device=shares.device)
        return -(sums.clamp(min=1e-9).log() * asked).sum() / asked.sum().clamp(min=1)

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[str]:
        answers = []
        for example, row in zip(batch.examples, self._shares(states, pooled, lengths).tolist(), strict=True):
            chances: dict[str, float] = {}
            for token, share in zip(example.tokens, row, strict=False):
                chances[token] = chances.get(token, 0.0) + share
            answers.append(max(chances, key=lambda token: chances[token]))
        return answers

    def flops(self, lengths: Sequence[int]) -> int:
        return 2 * len(lengths) * (self.query.weight.numel() + max(lengths) * self.width)

    def _shares(self, states: Tensor, pooled: Tensor, lengths: Tensor) -> Tensor:
        scores = torch.einsum("blh,bh->bl", states, self.query(pooled)) / self.width**0.5
        there = torch.arange(states.shape[1], device=states.device) < lengths[:, None]
        shares: Tensor = scores.masked_fill(~there, -torch.inf).softmax(-1)  # (B, L)
        return shares
