"""Convolution: Y_i = σ(Σ_j W_j · X_{i·s+j} + b), filters of several widths side by side."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.encoders.encoder import Encoded, Encoder, mean_of
from dsl.errors import ConfigurationError


class ConvolutionEncoder(Encoder):
    """Layers of filters over 3 and 5 tokens, each added to what it read; pooled is the mean over the tokens.

    With a stride the first layer looks at every `stride`-th place, and each token takes what was seen last at or before
    its own.
    """

    def __init__(
        self, embedding: nn.Embedding, width: int, *, causal: bool = False, filters: Sequence[int] = (3, 5),
        layers: int = 2, stride: int = 1,
    ) -> None:  # fmt: skip
        super().__init__(embedding, width, causal=causal)
        if not filters or min(filters) < 1 or layers < 1 or stride < 1 or width < len(filters):
            message = f"{layers} layers of filters over {list(filters)} tokens, {stride} apart"
            raise ConfigurationError(message, hint="give at least 1 of each, and a width that all filters share")
        self.filters, self.stride = tuple(filters), stride
        shares = [width // len(filters) + (place < width % len(filters)) for place in range(len(filters))]
        sizes = [embedding.embedding_dim, *[width] * (layers - 1)]
        self.layers = nn.ModuleList(
            nn.ModuleList(nn.Conv1d(size, share, reach) for reach, share in zip(filters, shares, strict=True))
            for size in sizes
        )

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        hidden = self.vectors(ids, there)  # (B, L, d)
        for number, layer in enumerate(self.layers):
            seen = functional.relu(self._convolved(layer, hidden, self.stride if number == 0 else 1))
            hidden = (hidden + seen if number else seen) * there[..., None]  # (B, L, width)
        return Encoded(hidden, mean_of(hidden, there))

    def _convolved(self, layer: nn.Module, hidden: Tensor, stride: int) -> Tensor:
        found = []
        for filter_, reach in zip(layer.children(), self.filters, strict=True):
            before = reach - 1 if self.causal else reach // 2
            padded = functional.pad(hidden.transpose(1, 2), (before, reach - 1 - before))  # (B, d, L + reach - 1)
            assert isinstance(filter_, nn.Conv1d)
            own = functional.conv1d(padded, filter_.weight, filter_.bias, stride)  # (B, share, ceil(L / stride))
            found.append(own.repeat_interleave(stride, -1)[..., : hidden.shape[1]])
        return torch.cat(found, 1).transpose(1, 2)  # (B, L, width)

    def flops(self, lengths: Sequence[int]) -> int:
        longest = max(lengths)
        total = 0
        for number, layer in enumerate(self.layers):
            places = -(-longest // self.stride) if number == 0 else longest
            total += sum(2 * places * part.weight.numel() for part in layer.children() if isinstance(part, nn.Conv1d))
        return len(lengths) * total
