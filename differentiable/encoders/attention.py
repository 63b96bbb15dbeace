"""Multi-head attention: blocks of a transformer."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from differentiable.encoders.encoder import Encoded, Encoder, mean_of
from differentiable.transformer.block import Blocks
from differentiable.transformer.configuration import Configuration
from differentiable.transformer.positions import sinusoidal
from dsl.errors import ConfigurationError


class AttentionEncoder(Encoder):
    """Blocks as wide as the embedding, then a layer; pooled is the mean over the tokens.

    The other settings are those of `differentiable.transformer.configuration`, learned positions aside.
    """

    def __init__(
        self, embedding: nn.Embedding, width: int, *, causal: bool = False, blocks: int = 2, heads: int = 4,
        positions: str = "sinusoidal", norm: str = "pre", normalise: str = "layer", activation: str = "gelu",
        expansion: float = 4.0, dropout: float = 0.0,
    ) -> None:  # fmt: skip
        super().__init__(embedding, width, causal=causal)
        if positions == "learned":
            hint = "sinusoidal, relative, rotary or alibi"
            raise ConfigurationError("attention encoders have no learned positions", hint=hint)
        self.configuration = Configuration(
            embedding.num_embeddings, embedding.embedding_dim, blocks, heads, positions=positions, norm=norm,
            normalise=normalise, activation=activation, expansion=expansion, dropout=dropout, causal=causal,
        )  # fmt: skip
        self.blocks = Blocks(self.configuration)
        self.out = nn.Linear(embedding.embedding_dim, width)

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        hidden = self.vectors(ids, there)  # (B, L, d)
        if self.configuration.positions == "sinusoidal":
            hidden = hidden + sinusoidal(torch.arange(ids.shape[1], device=ids.device), hidden.shape[-1]).to(hidden)
        sees_all = self.causal and self.configuration.normalise != "batch"  # padding comes behind all that counts
        states = self.out(self.blocks(hidden, None if sees_all else there))  # (B, L, width)
        return Encoded(states, mean_of(states, there))

    def flops(self, lengths: Sequence[int]) -> int:
        shape, tokens, longest = self.configuration, len(lengths) * max(lengths), max(lengths)
        third = 3 if shape.activation == "swiglu" else 2
        each = shape.width * (4 * shape.width + third * shape.inner) + 2 * longest * shape.width
        return 2 * tokens * (shape.blocks * each + shape.width * self.width)
