"""Encoder and decoder: one text is read from both sides, another written that looks at it (Vaswani et al. 2017)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.transformer.configuration import Configuration
from differentiable.transformer.model import TransformerLM, seeded
from dsl.errors import ConfigurationError


class Translator(nn.Module):
    """p(target | source): a transformer over the source, and one over the target whose blocks read the source besides.

    Both share a configuration; `sources` is the vocabulary of the source where it is another.
    """

    def __init__(self, configuration: Configuration, *, sources: int | None = None, seed: int | None = None) -> None:
        super().__init__()
        if not configuration.causal or configuration.norm != "pre":
            raise ConfigurationError("a translator writes from the left, with norms first", hint="causal, norm='pre'")
        reading = replace(configuration, causal=False, vocabulary=sources or configuration.vocabulary)
        with seeded(seed):
            self.source = TransformerLM(reading)
            self.target = TransformerLM(configuration)
            self.crossings = nn.ModuleList(_Crossing(configuration) for _ in range(configuration.blocks))

    def forward(self, source: Tensor, lengths: Tensor, target: Tensor) -> Tensor:
        """Logits of the token behind each target token, (B, T, V), for sources (B, S) that are `lengths` (B,) long.

        Raises what `TransformerLM.forward` raises.
        """
        there = torch.arange(source.shape[1], device=source.device) < lengths[:, None]
        return self.write(self.read(source, there), there, target)

    def read(self, source: Tensor, there: Tensor) -> Tensor:
        """What is made of the source, (B, S, width)."""
        return self.source.hidden(source, there)

    def write(self, memory: Tensor, there: Tensor, target: Tensor) -> Tensor:
        """Logits of the token behind each target token, (B, T, V), given what was made of the source."""
        after = [partial(crossing, memory=memory, there=there) for crossing in self.crossings]
        return cast("Tensor", self.target(target, after=after))

    def loss(self, source: Tensor, lengths: Tensor, target: Tensor, target_lengths: Tensor) -> Tensor:
        """The mean cross-entropy in nats of the tokens of targets (B, T + 1) behind their first."""
        logits = self(source, lengths, target[:, :-1])  # (B, T, V)
        there = torch.arange(1, target.shape[1], device=target.device) < target_lengths[:, None]
        return functional.cross_entropy(logits[there], target[:, 1:][there])


class _Crossing(nn.Module):
    """Queries of the target over keys and values of the source."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__()
        width = configuration.width
        self.heads = configuration.heads
        self.norm = nn.LayerNorm(width)
        self.ask = nn.Linear(width, width)
        self.project = nn.Linear(width, 2 * width)
        self.merge = nn.Linear(width, width)

    def forward(self, hidden: Tensor, memory: Tensor, there: Tensor) -> Tensor:
        def split(vectors: Tensor) -> Tensor:
            return vectors.view(*vectors.shape[:2], self.heads, -1).transpose(1, 2)  # (B, heads, L, d)

        keys, values = map(split, self.project(memory).chunk(2, -1))
        mask = there[:, None, None, :]
        read = functional.scaled_dot_product_attention(split(self.ask(self.norm(hidden))), keys, values, attn_mask=mask)
        return cast("Tensor", self.merge(read.transpose(1, 2).flatten(2)))
