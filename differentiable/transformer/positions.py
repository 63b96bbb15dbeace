"""How tokens know their places."""

from __future__ import annotations

import math
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

BUCKETS: Final = 32  # of distances
FARTHEST: Final = 128  # tokens, from where distances are no longer told apart
Turns = tuple[Tensor, Tensor]  # cosines and sines of the angles that heads are turned by


def sinusoidal(places: Tensor, width: int) -> Tensor:
    """Sines and cosines of wave lengths from 2π to 20,000π, (…, width) for places (…) (Vaswani et al. 2017)."""
    rates = torch.exp(torch.arange(0, width, 2, device=places.device) * (-torch.log(torch.tensor(10_000.0)) / width))
    angles = places[..., None].to(rates) * rates  # (…, ceil(width / 2))
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(-2)[..., :width]


def turns(places: Tensor, each: int, dtype: torch.dtype) -> Turns:
    """Cosines and sines for heads of `each` numbers, (L, each / 2) of places (L,), (B, 1, L, each / 2) of (B, L)."""
    rates = 10_000.0 ** (-torch.arange(each // 2, device=places.device, dtype=torch.float64) / (each // 2))
    angles = places[..., None].double() * rates  # (…, L, each / 2)
    if places.dim() == 2:
        angles = angles[:, None]
    return angles.cos().to(dtype), angles.sin().to(dtype)


def turned(vectors: Tensor, by: Turns) -> Tensor:
    """Pairs of numbers of (B, heads, L, d) turned by angles that grow with the place (Su et al. 2021).

    The product of two turned vectors depends on their distance alone.
    """
    cosine, sine = by
    first, second = vectors.chunk(2, -1)
    return torch.cat([first * cosine - second * sine, first * sine + second * cosine], -1)


def alibi(distances: Tensor, heads: int) -> Tensor:
    """What each head adds to the scores of tokens at distances (B, 1, queries, L), (B, heads, queries, L).

    It is −m |distance| with m = 2^(−8 h / heads) for head h = 1, 2, … (Press et al. 2022).
    """
    slopes = 2.0 ** (-8.0 * torch.arange(1, heads + 1, device=distances.device) / heads)
    return -slopes[:, None, None] * distances.abs()


class Relative(nn.Module):
    """What each head adds to scores: a learned number for each bucket of distances, the same in all blocks.

    (Raffel et al. 2020, "Exploring the limits of transfer learning", section 2.1.)
    """

    def __init__(self, heads: int, *, is_causal: bool) -> None:
        super().__init__()
        self.is_causal = is_causal
        self.weight = nn.Parameter(torch.zeros(BUCKETS, heads))

    def forward(self, distances: Tensor) -> Tensor:
        """The scores (B, heads, queries, L) of distances (B, 1, queries, L) from a query to what it looks at."""
        found = functional.embedding(buckets(distances[:, 0], is_causal=self.is_causal), self.weight)
        return found.permute(0, 3, 1, 2)


def buckets(distances: Tensor, *, is_causal: bool) -> Tensor:
    """The bucket of each distance, from 0 to 31, of any shape.

    Half of the buckets are for one distance each; the others grow with it, and the last has all from 128 on. What is
    causal looks back alone; otherwise half of the buckets are for what comes later.
    """
    side = BUCKETS if is_causal else BUCKETS // 2
    far = (-distances).clamp(min=0) if is_causal else distances.abs()
    near = side // 2
    # 16, 17, 18, 19 -> 16, 16, 16, 17 when causal
    growing = torch.log(far.clamp(min=near) / near) / math.log(FARTHEST / near) * (side - near)
    found = torch.where(far < near, far, (near + growing.long()).clamp(max=side - 1))
    return found if is_causal else found + side * (distances > 0)
