"""Attention of several heads (docs/language-models.md): softmax(Q Kᵀ / √d + M) V, M ∈ {0, −∞}."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.transformer.cache import Cache
from differentiable.transformer.configuration import Configuration
from differentiable.transformer.positions import Turns, turned


class Attention(nn.Module):
    """`heads` of queries over `groups` of keys and values (Ainslie et al. 2023), merged by a matrix."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__()
        self.heads, self.groups = configuration.heads, configuration.key_heads
        self.each = configuration.width // configuration.heads
        self.dropout = configuration.dropout
        sizes = configuration.width + 2 * self.groups * self.each
        self.project = nn.Linear(configuration.width, sizes, bias=configuration.bias)
        self.merge = nn.Linear(configuration.width, configuration.width, bias=configuration.bias)

    def forward(
        self, hidden: Tensor, by: Turns | None, mask: Tensor | None, is_causal: bool,
        kept: tuple[Cache, int] | None = None,
    ) -> Tensor:  # fmt: skip
        """Read hidden vectors (B, L, width), their heads turned `by` angles where positions are rotary.

        `mask` is added to the scores, or says what may be seen, (B or 1, heads or 1, L, keys); with `is_causal` there
        is none, and no token sees a later one. `kept` is a cache and the number of this block in it.
        """
        merged: Tensor = self.merge(self.read(self.project(hidden), by, mask, is_causal, kept))
        return merged

    def read(
        self, projected: Tensor, by: Turns | None, mask: Tensor | None, is_causal: bool,
        kept: tuple[Cache, int] | None,
    ) -> Tensor:  # fmt: skip
        """What the heads read, side by side, (B, L, width), of queries, keys and values (B, L, …) side by side."""
        rows, length, _ = projected.shape
        heads = projected.view(rows, length, -1, self.each)  # (B, L, heads + 2 groups, d)
        queries, keys, values = self._parts(heads, by) if kept is None else self._with_kept(heads, by, *kept)
        if self.groups < self.heads:
            keys, values = (part.repeat_interleave(self.heads // self.groups, 1) for part in (keys, values))
        read = functional.scaled_dot_product_attention(
            queries, keys, values, attn_mask=mask, is_causal=is_causal, dropout_p=self.dropout if self.training else 0.0
        )  # (B, heads, L, d)
        return read.transpose(1, 2).reshape(rows, length, -1)

    def weights(self, hidden: Tensor, by: Turns | None, mask: Tensor | None, is_causal: bool) -> Tensor:
        """How much each token looks at each, (B, heads, L, L), rows of sum 1: what is read where values are units."""
        rows, length, _ = hidden.shape
        queries, keys, _ = self._parts(self.project(hidden).view(rows, length, -1, self.each), by)
        keys = keys.repeat_interleave(self.heads // self.groups, 1)
        units = torch.eye(length, dtype=hidden.dtype, device=hidden.device).expand(rows, self.heads, -1, -1)
        return functional.scaled_dot_product_attention(queries, keys, units, attn_mask=mask, is_causal=is_causal)

    def _parts(self, heads: Tensor, by: Turns | None) -> Sequence[Tensor]:
        """Queries, keys and values (B, …, L, d) of heads (B, L, …, d), divided first, as gradients are joined then."""
        queries, keys, values = heads.split_with_sizes([self.heads, self.groups, self.groups], 2)
        queries, keys, values = queries.transpose(1, 2), keys.transpose(1, 2), values.transpose(1, 2)
        return (queries, keys, values) if by is None else (turned(queries, by), turned(keys, by), values)

    def _with_kept(self, heads: Tensor, by: Turns | None, cache: Cache, block: int) -> Sequence[Tensor]:
        """The same, with keys and values of all tokens that a cache knows: in as few steps as can be, for one token."""
        heads = heads.transpose(1, 2)
        if by is not None:
            have_places = self.heads + self.groups
            heads = torch.cat([turned(heads[:, :have_places], by), heads[:, have_places:]], 1)
        pairs = cache.update(block, heads.narrow(1, self.heads, 2 * self.groups))  # (B, 2 groups, all, d)
        keys, values = pairs.narrow(1, 0, self.groups), pairs.narrow(1, self.groups, self.groups)
        return heads.narrow(1, 0, self.heads), keys, values


def seen(there: Tensor, queries: int, is_causal: bool) -> Tensor:
    """Which keys each of the last `queries` tokens may see, (B, 1, queries, L), of tokens `there` (B, L).

    Padding sees itself, as a softmax over nothing would not be a number.
    """
    length = there.shape[1]
    rows = torch.arange(length - queries, length, device=there.device)[:, None]
    columns = torch.arange(length, device=there.device)
    allowed = there[:, None, :] & (columns <= rows) if is_causal else there[:, None, :].expand(-1, queries, -1)
    return (allowed | (columns == rows))[:, None]
