"""Masked language modelling: tokens are hidden, and told from both sides (Devlin et al. 2019)."""

from __future__ import annotations

from typing import Final, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from differentiable.transformer.model import TransformerLM
from dsl.errors import ConfigurationError

SHARE: Final = 0.15  # of the tokens that are asked for
HIDDEN: Final = 0.8  # of those, the share that is hidden; half of the others becomes any token, half stays


class Masked(NamedTuple):
    """Tokens with some hidden, and which are asked for."""

    tokens: Tensor  # (B, L)
    asked: Tensor  # (B, L), bool


def mask_tokens(tokens: Tensor, hidden: int, vocabulary: int, generator: torch.Generator) -> Masked:
    """Ask for 15 % of tokens (B, L): 80 % of them become the token `hidden`, 10 % any token, 10 % stay."""
    draws = torch.rand(tokens.shape, generator=generator)
    kinds = torch.rand(tokens.shape, generator=generator)
    others = torch.randint(vocabulary, tokens.shape, generator=generator)
    asked = draws < SHARE
    changed = torch.where(kinds < HIDDEN, torch.full_like(tokens, hidden), others)
    is_kept = kinds >= (1 + HIDDEN) / 2
    return Masked(torch.where(asked & ~is_kept, changed, tokens), asked)


def masked_loss(model: TransformerLM, tokens: Tensor, masked: Masked, there: Tensor | None = None) -> Tensor:
    """The mean cross-entropy in nats of the tokens asked for, or 0. Raises ConfigurationError on a causal model."""
    if model.configuration.causal:
        raise ConfigurationError("a causal model sees one side alone", hint="configure it with causal=False")
    asked = masked.asked if there is None else masked.asked & there
    logits = model(masked.tokens, there)[asked]  # (asked, V)
    return functional.cross_entropy(logits, tokens[asked], reduction="sum") / asked.sum().clamp(min=1)
