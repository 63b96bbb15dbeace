"""Vectors brought to one scale: by their own mean and variance, their own size, or those of the batch."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn


class BatchNorm(nn.Module):
    """Each number by its mean and variance over all tokens of the batch that are there (Ioffe and Szegedy 2015).

    In evaluation by running means. A text then depends on what else is in the batch while it trains, and on lengths:
    that is why text goes by layers.
    """

    def __init__(self, width: int, *, momentum: float = 0.1, least: float = 1e-5) -> None:
        super().__init__()
        self.inner = nn.BatchNorm1d(width, eps=least, momentum=momentum)

    def forward(self, hidden: Tensor, there: Tensor | None = None) -> Tensor:
        """Normalise hidden vectors (B, L, width), of which those of padding, not `there` (B, L), stay as they are."""
        if there is None:
            return cast("Tensor", self.inner(hidden.flatten(0, 1))).view_as(hidden)
        normal = hidden.clone()
        normal[there] = self.inner(hidden[there])
        return normal


def normaliser(kind: str, width: int, *, bias: bool = True) -> nn.Module:
    """The normalisation of a configuration."""
    if kind == "batch":
        return BatchNorm(width)
    return nn.RMSNorm(width, eps=1e-5) if kind == "rms" else nn.LayerNorm(width, bias=bias)


def normalised(norm: nn.Module, hidden: Tensor, there: Tensor | None) -> Tensor:
    """What a normalisation makes of hidden vectors; only that of batches asks which tokens are there."""
    found: torch.Tensor = norm(hidden, there) if isinstance(norm, BatchNorm) else norm(hidden)
    return found
