"""What is known of the trees of strings: whole trees, or brackets that no span may cross."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import torch
from torch import Tensor

from differentiable.grammars.likelihood import Encoded
from differentiable.grammars.semirings import NEVER
from dsl.errors import ExampleError
from dsl.grammars.recognition import Tree

Brackets: TypeAlias = Sequence[tuple[int, int]]  # start, end


def check_each(given: Sequence[object], what: str, encoded: Encoded) -> None:
    """Raises ExampleError unless there is one of what is given for each string."""
    if len(given) != len(encoded.lengths):
        raise ExampleError(f"{len(given)} {what} for {len(encoded.lengths)} strings", hint="give one for each")


def uncrossed(encoded: Encoded, brackets: Sequence[Brackets]) -> Tensor:
    """0 for spans that no bracket crosses, NEVER for the others, (L, B, L, 1)."""
    batch, length = encoded.symbols.shape
    first = torch.arange(length)[:, None]
    behind = first + torch.arange(1, length + 1)
    spans = torch.zeros(length, batch, length, 1)
    for string, listed in enumerate(brackets):
        for start, end in listed:
            crosses = (first < start) & (start < behind) & (behind < end)
            crosses |= (start < first) & (first < end) & (end < behind)
            spans[:, string, :, 0].masked_fill_(crosses, NEVER)
    return spans


def used_rules(tree: Tree, symbols: list[int], numbers: dict[str, int]) -> tuple[list[list[int]], list[list[int]]]:
    """The rules of a tree: nonterminals with symbols, and triples of nonterminals."""
    emits, pairs = [], []
    if (tree.start, tree.end) != (0, len(symbols)):
        raise ExampleError(f"a tree over {tree.start} to {tree.end} of {len(symbols)} symbols", hint="cover them all")
    for node in tree.walk():
        if node.rule not in numbers:
            raise ExampleError(f"no nonterminal {node.rule!r}", hint=f"there are {', '.join(numbers)}")
        children = node.children
        if node.end == node.start + 1 and not children:
            emits.append([numbers[node.rule], symbols[node.start]])
        elif len(children) == 2 and [node.start, children[0].end, node.end] == [
            children[0].start,
            children[1].start,
            children[1].end,
        ]:
            pairs.append([numbers[part.rule] for part in (node, *children)])
        else:
            raise ExampleError(
                f"{node.rule} over {node.start} to {node.end} is neither one symbol nor two parts",
                hint="trees are binary, as `viterbi` gives them",
            )
    return emits, pairs
