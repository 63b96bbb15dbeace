"""Dependency trees by biaffine scores of arcs and relations (Dozat and Manning 2017)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material
from synth.evaluation.heads.tagging import padded, present
from synth.evaluation.metrics.libraries import evaluation_extra

Arcs = list[tuple[int, str]]


class Biaffine(Head):
    """The head of each word, 0 for the root, and its relation; trees are the best with one root (maximum spanning)."""

    def __init__(
        self, width: int, material: Material, *, arcs: int = 128, relations: int = 64, dropout: float = 0.3
    ) -> None:
        super().__init__(width, material)
        self.relations = sorted({relation for example in material.train for _, relation in example.target})
        self.places = {relation: place for place, relation in enumerate(self.relations)}
        self.root = nn.Parameter(0.1 * torch.randn(width))
        self.of_dependent, self.of_head = (_layer(width, arcs, dropout) for _ in range(2))
        self.of_dependent_relation, self.of_head_relation = (_layer(width, relations, dropout) for _ in range(2))
        self.arc = nn.Parameter(torch.zeros(arcs + 1, arcs))
        self.relation = nn.Parameter(torch.zeros(len(self.relations), relations + 1, relations + 1))

    def target(self, example: Example) -> tuple[list[int], list[int]]:
        return [head for head, _ in example.target], [self.places[relation] for _, relation in example.target]

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        arcs = self._arcs(rooted := self._rooted(states), lengths)  # (B, L, L + 1)
        heads, relations = (padded([target[side] for target in batch.targets], states) for side in range(2))
        there = present(lengths, states.shape[1])
        of_arcs = functional.cross_entropy(arcs[there], heads[there])
        return of_arcs + functional.cross_entropy(self._relations(rooted, heads)[there], relations[there])

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[Arcs]:
        rooted = self._rooted(states)
        scores = self._arcs(rooted, lengths).log_softmax(-1).double().cpu().numpy()
        trees = [best_tree(row[:length, : length + 1]) for row, length in zip(scores, lengths.tolist(), strict=True)]
        relations = self._relations(rooted, padded(trees, states)).argmax(-1).tolist()
        return [
            [(head, self.relations[place]) for head, place in zip(tree, row, strict=False)]
            for tree, row in zip(trees, relations, strict=True)
        ]

    def _rooted(self, states: Tensor) -> Tensor:
        return torch.cat([self.root.expand(len(states), 1, -1), states], 1)  # (B, L + 1, H)

    def _arcs(self, rooted: Tensor, lengths: Tensor) -> Tensor:
        """How well each place, 0 the root, is the head of each word, (B, L, L + 1)."""
        dependents = functional.pad(self.of_dependent(rooted[:, 1:]), (0, 1), value=1.0)  # (B, L, arcs + 1)
        scores: Tensor = dependents @ self.arc @ self.of_head(rooted).mT  # (B, L, L + 1)
        possible = functional.pad(present(lengths, rooted.shape[1] - 1), (1, 0), value=True)[:, None]
        itself = torch.eye(rooted.shape[1], dtype=torch.bool, device=scores.device)[1:]
        return scores.masked_fill(~possible | itself, -1e9)

    def _relations(self, rooted: Tensor, heads: Tensor) -> Tensor:
        """How well each relation fits each word under its head, (B, L, R)."""
        dependents = functional.pad(self.of_dependent_relation(rooted[:, 1:]), (0, 1), value=1.0)  # (B, L, r + 1)
        over = functional.pad(self.of_head_relation(rooted), (0, 1), value=1.0)  # (B, L + 1, r + 1)
        over = over.gather(1, heads[..., None].expand(-1, -1, over.shape[-1]))  # (B, L, r + 1)
        mixed = torch.einsum("bli,rij->blrj", dependents, self.relation)  # (B, L, R, r + 1)
        return (mixed @ over[..., None])[..., 0]

    def flops(self, lengths: Sequence[int]) -> int:
        tokens, longest = len(lengths) * max(lengths), max(lengths)
        layers = 2 * self.width * (self.arc.shape[1] + self.relation.shape[-1] - 1)
        single = layers + self.arc.numel() + self.relation.numel()
        return 2 * tokens * (single + (longest + 1) * self.arc.shape[1])


def _layer(width: int, size: int, dropout: float) -> nn.Sequential:
    return nn.Sequential(nn.Linear(width, size), nn.LeakyReLU(0.1), nn.Dropout(dropout))


def best_tree(scores: NDArray[np.float64]) -> list[int]:
    """The heads, from 1 and 0 for the root, of the tree with the highest sum of scores (L, L + 1), and one root.

    Where the best heads of all words are such a tree they are taken as they are; otherwise by Chu and Liu (1965) and
    Edmonds (1967).
    """
    greedy: list[int] = scores.argmax(1).tolist()
    if greedy.count(0) == 1 and _is_tree(greedy):
        return greedy
    found = _spanning(scores)
    if found.count(0) == 1:
        return found
    best: list[int] = []
    for root in range(len(scores)):  # with several words under the root, each of them is tried alone
        alone = scores.copy()
        alone[np.arange(len(scores)) != root, 0] = -1e9
        other = _spanning(alone)
        if not best or _total(alone, other) > _total(scores, best):
            best = other
    return best


def _spanning(scores: NDArray[np.float64]) -> list[int]:
    with evaluation_extra("maximum spanning trees"):
        from ufal.chu_liu_edmonds import chu_liu_edmonds
    square = np.vstack([np.full((1, scores.shape[1]), -1e9), scores])  # the root has no head
    square[np.arange(len(square)), np.arange(len(square))] = np.nan  # no arc
    heads, _ = chu_liu_edmonds(np.ascontiguousarray(square))
    return [int(head) for head in heads[1:]]


def _total(scores: NDArray[np.float64], heads: list[int]) -> float:
    return float(scores[np.arange(len(heads)), heads].sum())


def _is_tree(heads: list[int]) -> bool:
    for word in range(1, len(heads) + 1):
        seen = set[int]()
        while word:
            if word in seen:
                return False
            seen.add(word)
            word = heads[word - 1]
    return True
