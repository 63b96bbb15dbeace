"""GPT-2 by name (Radford et al. 2019), and its published weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import torch
from torch import Tensor

from differentiable.transformer.configuration import Configuration
from dsl.errors import ConfigurationError

SIZES: Final = {"small": (12, 12, 768), "medium": (24, 16, 1024), "large": (36, 20, 1280), "xl": (48, 25, 1600)}
_PARTS: Final = {
    "ln_1": "attention_norm", "attn.c_attn": "attention.project", "attn.c_proj": "attention.merge",
    "ln_2": "feed_norm", "mlp.c_fc": "feed.enter", "mlp.c_proj": "feed.merge",
}  # fmt: skip


def gpt2(size: str = "small") -> Configuration:
    """The configuration of a size: small has 124 million parameters. Raises ConfigurationError on another."""
    if size not in SIZES:
        raise ConfigurationError(f"no GPT-2 of size {size!r}", hint=f"sizes: {', '.join(SIZES)}")
    blocks, heads, width = SIZES[size]
    return Configuration(
        vocabulary=50_257, width=width, blocks=blocks, heads=heads, context=1_024, positions="learned",
        activation="gelu-tanh",
    )  # fmt: skip


def from_gpt2(published: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The state of a TransformerLM from that of transformers' GPT2LMHeadModel, whose matrices lie the other way."""
    found: dict[str, Tensor] = {}
    for name, tensor in published.items():
        own = name.removeprefix("transformer.")
        if own == "wte.weight":
            found["tokens.weight"] = tensor
        elif own == "wpe.weight":
            found["places.weight"] = tensor
        elif own.startswith("ln_f."):
            found[f"blocks.last.{own.removeprefix('ln_f.')}"] = tensor
        elif own.startswith("h."):
            _, number, rest = own.split(".", 2)
            part, _, kind = rest.rpartition(".")
            if part in _PARTS:
                is_matrix = tensor.dim() == 2
                found[f"blocks.blocks.{number}.{_PARTS[part]}.{kind}"] = tensor.T if is_matrix else tensor
    return {name: torch.clone(tensor) for name, tensor in found.items()}
