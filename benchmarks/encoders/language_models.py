"""The transformer beside nanoGPT's form in plain torch, and its cache.

`python -m benchmarks.encoders.language_models TEXT`

Both have 4 blocks of 128 numbers and 4 heads, learned positions, the same weights at first, the same pieces of text,
and AdamW: in one kernel, as `synth train lm` has it, and, as in nanoGPT's train.py without a GPU, in several. Process
time, one thread; the two take turns, step by step, and medians are shown, of forward and backward alone, too.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.transformer.configuration import Configuration
from differentiable.transformer.model import TransformerLM

SHAPE = Configuration(vocabulary=256, width=128, blocks=4, heads=4, context=512, positions="learned")
BATCH, LENGTH = 16, 128
TURN = 16  # tokens that are written before the other one writes


class PlainBlock(nn.Module):
    """nanoGPT's block, written plainly."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attend, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.enter, self.leave = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, hidden: Tensor) -> Tensor:
        rows, length, width = hidden.shape
        queries, keys, values = self.attend(self.first(hidden)).split(width, dim=2)
        queries, keys, values = (
            part.view(rows, length, self.heads, width // self.heads).transpose(1, 2) for part in (queries, keys, values)
        )
        read = functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)
        hidden = hidden + self.merge(read.transpose(1, 2).contiguous().view(rows, length, width))
        return hidden + self.leave(functional.gelu(self.enter(self.second(hidden))))


class Plain(nn.Module):
    """nanoGPT's model, written plainly, beginning with the weights of another."""

    def __init__(self, model: TransformerLM) -> None:
        super().__init__()
        shape = model.configuration
        self.tokens, self.places = nn.Embedding(256, shape.width), nn.Embedding(shape.context, shape.width)
        self.blocks = nn.ModuleList(PlainBlock(shape.width, shape.heads) for _ in range(shape.blocks))
        self.last = nn.LayerNorm(shape.width)
        names = {"first": "attention_norm", "second": "feed_norm", "attend": "attention.project",
                 "merge": "attention.merge", "enter": "feed.enter", "leave": "feed.merge"}  # fmt: skip
        state = model.state_dict()
        own = {"tokens.weight": state["tokens.weight"], "places.weight": state["places.weight"]}
        for kind in ("weight", "bias"):
            own[f"last.{kind}"] = state[f"blocks.last.{kind}"]
            for block in range(shape.blocks):
                for mine, theirs in names.items():
                    own[f"blocks.{block}.{mine}.{kind}"] = state[f"blocks.blocks.{block}.{theirs}.{kind}"]
        self.load_state_dict(own)

    def loss(self, pieces: Tensor) -> Tensor:
        tokens = pieces[:, :-1]
        hidden = self.tokens(tokens) + self.places(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            hidden = block(hidden)
        logits = functional.linear(self.last(hidden), self.tokens.weight)
        return functional.cross_entropy(logits.view(-1, 256), pieces[:, 1:].reshape(-1))


def side_by_side(data: np.ndarray, steps: int) -> None:
    """Losses and tokens a second of both, by the median step."""
    own = TransformerLM(SHAPE, seed=0)
    models = {"synth": own, "plain torch": Plain(own)}
    optimizers = {
        name: torch.optim.AdamW(model.parameters(), 1e-3, betas=(0.9, 0.95), fused=model is own)
        for name, model in models.items()
    }
    seconds, losses = {name: [] for name in models}, {name: [] for name in models}
    stream = np.random.default_rng(0)
    for step in range(steps):
        starts = stream.integers(0, len(data) - LENGTH - 1, BATCH)
        pieces = torch.from_numpy(np.stack([data[start : start + LENGTH + 1] for start in starts]).astype(np.int64))
        for name in models if step % 2 else reversed(models):
            begun = time.process_time()
            loss = models[name].loss(pieces)
            optimizers[name].zero_grad(set_to_none=True)
            loss.backward()
            read = time.process_time() - begun
            nn.utils.clip_grad_norm_(models[name].parameters(), 1.0)
            optimizers[name].step()
            seconds[name].append((read, time.process_time() - begun))
            losses[name].append(float(loss.detach()))
    for name in models:
        last = sum(losses[name][-20:]) / len(losses[name][-20:])
        read, whole = BATCH * LENGTH / np.median(seconds[name], 0)
        rates = f"{whole:,.0f} tokens/s, {read:,.0f} without clipping and optimiser"
        print(f"{name:12} loss {last:.4f} over the last 20 of {steps} steps, {rates}")


@torch.inference_mode()
def generation(tokens: int) -> None:
    """Tokens a second of one text, with and without a cache, which take turns; in quarters, as it must stay flat."""
    model = TransformerLM(SHAPE, seed=0).eval()
    texts = {is_cached: torch.zeros(1, 1, dtype=torch.int64) for is_cached in (True, False)}
    cache = model.cache(1)
    parts: dict[bool, list[float]] = {True: [0.0] * 4, False: [0.0] * 4}
    for first in range(0, tokens, TURN):
        for is_cached, text in texts.items():
            begun = time.process_time()
            for _ in range(TURN):
                new = model(text[:, cache.length :], cache=cache) if is_cached else model(text)  # (1, new, V)
                text = torch.cat([text, new[:, -1].argmax(-1, keepdim=True)], 1)
            parts[is_cached][4 * first // tokens] += time.process_time() - begun
            texts[is_cached] = text
    for is_cached, seconds in parts.items():
        shown = ", ".join(f"{tokens / 4 / part:,.0f}" for part in seconds)
        rate = tokens / sum(seconds)
        print(f"{'with' if is_cached else 'without'} a cache: {rate:,.0f} tokens/s over {tokens} (by quarters {shown})")
    print(f"{sum(parts[False]) / sum(parts[True]):.1f} times as fast with a cache")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--tokens", type=int, default=256)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    generation(arguments.tokens)
    side_by_side(np.frombuffer(arguments.text.read_bytes(), np.uint8), arguments.steps)


if __name__ == "__main__":
    main()
