"""Trained on short texts, tried on longer ones: transformers by how they know places, and an LSTM.

`python -m benchmarks.encoders.lengths TEXT`

Copying: 2 to 8 letters of 32, a sign, and the same letters again; the share of letters that are told from those before
them. Language: bits a byte of pieces of the last twentieth of TEXT, after training on pieces of 64 bytes ("train short,
test long": Press et al. 2022). All have two blocks or layers of 64 numbers and the same steps; where places are
learned, those beyond the training length have vectors that were never learned.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable import encoders
from differentiable.transformer.configuration import CHOICES, Configuration
from differentiable.transformer.model import TransformerLM

WIDTH, BATCH, RATE = 64, 32, 5e-3
LETTERS, SHORTEST, LONGEST = 32, 2, 8
COPIES, PIECES = (8, 12, 16, 32), (64, 128, 256, 512)  # lengths that are tried, the first of them learned
TRIED = 64  # texts of each length
ROWS = (*CHOICES["positions"], "lstm")


class Recurrent(nn.Module):
    """An LSTM and a layer that tells the next token, (B, L) -> (B, L, V)."""

    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.encoder = encoders.make("lstm", vocabulary=vocabulary, width=WIDTH, causal=True, layers=2)
        self.out = nn.Linear(WIDTH, vocabulary)

    def forward(self, tokens: Tensor) -> Tensor:
        lengths = torch.full((len(tokens),), tokens.shape[1])
        return self.out(self.encoder(tokens, lengths).states)


def made(name: str, vocabulary: int, context: int) -> nn.Module:
    """The model of a row, with a seed of its own."""
    torch.manual_seed(0)
    if name == "lstm":
        return Recurrent(vocabulary)
    shape = Configuration(vocabulary, WIDTH, blocks=2, heads=4, context=context, positions=name)
    return TransformerLM(shape)


def train(model: nn.Module, batches: Iterator[tuple[Tensor, int]]) -> None:
    """Learn to tell the tokens of batches (B, L + 1), all but the first few; with each comes how many those are."""
    steps = list(batches)
    optimizer = torch.optim.AdamW(model.parameters(), RATE, betas=(0.9, 0.98), fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, len(steps))
    for tokens, first in steps:
        logits = model(tokens[:, :-1])[:, first - 1 :]  # (B, asked, V)
        optimizer.zero_grad(set_to_none=True)
        functional.cross_entropy(logits.flatten(0, 1), tokens[:, first:].flatten()).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()


def copies(stream: torch.Generator, count: int, letters: int) -> Tensor:
    """Texts of so many letters, the sign and the letters again, (count, 2 letters + 1)."""
    drawn = torch.randint(LETTERS, (count, letters), generator=stream)
    return torch.cat([drawn, torch.full((count, 1), LETTERS), drawn], 1)


def copying(name: str, steps: int) -> list[float]:
    """The share of letters copied rightly at each length."""
    stream = torch.Generator().manual_seed(1)
    lengths = torch.randint(SHORTEST, LONGEST + 1, (steps,), generator=stream).tolist()
    model = made(name, LETTERS + 1, 2 * max(COPIES) + 1)
    train(model, ((copies(stream, BATCH, length), length + 1) for length in lengths))
    found = []
    with torch.inference_mode():
        for length in COPIES:
            tokens = copies(stream, TRIED, length)
            told = model.eval()(tokens[:, :-1])[:, length:].argmax(-1)  # (tried, length)
            found.append(float((told == tokens[:, length + 1 :]).float().mean()))
    return found


def language(name: str, data: Tensor, steps: int) -> list[float]:
    """Bits a byte at each length."""
    kept = len(data) - len(data) // 20
    stream = torch.Generator().manual_seed(2)
    starts = torch.randint(kept - PIECES[0] - 1, (steps, BATCH), generator=stream)
    model = made(name, 256, max(PIECES))
    train(model, ((data[row[:, None] + torch.arange(PIECES[0] + 1)], 1) for row in starts))
    found = []
    with torch.inference_mode():
        for length in PIECES:
            first = torch.linspace(kept, len(data) - length - 1, TRIED).long()
            tokens = data[first[:, None] + torch.arange(length + 1)]
            logits = model.eval()(tokens[:, :-1])
            loss = functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
            found.append(float(loss) / math.log(2))
    return found


def show(title: str, lengths: tuple[int, ...], measure: Callable[[str], list[float]]) -> None:
    """A line for each row, and the seconds it took."""
    print(f"{title:12}", *(f"{length:>6}" for length in lengths), flush=True)
    for name in ROWS:
        begun = time.process_time()
        figures = " ".join(f"{figure:6.3f}" for figure in measure(name))
        print(f"{name:12} {figures}   {time.process_time() - begun:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path)
    parser.add_argument("--copy-steps", type=int, default=1_500)
    parser.add_argument("--language-steps", type=int, default=300)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    data = torch.from_numpy(np.frombuffer(arguments.text.read_bytes(), np.uint8).astype(np.int64))
    show("copying", COPIES, lambda name: copying(name, arguments.copy_steps))
    show("language", PIECES, lambda name: language(name, data, arguments.language_steps))


if __name__ == "__main__":
    main()
