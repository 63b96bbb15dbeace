"""Encoders and the inside algorithm on a GPU: `python -m benchmarks.encoders.devices`.

Forward and backward, by the clock. Encoders beside one core: tokens a second of a small and of a large batch, and the
largest difference between what both devices make of the small one. The inside algorithm beside torch-struct
(`pip install torch-struct`) on the same GPU, as benchmarks.pcfg has both.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import torch
from torch import Tensor

from benchmarks.pcfg import SIZES, of_torch_struct, ours
from differentiable import encoders
from differentiable.encoders import Encoder

ROUNDS = 9
VOCABULARY, WIDTH, LENGTH = 1_000, 128, 64
SMALL, LARGE = 32, 1_024  # texts in a batch


def seconds(run: Callable[[], object]) -> float:
    """Of the median round, the first left out: kernels are chosen and compiled in it."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        run()
        torch.cuda.synchronize()
        times.append(time.perf_counter() - begun)
    return statistics.median(times[1:])


def texts(rows: int) -> tuple[Tensor, Tensor]:
    """Ids (rows, LENGTH) and lengths (rows,) by chance, from half of LENGTH."""
    torch.manual_seed(0)
    return torch.randint(0, VOCABULARY, (rows, LENGTH)), torch.randint(LENGTH // 2, LENGTH + 1, (rows,))


def tokens_per_second(encoder: Encoder, rows: int, device: str) -> float:
    """How fast an encoder, which is there already, is trained on a device."""
    ids, lengths = (tensor.to(device) for tensor in texts(rows))
    encoder.train()
    return float(lengths.sum()) / seconds(lambda: encoder(ids, lengths).pooled.sum().backward())


def difference(encoder: Encoder) -> float:
    """The largest between pooled states here and there, in parts of the largest; the encoder is there afterwards."""
    ids, lengths = texts(SMALL)
    encoder.eval()
    with torch.no_grad():
        here = encoder(ids, lengths).pooled
        there = encoder.cuda()(ids.cuda(), lengths.cuda()).pooled.cpu()
    return float((here - there).abs().max() / here.abs().max())


def main() -> None:
    torch.set_num_threads(1)
    print(torch.cuda.get_device_name())
    for name in encoders.names():
        torch.manual_seed(0)
        encoder = encoders.make(name, vocabulary=VOCABULARY, width=WIDTH, size=64)
        core = tokens_per_second(encoder, SMALL, "cpu")
        apart = difference(encoder)
        small, large = (tokens_per_second(encoder, rows, "cuda") for rows in (SMALL, LARGE))
        print(f"{name}: {core:,.0f} tokens/s on a core, {small:,.0f} and {large:,.0f} on the GPU, apart {apart:.1e}")
    for length, nonterminals in SIZES:
        own = seconds(ours(length, nonterminals, "cuda"))
        print(f"inside, {length} tokens, {nonterminals} nonterminals: {own * 1e3:.1f} ms", end="", flush=True)
        theirs = seconds(of_torch_struct(length, nonterminals, "cuda"))
        print(f", torch-struct {theirs / own:.1f} times that")


if __name__ == "__main__":
    main()
