"""A decoder-only transformer over bytes, small enough to be trained in seconds."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

END: Final = 256  # the token around texts
VOCABULARY_SIZE: Final = 257
RATE: Final = 5e-3


class ByteTransformer(nn.Module):
    """p(next byte | at most `context` tokens before it): pre-norm blocks, tied embeddings; 256 stands around texts."""

    def __init__(self, *, width: int = 64, heads: int = 4, blocks: int = 2, context: int = 64) -> None:
        super().__init__()
        self.context = context
        self.tokens = nn.Embedding(VOCABULARY_SIZE, width)
        self.places = nn.Embedding(context, width)
        self.blocks = nn.ModuleList(_Block(width, heads) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        for embedding in (self.tokens, self.places):
            nn.init.normal_(embedding.weight, std=0.05)

    def forward(self, tokens: Tensor) -> Tensor:
        """Logits of the token behind each token: (B, L) to (B, L, 257), L at most `context`."""
        hidden = self.tokens(tokens) + self.places.weight[: tokens.shape[1]]  # (B, L, width)
        for block in self.blocks:
            hidden = block(hidden)  # (B, L, width)
        logits: Tensor = self.norm(hidden) @ self.tokens.weight.T  # (B, L, 257)
        return logits

    @classmethod
    def trained(cls, texts: list[bytes], *, steps: int = 300, batch: int = 16, seed: int = 0) -> ByteTransformer:
        """A model of `texts`: AdamW on pieces of all of them one after the other, in an order that `seed` shuffles."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            model = cls()
            order = [texts[place] for place in torch.randperm(len(texts)).tolist()]
            stream = torch.tensor([token for text in order for token in (END, *text)] + [END])  # (all,)
            optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
            schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
            length = min(model.context, len(stream) - 1)
            for _ in range(steps):
                starts = torch.randint(len(stream) - length, (batch,))
                pieces = stream[starts[:, None] + torch.arange(length + 1)]  # (batch, length + 1)
                logits = model(pieces[:, :-1])  # (batch, length, 257)
                loss = functional.cross_entropy(logits.flatten(0, 1), pieces[:, 1:].flatten())
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                schedule.step()
        return model.eval()


class _Block(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.attention_norm, self.feed_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project = nn.Linear(width, 3 * width)
        self.merge = nn.Linear(width, width)
        self.feed = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, hidden: Tensor) -> Tensor:
        rows, length, width = hidden.shape
        parts = self.project(self.attention_norm(hidden)).view(rows, length, 3, self.heads, -1)
        queries, keys, values = parts.permute(2, 0, 3, 1, 4)  # (B, heads, L, width / heads) each
        read = functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)
        hidden = hidden + self.merge(read.transpose(1, 2).reshape(rows, length, width))
        fed: Tensor = hidden + self.feed(self.feed_norm(hidden))
        return fed
