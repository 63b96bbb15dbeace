"""Constituency trees by scores of spans (Stern et al. 2017), the best by the inside recursion with max for sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from differentiable.grammars.inside import inside
from differentiable.grammars.semirings import MAX
from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material
from synth.evaluation.heads.treebank import TreebankGrammar
from synth.evaluation.readers.trees import Tree

NONE: Final = 0  # the label of spans that are no constituents
CHAIN: Final = "+"  # between the labels of nodes over the same words, the highest first: S+VP


class Chart(Head):
    """A label, or none, for each span of words; targets are trees over the tokens, whose tags are given.

    A span from word i to word j is read as the differences of states h_j − h_{i−1} and h_i − h_{j+1}, zeros outside,
    through a hidden layer. Learned by cross-entropy over all spans. With a grammar, what it thinks of spans (log-odds
    of its labels, from the inside and outside of given tags) is added, times `weight`, where trees are chosen; so is
    `favour`, for every label against none.
    """

    def __init__(
        self, width: int, material: Material, *, hidden: int = 128, dropout: float = 0.3,
        grammar: TreebankGrammar | None = None, weight: float = 1.0,
    ) -> None:  # fmt: skip
        super().__init__(width, material)
        chains = {label for example in material.train for _, _, label in labelled_spans(example.target)}
        self.labels = ["", *sorted(chains)]
        self.places = {label: place for place, label in enumerate(self.labels)}
        self.starts = nn.Linear(2 * width, hidden)  # of [h_i; h_{i−1}]
        self.ends = nn.Linear(2 * width, hidden, bias=False)  # of [h_j; h_{j+1}]
        self.out = nn.Sequential(nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden, len(self.labels)))
        self.grammar, self.weight, self.favour = grammar, weight, 0.0

    def target(self, example: Example) -> Tensor:
        """The label of each span, (L, L), by its first and its last word."""
        found = torch.zeros(len(example.tokens), len(example.tokens), dtype=torch.int64)
        for start, end, label in labelled_spans(example.target):
            found[start, end - 1] = self.places[label]
        return found

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        text, start, end = _spans(lengths)
        gold = torch.cat([target[torch.triu_indices(*target.shape).unbind()] for target in batch.targets])
        return functional.cross_entropy(self._scores(states, lengths, text, start, end), gold.to(states.device))

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[Tree]:
        text, start, end = _spans(lengths)
        scores = self._scores(states, lengths, text, start, end).log_softmax(-1)  # (S, labels)
        odds = states.new_zeros(len(lengths), states.shape[1], states.shape[1], len(self.labels))
        odds[text, start, end] = scores - scores[:, :1]
        parts = [row[:length, :length] for row, length in zip(odds, lengths.tolist(), strict=True)]
        if self.grammar is not None:
            prior = self.grammar.log_odds([example.tags for example in batch.examples], self.labels)
            parts = [own + self.weight * other.to(own) for own, other in zip(parts, prior, strict=True)]
        favour = self.favour * (torch.arange(len(self.labels), device=states.device) != NONE)  # (labels,)
        return best_trees([part + favour for part in parts], self.labels, batch.examples)

    def _scores(self, states: Tensor, lengths: Tensor, text: Tensor, start: Tensor, end: Tensor) -> Tensor:
        """How well each label fits each span, (S, labels)."""
        around = functional.pad(states, (0, 0, 1, 1))  # (B, L + 2, H)
        of_starts = self.starts(torch.cat([states, -around[:, :-2]], -1))  # (B, L, hidden)
        of_ends = self.ends(torch.cat([states, -around[:, 2:]], -1))
        found: Tensor = self.out(of_starts[text, start] + of_ends[text, end])
        return found

    def flops(self, lengths: Sequence[int]) -> int:
        tokens, hidden = len(lengths) * max(lengths), self.starts.out_features
        spans = sum(length * (length + 1) // 2 for length in lengths)
        return 2 * (tokens * 4 * self.width * hidden + spans * hidden * len(self.labels))


def labelled_spans(tree: Tree) -> list[tuple[int, int, str]]:
    """First word, the word behind the last, and label of each constituent, labels of the same words as one."""
    # (S (VP (VB go) (ADVP (RB on)))) -> (0, 2, S+VP), (1, 2, ADVP)
    found: dict[tuple[int, int], list[str]] = {}
    for start, end, label in tree.spans():
        found.setdefault((start, end), []).append(label)
    return [(start, end, CHAIN.join(labels)) for (start, end), labels in found.items()]


def _spans(lengths: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Text, first and last word of all spans, (S,) each, text by text."""
    corners = [torch.triu_indices(length, length, device=lengths.device) for length in lengths.tolist()]
    texts = torch.repeat_interleave(
        torch.arange(len(lengths), device=lengths.device),
        torch.tensor([corner.shape[1] for corner in corners], device=lengths.device),
    )
    starts, ends = torch.cat(corners, 1)
    return texts, starts, ends


def best_trees(odds: Sequence[Tensor], labels: list[str], examples: Sequence[Example]) -> list[Tree]:
    """The trees with the highest sums of log-odds of spans, (L, L, labels) by first and last word; label 0 is none.

    A whole text is a constituent whatever its odds.
    """
    trees = []
    for of_spans, example in zip(odds, examples, strict=True):
        length = len(example.tokens)
        values, chosen = of_spans.max(-1)  # (L, L)
        values[0, -1], best = of_spans[0, -1, 1:].max(-1)
        chosen[0, -1] = best + 1
        start, end = torch.triu_indices(length, length)
        spans = values.new_zeros(length, 1, length, 1)
        spans[start, 0, end - start, 0] = values[start, end]
        chart = inside(MAX, values.new_zeros(length, 1, 1), values.new_zeros(1, 1, 1), spans)[:, 0, :, 0]
        trees.append(_tree(chart.cpu().numpy(), chosen.tolist(), labels, example))
    return trees


def _tree(chart: NDArray[np.float32], labels: list[list[int]], names: list[str], example: Example) -> Tree:
    """The best tree, read off the chart (start, width − 1): each span divided where both sides are worth most."""

    def parts(start: int, end: int) -> list[Tree]:
        if end - start == 1:
            found = [Tree(example.tags[start], (), example.tokens[start])]
        else:
            splits = np.arange(start + 1, end)
            split = int(splits[(chart[start, splits - start - 1] + chart[splits, end - splits - 1]).argmax()])
            found = [*parts(start, split), *parts(split, end)]
        for label in reversed(names[labels[start][end - 1]].split(CHAIN)) if labels[start][end - 1] != NONE else ():
            found = [Tree(label, tuple(found))]
        return found

    (tree,) = parts(0, len(example.tokens))
    return tree
