"""Attention as it is arrived at, step by step: three functions of texts of vectors (docs/language-models.md).

raw                 y_t = Σ_{i ≤ t} ⟨x_t, x_i⟩ x_i                      grows with the length and the vectors
weighted            y_t = Σ_{i ≤ t} softmax_i(⟨x_t, x_i⟩) x_i           what is alike attracts itself
query_key_value     y_t = Σ_{i ≤ t} softmax_i(⟨Q x_t, K x_i⟩ / √d) V x_i
"""

from __future__ import annotations

import torch
from torch import Tensor

from dsl.errors import ConfigurationError

TILE = 64


def causal_mask(length: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """0 where token t may see token i ≤ t, −∞ elsewhere, (L, L).

    It is added to scores: multiplied by 1 and −∞, as it is sometimes written, a negative score would become +∞.
    """
    return torch.full((length, length), -torch.inf, dtype=dtype).triu(1)


def raw(vectors: Tensor, *, is_causal: bool = True) -> Tensor:
    """Sums of the vectors (…, L, d), each weighed by how alike it is."""
    alike = vectors @ vectors.transpose(-1, -2)  # (…, L, L)
    return (alike.tril() if is_causal else alike) @ vectors


def weighted(vectors: Tensor, *, is_causal: bool = True) -> Tensor:
    """Means of the vectors (…, L, d) by the softmax of how alike they are."""
    return query_key_value(vectors, vectors, vectors, scale=1.0, is_causal=is_causal)


def query_key_value(
    queries: Tensor, keys: Tensor, values: Tensor, *, scale: float | None = None, is_causal: bool = True
) -> Tensor:
    """softmax(Q Kᵀ · scale + M) V for (…, L, d) each, the scale 1 / √d unless another is given.

    With it the scores of vectors of unit variance have unit variance, so that the softmax is not stuck at one token.
    """
    factor = queries.shape[-1] ** -0.5 if scale is None else scale
    scores = queries @ keys.transpose(-1, -2) * factor  # (…, L, L)
    if is_causal:
        scores = scores + causal_mask(scores.shape[-1], scores.dtype).to(scores.device)
    return scores.softmax(-1) @ values


def tiled(queries: Tensor, keys: Tensor, values: Tensor, *, tile: int = TILE, is_causal: bool = True) -> Tensor:
    """The same in tiles of keys, whose scores alone are in memory: O(L · tile) numbers in place of O(L²).

    The softmax is made as it goes: what was summed is shrunk whenever a larger score comes (Milakov and Gimelshein
    2018; Dao et al. 2022). Raises ConfigurationError on a tile of no keys.
    """
    if tile < 1:
        raise ConfigurationError(f"tiles of {tile} keys", hint="give at least 1")
    length, factor = queries.shape[-2], queries.shape[-1] ** -0.5
    places = torch.arange(length, device=queries.device)
    highest = queries.new_full((*queries.shape[:-1], 1), -torch.inf)  # (…, L, 1)
    total = torch.zeros_like(highest)
    sums = torch.zeros_like(queries[..., :1] * values[..., :1, :])  # (…, L, d)
    for first in range(0, keys.shape[-2], tile):
        own = slice(first, first + tile)
        begin = first if is_causal else 0  # earlier queries see none of these keys
        scores = queries[..., begin:, :] @ keys[..., own, :].transpose(-1, -2) * factor  # (…, queries, tile)
        if is_causal:
            hidden = places[begin:, None] < places[own]
            scores = scores.masked_fill(hidden, -torch.inf)
        higher = torch.maximum(highest[..., begin:, :], scores.amax(-1, keepdim=True))
        shrunk = (highest[..., begin:, :] - higher).exp()
        shares = (scores - higher).exp()
        total[..., begin:, :] = total[..., begin:, :] * shrunk + shares.sum(-1, keepdim=True)
        sums[..., begin:, :] = sums[..., begin:, :] * shrunk + shares @ values[..., own, :]
        highest[..., begin:, :] = higher
    return sums / total
