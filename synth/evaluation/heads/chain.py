"""Tags that depend on their neighbours: a linear-chain conditional random field (Lafferty et al. 2001).

score(y | x) = start[y_1] + Σ_t emission[t, y_t] + Σ_t between[y_t, y_{t+1}] + end[y_L],     p(y | x) = exp(score) / Z
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Chain(nn.Module):
    """The scores of pairs of neighbours among `tags` tags, and of the first and the last."""

    def __init__(self, tags: int) -> None:
        super().__init__()
        self.between = nn.Parameter(torch.zeros(tags, tags))
        self.start = nn.Parameter(torch.zeros(tags))
        self.end = nn.Parameter(torch.zeros(tags))

    def loss(self, emissions: Tensor, gold: Tensor, lengths: Tensor) -> Tensor:
        """−log p of the gold tags (B, L), summed over the batch, from emissions (B, L, T)."""
        return (self.log_partition(emissions, lengths) - self.score(emissions, gold, lengths)).sum()

    def score(self, emissions: Tensor, tags: Tensor, lengths: Tensor) -> Tensor:
        """The scores of whole sequences of tags, (B,)."""
        there = torch.arange(emissions.shape[1], device=lengths.device) < lengths[:, None]  # (B, L)
        single = emissions.gather(2, tags[..., None])[..., 0] * there  # (B, L)
        pairs = self.between[tags[:, :-1], tags[:, 1:]] * there[:, 1:]  # (B, L - 1)
        last = tags.gather(1, lengths[:, None] - 1)[:, 0]
        return self.start[tags[:, 0]] + single.sum(1) + pairs.sum(1) + self.end[last]

    def log_partition(self, emissions: Tensor, lengths: Tensor) -> Tensor:
        """log Z, (B,), by the forward recursion."""
        forward = self.start + emissions[:, 0]  # (B, T)
        for place in range(1, emissions.shape[1]):
            longer = torch.logsumexp(forward[:, :, None] + self.between, 1) + emissions[:, place]  # (B, T)
            forward = torch.where((place < lengths)[:, None], longer, forward)
        return torch.logsumexp(forward + self.end, 1)

    @torch.no_grad()
    def best(self, emissions: Tensor, lengths: Tensor) -> list[list[int]]:
        """The tags with the highest score of each sequence (Viterbi 1967)."""
        forward = self.start + emissions[:, 0]  # (B, T)
        origins = []
        for place in range(1, emissions.shape[1]):
            values, before = (forward[:, :, None] + self.between).max(1)  # (B, T)
            forward = torch.where((place < lengths)[:, None], values + emissions[:, place], forward)
            origins.append(before)
        last = (forward + self.end).argmax(1).tolist()
        origin = torch.stack(origins, 1).tolist() if origins else [[]] * len(last)
        paths = []
        for row, length in enumerate(lengths.tolist()):
            path = [last[row]]
            for place in range(length - 2, -1, -1):
                path.append(origin[row][place][path[-1]])
            paths.append(path[::-1])
        return paths
