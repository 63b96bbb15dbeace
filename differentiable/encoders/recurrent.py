"""Recurrent networks: a state that each token changes, from the left, and from both sides where it may.

RNN     h_t = tanh(W_hh h_{t−1} + W_xh x_t + b) (Elman 1990)
LSTM    gated, with a memory of its own (Hochreiter and Schmidhuber 1997), torch's kernels
GRU     gated, without one (Cho et al. 2014)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import torch
from torch import Tensor, nn

from differentiable.encoders.encoder import Encoded, Encoder, last_of, mean_of
from dsl.errors import ConfigurationError


class _Recurrent(Encoder):
    """Layers of one kind of cell; not causal, half of the numbers come from the right.

    Texts are turned around within their lengths, so that no padding is read before a text: as fast as without lengths.
    """

    cell: ClassVar[type[nn.RNN | nn.GRU | nn.LSTM]]
    gates: ClassVar[int]

    def __init__(
        self, embedding: nn.Embedding, width: int, *, causal: bool = False, layers: int = 1, pooling: str = "last"
    ) -> None:
        super().__init__(embedding, width, causal=causal)
        if layers < 1 or pooling not in ("last", "mean"):
            raise ConfigurationError(f"{layers} layers pooled by {pooling!r}", hint="layers=1 or more; last or mean")
        if not causal and width % 2:
            raise ConfigurationError(f"two directions share {width} numbers", hint="give an even width")
        self.pooling = pooling
        each = width if causal else width // 2
        sizes = [embedding.embedding_dim, *[width] * (layers - 1)]
        self.forwards = nn.ModuleList(self.cell(size, each, batch_first=True) for size in sizes)
        self.backwards = nn.ModuleList(self.cell(size, each, batch_first=True) for size in sizes if not causal)

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        hidden = self.embedding(ids)  # (B, L, d); from the left, padding is read after all that counts
        if self.causal:
            for layer in self.forwards:
                hidden = layer(hidden)[0]  # (B, L, width)
            return Encoded(hidden, self._pooled(hidden, hidden, lengths, there))
        around = _around(lengths, ids.shape[1])[..., None]  # (B, L, 1)
        left = right = hidden
        for forwards, backwards in zip(self.forwards, self.backwards, strict=True):
            left = forwards(hidden)[0]
            right = backwards(hidden.gather(1, around.expand_as(hidden)))[0]
            right = right.gather(1, around.expand_as(right))
            hidden = torch.cat([left, right], -1)  # (B, L, width)
        ends = torch.cat([left, right[:, :1].expand_as(right)], -1)
        return Encoded(hidden, self._pooled(hidden, ends, lengths, there))

    def _pooled(self, hidden: Tensor, ends: Tensor, lengths: Tensor, there: Tensor) -> Tensor:
        return mean_of(hidden, there) if self.pooling == "mean" else last_of(ends, lengths)

    def flops(self, lengths: Sequence[int]) -> int:
        total = 0
        for layer in [*self.forwards, *self.backwards]:
            assert isinstance(layer, nn.RNNBase)
            total += 2 * self.gates * layer.hidden_size * (layer.input_size + layer.hidden_size)
        return len(lengths) * max(lengths) * total


class RNNEncoder(_Recurrent):
    """Elman's network."""

    cell, gates = nn.RNN, 1


class GRUEncoder(_Recurrent):
    """Gated recurrent units."""

    cell, gates = nn.GRU, 3


class LSTMEncoder(_Recurrent):
    """Long short-term memory."""

    cell, gates = nn.LSTM, 4


def _around(lengths: Tensor, longest: int) -> Tensor:
    """Where each token goes when texts are turned around within their lengths, (B, L)."""
    places = torch.arange(longest, device=lengths.device)
    turned = lengths[:, None] - 1 - places
    return torch.where(turned >= 0, turned, places)
