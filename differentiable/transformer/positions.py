"""How tokens know their places."""

from __future__ import annotations

import torch
from torch import Tensor

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


def alibi_slopes(heads: int) -> Tensor:
    """How much each head looks away from what is far, (heads,): 2^(−8 h / heads) (Press et al. 2022)."""
    return 2.0 ** (-8.0 * torch.arange(1, heads + 1) / heads)
