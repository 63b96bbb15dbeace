"""One block: attention, then a layer for each token, each added to what it read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.transformer.attention import Attention, seen
from differentiable.transformer.cache import Cache, Step
from differentiable.transformer.configuration import Configuration
from differentiable.transformer.normalisation import normalised, normaliser
from differentiable.transformer.positions import Relative, Turns, alibi, turns


class FeedForward(nn.Module):
    """W₂ σ(W₁ y), or of swiglu W₂ (silu(W₁ y) ⊙ W₃ y)."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__()
        self.activation = configuration.activation
        inner = configuration.inner
        entering = 2 * inner if self.activation == "swiglu" else inner
        self.enter = nn.Linear(configuration.width, entering, bias=configuration.bias)
        self.merge = nn.Linear(inner, configuration.width, bias=configuration.bias)

    def forward(self, hidden: Tensor) -> Tensor:
        return cast("Tensor", self.merge(self.activated(self.enter(hidden))))

    def activated(self, entered: Tensor) -> Tensor:
        """What the second layer reads, (…, inner), of what the first one gave."""
        if self.activation == "swiglu":
            gate, value = entered.chunk(2, -1)
            return functional.silu(gate) * value
        if self.activation == "relu":
            return functional.relu(entered)
        if self.activation == "gelu-tanh":
            return functional.gelu(entered, approximate="tanh")
        if entered.shape[1] == 1:  # the same x Φ(x): what oneDNN prepares for gelu takes longer than a token
            likely: Tensor = torch.special.ndtr(entered)
            return entered * likely
        return functional.gelu(entered)


class Block(nn.Module):
    """Pre-norm: y = x + attention(norm(x)), z = y + feed(norm(y)); post-norm: y = norm(x + attention(x)), …"""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__()
        self.is_pre, self.skips = configuration.norm == "pre", configuration.skip
        self.attention = Attention(configuration)
        self.feed = FeedForward(configuration)
        width, kind, bias = configuration.width, configuration.normalise, configuration.bias
        self.attention_norm = normaliser(kind, width, bias=bias)
        self.feed_norm = normaliser(kind, width, bias=bias)
        self.dropout = configuration.dropout

    def forward(
        self, hidden: Tensor, by: Turns | None, mask: Tensor | None, is_causal: bool,
        there: Tensor | None, kept: tuple[Cache, int] | None,
    ) -> Tensor:  # fmt: skip
        """As `Attention.forward`; `there` (B, L) are the tokens that are no padding."""
        if self.is_pre:
            read = self.attention(normalised(self.attention_norm, hidden, there), by, mask, is_causal, kept)
            hidden = self._added(hidden, read)
            return self._added(hidden, self.feed(normalised(self.feed_norm, hidden, there)))
        read = self.attention(hidden, by, mask, is_causal, kept)
        hidden = normalised(self.attention_norm, self._added(hidden, read), there)
        return normalised(self.feed_norm, self._added(hidden, self.feed(hidden)), there)

    def _added(self, hidden: Tensor, made: Tensor) -> Tensor:
        made = functional.dropout(made, self.dropout) if self.training and self.dropout else made
        return hidden + made if self.skips else made


