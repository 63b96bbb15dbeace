"""Encoders beside torch's own layers, in turns, and all by themselves: `python -m benchmarks.encoders.layers`.

Both are forward and backward, in seconds of the processor.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import torch
from torch import Tensor, nn

from differentiable import encoders

ROUNDS = 83
ALONE = 15  # rounds of each encoder by itself
ROWS, LENGTH, SIZE = 32, 64, 64


class TorchLSTM(nn.Module):
    """An embedding and nn.LSTM alone."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding, self.layer = nn.Embedding(1_000, SIZE), nn.LSTM(SIZE, 128, batch_first=True)

    def forward(self, ids: Tensor) -> Tensor:
        return self.layer(self.embedding(ids))[0]


class TorchAttention(nn.Module):
    """An embedding, nn.TransformerEncoderLayer twice, and a layer."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(1_000, SIZE)
        layer = nn.TransformerEncoderLayer(SIZE, 4, 4 * SIZE, 0.0, "gelu", batch_first=True, norm_first=True)
        self.layers = nn.TransformerEncoder(layer, 2, nn.LayerNorm(SIZE), enable_nested_tensor=False)
        self.out = nn.Linear(SIZE, 128)

    def forward(self, ids: Tensor, behind: Tensor) -> Tensor:
        return self.out(self.layers(self.embedding(ids), src_key_padding_mask=behind))


def seconds(action: Callable[[], Tensor]) -> float:
    begun = time.process_time()
    action().sum().backward()
    return time.process_time() - begun


def compare(name: str, own: Callable[[], Tensor], theirs: Callable[[], Tensor]) -> None:
    """The median of the ratios of the two, which begin by turns."""
    times = []
    for turn in range(ROUNDS):
        first, second = (own, theirs) if turn % 2 else (theirs, own)
        pair = seconds(first), seconds(second)
        times.append(pair if turn % 2 else pair[::-1])
    ours, others = (statistics.median(part) for part in zip(*times[3:], strict=True))
    ratio = statistics.median(one / other for one, other in times[3:])
    print(f"{name}: {ours * 1e3:.1f} ms, torch's own {others * 1e3:.1f} ms: {ratio:.3f}")


def main() -> None:
    torch.set_num_threads(1)
    ids = torch.randint(0, 1_000, (ROWS, LENGTH))
    lengths = torch.randint(LENGTH // 2, LENGTH + 1, (ROWS,))
    behind = torch.arange(LENGTH) >= lengths[:, None]
    lstm, attention = (
        encoders.make(name, vocabulary=1_000, width=128, causal=name == "lstm", size=SIZE)
        for name in ("lstm", "attention")
    )
    torch_lstm, torch_attention = TorchLSTM(), TorchAttention()
    compare("lstm", lambda: lstm(ids, lengths).states, lambda: torch_lstm(ids))
    compare("attention", lambda: attention(ids, lengths).states, lambda: torch_attention(ids, behind))
    for name in encoders.names():
        encoder = encoders.make(name, vocabulary=1_000, width=128, size=SIZE)
        found = statistics.median(seconds(lambda e=encoder: e(ids, lengths).pooled) for _ in range(ALONE))
        print(f"{name}: {found * 1e3:.1f} ms")


if __name__ == "__main__":
    main()
