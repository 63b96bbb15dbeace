"""Mean pooling: Y = (1 / L) Σ_t X_t, beside each token."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from differentiable.encoders.encoder import Encoded, Encoder, mean_of


class MeanEncoder(Encoder):
    """States are a layer over [x_t; mean of the text], or of the text so far where causal; pooled is their mean."""

    def __init__(self, embedding: nn.Embedding, width: int, *, causal: bool = False, hidden: int = 512) -> None:
        super().__init__(embedding, width, causal=causal)
        self.hidden = hidden
        size = 2 * embedding.embedding_dim
        self.layer = nn.Sequential(nn.Linear(size, hidden), nn.GELU(), nn.Linear(hidden, width))

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        vectors = self.vectors(ids, there)  # (B, L, d)
        if self.causal:
            counts = torch.arange(1, ids.shape[1] + 1, device=ids.device).to(vectors.dtype)
            means = vectors.cumsum(1) / counts[:, None]
        else:
            means = mean_of(vectors, there)[:, None].expand_as(vectors)
        states = self.layer(torch.cat([vectors, means], -1))  # (B, L, width)
        return Encoded(states, mean_of(states, there))

    def flops(self, lengths: Sequence[int]) -> int:
        tokens = len(lengths) * max(lengths)
        return 2 * tokens * self.hidden * (2 * self.embedding.embedding_dim + self.width)
