"""A grammar gives the structure; what a rule makes of its parts is learned.

    [MAX 2 [SM 8 5 ] 1 ]   ->   [MAX 2 3 1 ]   ->   3

Each application of the rule becomes a distribution over values: the words that the rule can be by itself, here digits.
So what is nested is reduced by the same numbers as what is flat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from dsl.grammar import Grammar
from synth.evaluation.structured.applications import Ints, Rows
from synth.evaluation.structured.reducing import ReducingEncoder
from synth.evaluation.vocabulary import STD, WordEmbedding

COPIED: Final = 2.0  # at first an application is likeliest one of its parts, by so many nats
SCALE: Final = 5.0  # tables hold a fifth of a logit, so that the rates of layers suit them
NOISE: Final = 0.02  # of tables, so that values without a word are not all alike
LEAST: Final = 1e-6  # share of a value, so that it has a logarithm


class ReductionEncoder(ReducingEncoder):
    """Applications of the first rule of an LL(1) `grammar`, the inner ones first, each becoming a value.

    `spelled` says what the grammar reads for each token; `unnamed` is how many values there are that no token stands
    for. Two ways to reduce are mixed, in shares that are learned for what stands between the parts: a table that
    takes in part by part, from the left, and layers over how often each value is among the parts, and which is the
    first. What a table makes of distributions is the exact expectation. A learned power then makes the likelier value
    likelier still: else doubts would add up with the depth.

    Hard, the likeliest value alone stands for an application; removed, nothing does.
    """

    modes: ClassVar[tuple[str, ...]] = ("soft", "hard", "removed")
    copies: Tensor  # (K, K, K)
    values: Tensor  # (tokens,), K for those that are no value
    rows: Tensor  # (words,), of their vectors

    def __init__(
        self, embedding: WordEmbedding, width: int, *, grammar: Grammar, spelled: Sequence[str], unnamed: int = 0,
        hidden: int = 128, causal: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(embedding, width, grammar=grammar, spelled=spelled, causal=causal)
        self.words = self.applications.words
        count, marks = len(self.words) + unnamed, len(self.applications.marks)
        values = torch.full((len(spelled),), count)
        values[self.words] = torch.arange(len(self.words))
        self.register_buffer("values", values)
        self.register_buffer("rows", embedding.row[self.words])
        same = torch.eye(count)
        self.register_buffer("copies", COPIED * (same[:, None] + same))
        self.table = nn.Parameter(NOISE * torch.randn(marks, count, count, count))  # between parts, so far, next, then
        self.share = nn.Parameter(torch.zeros(marks))
        self.trust = nn.Parameter(torch.zeros(()))  # the logarithm of the power
        self.bag = nn.Sequential(
            nn.Linear(marks + 2 * count, hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.ReLU(),
            nn.Linear(hidden, count),
        )
        self.unnamed = nn.Parameter(torch.randn(unnamed, embedding.embedding_dim))
        self._add_layers()

    def leaves(self, ids: Tensor, vectors: Tensor) -> Tensor:
        return functional.one_hot(self.values[ids.flatten()], len(self.copies) + 1)[:, :-1].to(vectors.dtype)

    def read(self, made: Tensor) -> Tensor:
        return made @ torch.cat([self.embedding.weight[self.rows] / STD, self.unnamed])

    def reduced(self, made: Tensor, batch: Rows) -> Tensor:
        marks = self.marks_of(batch)
        tables = (torch.tensordot(marks, SCALE * self.table, 1) + self.copies).softmax(-1)  # (frames, K, K, K)
        which = functional.one_hot(batch.frames, len(batch.used)).to(made.dtype)  # (n, frames)
        about = which @ marks  # (n, marks)
        shares = (about @ self.share).sigmoid()[:, None]  # (n, 1)
        for start, end in batch.levels:
            rows = slice(start, end)
            parts = [made.index_select(0, places) for places in batch.parts[rows].T]  # (rows, K) each
            folded = _folded(parts, batch.counts[rows], tables, which[rows])
            bagged = self._bagged(torch.stack(parts).sum(0), parts[0], about[rows])
            found = shares[rows] * folded + (1 - shares[rows]) * bagged
            found = (self.trust.exp() * found.clamp(min=LEAST).log()).softmax(-1)
            if self.mode == "hard":
                found = functional.one_hot(found.argmax(-1), found.shape[1]).to(found.dtype)
            if self.mode == "removed":
                found = torch.zeros_like(found)
            made = torch.cat([made, found])
        return made

    def _bagged(self, often: Tensor, first: Tensor, about: Tensor) -> Tensor:
        """What layers make of how often each value is among the parts, and of the first (n, K)."""
        mean = often / often.sum(1, keepdim=True).clamp(min=1e-6)
        logits = self.bag(torch.cat([about, often, first], 1)) + COPIED * mean
        shares: Tensor = logits.softmax(-1)
        return shares

    def flops(self, lengths: Sequence[int]) -> int:
        """As if every second token ended an application, and every one was a part, which none exceeds."""
        count = len(self.copies)
        bag = 2 * sum(layer.weight.numel() for layer in self.bag if isinstance(layer, nn.Linear))
        of_token = 2 * count**2 * (count + 1) + (bag + 2 * count * self.embedding.embedding_dim) // 2
        layers = 2 * self.width * self.embedding.embedding_dim
        return sum(length * of_token + (length + 1) * layers for length in lengths)


def _folded(parts: Sequence[Tensor], counts: Ints, tables: Tensor, which: Tensor) -> Tensor:
    """What tables (frames, K, K, K) make of rows of parts (n, K), one by one; rows of many parts come first."""
    found = parts[0]
    count = found.shape[1]
    rules = tables.flatten(0, 1).flatten(1)  # (frames * K, K * K)
    for place, part in enumerate(parts[1:], 1):
        rows = int((counts > place).sum())
        if not rows:
            break
        chosen = (which[:rows, :, None] * found[:rows, None]).flatten(1)  # (rows, frames * K)
        taken = torch.bmm(part[:rows, None], (chosen @ rules).view(rows, count, count)).squeeze(1)  # (rows, K)
        found = torch.cat([taken, found[rows:]])
    return found