class Blocks(nn.Module):
    """The blocks of a transformer over vectors, with a last normalisation where the norms come first."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__()
        self.configuration = configuration
        self.blocks = nn.ModuleList(Block(configuration) for _ in range(configuration.blocks))
        self.relative: Relative | None = None
        if configuration.positions == "relative":
            self.relative = Relative(configuration.heads, is_causal=configuration.causal)
        kind, bias = configuration.normalise, configuration.bias
        self.last = normaliser(kind, configuration.width, bias=bias) if configuration.norm == "pre" else None
        _initialise(self, configuration.blocks)

    def forward(
        self, hidden: Tensor, there: Tensor | None = None, cache: Cache | None = None,
        after: Sequence[Callable[[Tensor], Tensor]] = (),
    ) -> Tensor:  # fmt: skip
        """Hidden vectors (B, L, width) behind all blocks; `there` (B, all) are the tokens that are no padding.

        What `after` makes of them behind each block is added.
        """
        places, mask, is_causal = self._view(hidden, there, cache)
        own = None if there is None else there[:, -hidden.shape[1] :]
        by = None
        if self.configuration.positions == "rotary":
            by = turns(places, self.configuration.width // self.configuration.heads, hidden.dtype)
        if cache is not None and cache.steps and hidden.shape[1] == 1 and not (self.training or after):
            for number, step in enumerate(cache.steps):
                hidden = step(hidden, by, mask, (cache, number))
            return normalised(cast("nn.Module", self.last), hidden, own)
        for number, block in enumerate(self.blocks):
            hidden = block(hidden, by, mask, is_causal, own, None if cache is None else (cache, number))
            hidden = hidden + after[number](hidden) if after else hidden
        return hidden if self.last is None else normalised(self.last, hidden, own)

    def _view(self, hidden: Tensor, there: Tensor | None, cache: Cache | None) -> tuple[Tensor, Tensor | None, bool]:
        """The places of the tokens, what is added to scores, and whether a causal mask is all there is."""
        configuration, length = self.configuration, hidden.shape[1]
        total = length if cache is None else cache.length
        by_distance = configuration.positions in ("alibi", "relative")
        if there is None and not by_distance:
            is_step = length == 1  # the newest token sees all
            if length == total or is_step:
                own = torch.arange(total - length, total, device=hidden.device)
                return own, None, configuration.causal and not is_step
        if there is None:
            there = torch.ones(1, total, dtype=torch.bool, device=hidden.device)
        places = places_of(there)
        mask = seen(there, length, configuration.causal)
        if by_distance:  # of the type of the queries: with another, scores are wrong without an error
            mask = self._scores(places, length).to(hidden.dtype).masked_fill(~mask, -torch.inf)
        return places[:, -length:], mask, False

    def _scores(self, places: Tensor, queries: int) -> Tensor:
        """What the distances from the last `queries` tokens to all add to scores, (B or 1, heads, queries, L)."""
        distances = places[:, None, None, :] - places[:, None, -queries:, None]  # (B, 1, queries, L)
        return alibi(distances, self.configuration.heads) if self.relative is None else self.relative(distances)


def steps_of(blocks: Blocks) -> list[Step]:
    """The blocks for one token (B, 1, width) in evaluation, none where the norms come last or nothing is skipped.

    Their tensors are looked up here: what modules do around a call takes as long as the layers of a small model.
    """
    configuration = blocks.configuration
    usual = configuration.norm == "pre" and configuration.skip
    return [_step_of(cast("Block", block)) for block in blocks.blocks] if usual else []


def _step_of(block: Block) -> Step:
    read, activated = block.attention.read, block.feed.activated
    attention_norm, project, merge = map(_plain, (block.attention_norm, block.attention.project, block.attention.merge))
    feed_norm, enter, leave = map(_plain, (block.feed_norm, block.feed.enter, block.feed.merge))

    def step(hidden: Tensor, by: Turns | None, mask: Tensor | None, kept: tuple[Cache, int]) -> Tensor:
        hidden = hidden + merge(read(project(attention_norm(hidden)), by, mask, False, kept))
        return hidden + leave(activated(enter(feed_norm(hidden))))

    return step


def _plain(layer: nn.Module) -> Callable[[Tensor], Tensor]:
    """A layer as a function of its tensors."""
    if isinstance(layer, nn.Linear):
        return partial(functional.linear, weight=layer.weight, bias=layer.bias)
    if isinstance(layer, nn.LayerNorm):
        shape, weight, bias = layer.normalized_shape, layer.weight, layer.bias
        return partial(torch.layer_norm, normalized_shape=shape, weight=weight, bias=bias, eps=layer.eps)
    return layer.forward


def places_of(there: Tensor) -> Tensor:
    """The place of each token among those that are there, (B, L); padding at the left has place 0."""
    return (there.cumsum(1) - 1).clamp(min=0)


def _initialise(blocks: Blocks, count: int) -> None:
    """Small normal weights, smaller where more blocks add to the hidden vectors (Radford et al. 2019)."""
    for name, parameter in blocks.named_parameters():
        if parameter.dim() == 2:
            scale = (2 * count) ** -0.5 if name.endswith("merge.weight") else 1.0
            nn.init.normal_(parameter, std=0.02 * scale)
        elif name.endswith(("project.bias", "merge.bias", "enter.bias")):
            nn.init.zeros_(parameter)
