"""Trees as vectors: a binary tree-LSTM (Tai et al. 2015) over derivations, nodes of the same height together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import torch
from torch import Tensor, nn

from differentiable.grammars.likelihood import Encoded
from differentiable.grammars.supervision import check_each, used_rules
from differentiable.pcfg import PCFG
from dsl.errors import ConfigurationError
from dsl.grammars.recognition import Tree


class TreeLSTM(nn.Module):
    """Vectors of `size` numbers for trees as `PCFG.viterbi` gives them; gradients reach this, not the grammar."""

    def __init__(self, layer: PCFG, size: int, *, seed: int = 0) -> None:
        super().__init__()
        if size < 1:
            raise ConfigurationError(f"vectors of {size} numbers", hint="give at least 1")
        self._numbers = {name: number for number, name in enumerate(layer.names)}
        generator = torch.Generator().manual_seed(seed)

        def drawn(*shape: int) -> nn.Parameter:
            values = torch.randn(*shape, generator=generator, dtype=layer.binary.dtype) / size**0.5
            return nn.Parameter(values.to(layer.binary.device))

        self.nonterminals = drawn(len(layer.names), 5 * size)  # gates: in, out, update, forget left, forget right
        self.symbols = drawn(len(layer.alphabet), 5 * size)
        self.parts = drawn(2 * size, 5 * size)

    def forward(self, encoded: Encoded, trees: Sequence[Tree | None]) -> Tensor:
        """The vectors of the roots, (B, size), zeros without a tree. Raises ExampleError on trees of others."""
        check_each(trees, "trees", encoded)
        nodes, roots = self._nodes(encoded, trees)
        hidden = cell = self.parts.new_zeros(0, self.parts.shape[0] // 2)  # (nodes so far, size)
        for _, level in groupby(nodes, key=lambda node: node.height):
            found, own = self._level(list(level), hidden, cell)
            hidden, cell = torch.cat([hidden, found]), torch.cat([cell, own])
        there = [row for row, root in enumerate(roots) if root is not None]
        vectors = hidden.new_zeros(len(roots), hidden.shape[1])
        return vectors.index_copy(0, _index(there, hidden), hidden[[root for root in roots if root is not None]])

    def _level(self, level: list[_Node], hidden: Tensor, cell: Tensor) -> tuple[Tensor, Tensor]:
        """h and c of nodes whose children are known, (nodes, size) each."""
        gates = self.nonterminals[_index([node.nonterminal for node in level], hidden)]  # (nodes, 5 * size)
        if not level[0].height:
            gates = gates + self.symbols[_index([node.symbol for node in level], hidden)]
            into, out, update, _, _ = gates.chunk(5, 1)
            own = into.sigmoid() * update.tanh()
            return out.sigmoid() * own.tanh(), own
        left, right = (_index([node.children[side] for node in level], hidden) for side in (0, 1))
        gates = gates + torch.cat([hidden[left], hidden[right]], 1) @ self.parts
        into, out, update, forget_left, forget_right = gates.chunk(5, 1)
        own = into.sigmoid() * update.tanh()
        own = own + forget_left.sigmoid() * cell[left] + forget_right.sigmoid() * cell[right]
        return out.sigmoid() * own.tanh(), own

    def _nodes(self, encoded: Encoded, trees: Sequence[Tree | None]) -> tuple[list[_Node], list[int | None]]:
        """All nodes, low ones first, and which are the roots."""
        nodes: list[_Node] = []
        roots: list[int | None] = []
        for symbols, length, tree in zip(encoded.symbols.tolist(), encoded.lengths.tolist(), trees, strict=True):
            if tree is None:
                roots.append(None)
                continue
            used_rules(tree, symbols[:length], self._numbers)  # raises where the tree does not fit
            placed: dict[int, int] = {}
            for node in reversed(list(tree.walk())):
                children = tuple(placed[id(child)] for child in node.children)
                height = max((nodes[child].height + 1 for child in children), default=0)
                placed[id(node)] = len(nodes)
                nodes.append(_Node(height, self._numbers[node.rule], symbols[node.start], children))
            roots.append(len(nodes) - 1)
        order = sorted(range(len(nodes)), key=lambda place: nodes[place].height)
        moved = {place: number for number, place in enumerate(order)}
        ordered = [nodes[place] for place in order]
        ordered = [node._replace(children=tuple(moved[child] for child in node.children)) for node in ordered]
        return ordered, [None if root is None else moved[root] for root in roots]


class _Node(NamedTuple):
    height: int
    nonterminal: int
    symbol: int  # the first that it covers: at height 0, the only one
    children: tuple[int, ...]  # places of nodes


def _index(places: Sequence[int], like: Tensor) -> Tensor:
    return torch.tensor(places, dtype=torch.int64, device=like.device)
