"""A grammar gives the structure; what a rule makes of its parts is learned.

    [MAX 2 [SM 8 5 ] 1 ]   ->   [MAX 2 3 1 ]   ->   3

A machine that reads from the left (LL(1)) finds the parts. Each application of the rule is replaced by a distribution
over words, read by the one above it as the mean of their vectors: the same layers reduce what is flat and what is
nested.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.encoders import Encoded, Encoder
from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.grammars.predictive.table import PredictiveTable
from dsl.grammars.recognition import Tree
from synth.evaluation.vocabulary import STD, WordEmbedding


class _Level(NamedTuple):
    """Applications whose parts are all known: places of their parts, tokens first and then what was made of others."""

    parts: list[list[int]]
    ends: list[int]  # the token that each ends with


class ReductionEncoder(Encoder):
    """Applications of one `rule` of an LL(1) `grammar`, the inner ones first, each becoming a word.

    `characters` says what the grammar reads for each token. What the parts are, by their places and as a bag, goes
    through two layers. Hard, the likeliest word alone stands for an application; removed, nothing does.
    """

    modes: ClassVar[tuple[str, ...]] = ("soft", "hard", "removed")
    can_be_causal: ClassVar[bool] = False

    def __init__(
        self, embedding: WordEmbedding, width: int, *, grammar: Grammar, characters: Sequence[str], rule: str,
        hidden: int = 96, most: int = 8, causal: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(embedding, width, causal=causal)
        size = embedding.embedding_dim
        self.most = most
        self.characters, self.rule = list(characters), rule
        self.table = PredictiveTable.compile(grammar)
        self.order = nn.Linear(most * size, hidden)
        self.bag = nn.Linear(size, hidden)
        self.reduce = nn.Sequential(
            nn.Linear(2 * hidden, 2 * hidden), nn.ReLU(), nn.Linear(2 * hidden, embedding.weight.shape[0])
        )
        self.of_texts = nn.Linear(size, width)
        self.of_tokens = nn.Linear(size, width)
        self._known: dict[tuple[int, ...], list[_Level]] = {}

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        vectors = self.vectors(ids, there)  # (B, L, d)
        longest, size = ids.shape[1], vectors.shape[-1]
        plans = [self._plan(row[:length]) for row, length in zip(ids.tolist(), lengths.tolist(), strict=True)]
        made = vectors.flatten(0, 1)  # tokens, and behind them what applications become
        made = torch.cat([made, made.new_zeros(1, size)])
        ends: list[int] = []
        places: list[dict[int, int]] = [{} for _ in plans]  # of applications by their number in the text
        count = [0] * len(plans)
        for depth in range(max(map(len, plans))):
            parts: list[list[int]] = []
            for row, plan in enumerate(plans):
                if depth >= len(plan):
                    continue
                for own, end in zip(*plan[depth], strict=True):
                    places[row][count[row]] = len(made) + len(parts)
                    count[row] += 1
                    found = [row * longest + part if part >= 0 else places[row][-1 - part] for part in own]
                    parts.append(found + [ids.numel()] * (self.most - len(found)))
                    ends.append(row * longest + end)
            made = torch.cat([made, self._reduced(made, torch.tensor(parts), ids.numel())])
        roots = made[[places[row][count[row] - 1] if count[row] else row * longest for row in range(len(plans))]]
        states = vectors.flatten(0, 1).index_add(0, torch.tensor(ends, dtype=torch.int64), made[ids.numel() + 1 :])
        return Encoded(self.of_tokens(states.view_as(vectors)), self.of_texts(roots))

    def _reduced(self, made: Tensor, parts: Tensor, nothing: int) -> Tensor:
        """What applications become, (n, d), given the places of their parts (n, most)."""
        vectors = made[parts]  # (n, most, d)
        is_part = parts != nothing
        order = self.order(vectors.flatten(1)).relu()  # (n, hidden)
        bag = (functional.relu(self.bag(vectors)) * is_part[..., None]).sum(1)
        words = self.embedding.weight / STD  # (V, d)
        shares = self.reduce(torch.cat([order, bag], 1)).softmax(-1)  # (n, V)
        if self.mode == "removed":
            shares = torch.zeros_like(shares)
        if self.mode == "hard":
            shares = functional.one_hot(shares.argmax(-1), shares.shape[1]).to(shares.dtype)
        made_of: Tensor = shares @ words
        return made_of

    def _plan(self, ids: list[int]) -> list[_Level]:
        key = tuple(ids)
        if key not in self._known:
            tree = self.table.parse("".join(self.characters[number] for number in ids))
            self._known[key] = self._levels(tree)
        return self._known[key]

    def _levels(self, tree: Tree) -> list[_Level]:
        """Applications by the depth of what they hold: parts are tokens 0, 1, … or applications -1, -2, …"""
        heights: dict[int, int] = {}
        order = [node for node in tree.walk() if node.rule == self.rule and node.end - node.start > 1]
        for node in reversed(order):  # children come after their parents
            heights[id(node)] = 1 + max((heights.get(id(child), 0) for child in node.children), default=0)
        order.sort(key=lambda node: (heights[id(node)], node.start))
        numbers = {id(node): -1 - number for number, node in enumerate(order)}
        levels = [_Level([], []) for _ in range(max(heights.values(), default=0))]
        for node in order:
            parts: list[int] = []
            place = node.start
            for child in node.children:
                parts += range(place, child.start)
                parts.append(numbers.get(id(child), child.start))
                place = child.end
            parts += range(place, node.end)
            if len(parts) > self.most:
                raise LimitError(f"a rule has {len(parts)} parts", hint=f"at most {self.most} are read")
            levels[heights[id(node)] - 1].parts.append(parts)
            levels[heights[id(node)] - 1].ends.append(node.end - 1)
        return levels

    def flops(self, lengths: Sequence[int]) -> int:
        """As if every second token ended an application, which none exceeds."""
        each = 2 * (self.order.weight.numel() + self.most * self.bag.weight.numel())
        each += 2 * sum(layer.weight.numel() for layer in self.reduce if isinstance(layer, nn.Linear))
        each += 2 * self.embedding.weight.numel()
        layers = 2 * self.width * self.embedding.embedding_dim
        return sum(length // 2 * each + (length + 1) * layers for length in lengths)
