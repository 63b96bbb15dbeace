"""Where a rule is applied in texts, and in which order its applications can be reduced.

    [MAX 2 [SM 8 5 ] 1 ]   ->   application 0 of 8 and 5 between [SM and ], then 1 of 2, application 0 and 1

A machine that reads from the left (LL(1)) finds the parts: the nearest applications within one. What stands between
them says what is to be done, and is called their frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dsl.errors import ExampleError
from dsl.grammar import Grammar
from dsl.grammars.predictive.table import PredictiveTable
from dsl.grammars.recognition import Tree

Ints = NDArray[np.int64]


class Plan(NamedTuple):
    """The applications of a text, inner ones first: parts are tokens 0, 1, … or applications -1, -2, …"""

    heights: list[int]  # 1 for those of tokens alone
    parts: list[list[int]]
    frames: list[int]  # by their numbers
    ends: list[int]  # the token that each ends with


class Rows(NamedTuple):
    """The applications of a batch as rows, level by level, and in a level those of many parts first."""

    parts: Tensor  # (n, most), places among tokens and, behind them and a row for nothing, applications
    counts: Ints  # (n,), of parts
    frames: Tensor  # (n,), which of `used`
    used: list[int]
    ends: Tensor  # (n,), places of tokens
    levels: list[tuple[int, int]]  # from, to
    roots: Tensor  # (B,), where the whole text is


class Applications:
    """Finds the applications of the first rule of a grammar.

    spelled       what the grammar reads for each token, by its number
    words         the tokens that are an application by themselves
    marks         the place of each other token among them
    frames        what stands between parts, by number: places of marks
    """

    def __init__(self, grammar: Grammar, spelled: Sequence[str]) -> None:
        self._table = PredictiveTable.compile(grammar)
        self._rule = self._table.alternatives.names[0]
        self.spelled = list(spelled)
        self.words = [number for number, text in enumerate(spelled) if self._is_whole(text)]
        others = sorted(set(range(len(spelled))) - set(self.words))
        self.marks = {number: place for place, number in enumerate(others)}
        self.frames: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[int, ...], Plan] = {}

    def plan(self, ids: Sequence[int]) -> Plan:
        """The applications of a text. Raises ExampleError where the grammar does not accept it."""
        key = tuple(ids)
        if key not in self._known:
            tree = self._table.parse("".join(self.spelled[number] for number in ids))
            self._known[key] = self._found(tree, ids)
        return self._known[key]

    def _found(self, tree: Tree, ids: Sequence[int]) -> Plan:
        plan = Plan([], [], [], [])
        numbers: dict[int, int] = {}
        token_of = [place for place, number in enumerate(ids) for _ in self.spelled[number]]
        nodes = [
            node for node in tree.walk() if node.rule == self._rule and token_of[node.start] < token_of[node.end - 1]
        ]
        for node in reversed(nodes):  # children come after their parents
            parts: list[int] = []
            between: list[int] = []
            place = token_of[node.start]
            for part in self._parts(node):
                between += ids[place : token_of[part.start]]
                parts.append(numbers.get(id(part), token_of[part.start]))
                place = token_of[part.end - 1] + 1
            end = token_of[node.end - 1]
            between += ids[place : end + 1]
            numbers[id(node)] = -1 - len(plan.parts)
            plan.heights.append(1 + max((plan.heights[-1 - part] for part in parts if part < 0), default=0))
            plan.parts.append(parts * 2 if len(parts) == 1 else parts)  # one alone is taken in by itself
            plan.frames.append(self._numbered(tuple(self.marks[mark] for mark in between if mark in self.marks)))
            plan.ends.append(end)
        return plan

    def _numbered(self, frame: tuple[int, ...]) -> int:
        if frame not in self._numbers:
            self._numbers[frame] = len(self.frames)
            self.frames.append(frame)
        return self._numbers[frame]

    def _parts(self, node: Tree) -> Iterator[Tree]:
        for child in node.children:
            if child.rule == self._rule:
                yield child
            else:
                yield from self._parts(child)

    def _is_whole(self, text: str) -> bool:
        with suppress(ExampleError):
            return bool(text) and bool(self._table.parse(text))
        return False


def rows_of(plans: Sequence[Plan], longest: int, device: torch.device) -> Rows:
    """The applications of texts that are padded to the longest, in the order in which they are reduced."""
    sizes = [len(plan.parts) for plan in plans]
    firsts = np.concatenate([[0], np.cumsum(sizes)])
    heights = np.array([height for plan in plans for height in plan.heights], np.int64)
    counts = np.array([len(parts) for plan in plans for parts in plan.parts], np.int64)
    order = np.lexsort((-counts, heights))
    nothing = len(plans) * longest
    places = np.empty(len(order), np.int64)
    places[order] = nothing + 1 + np.arange(len(order))  # where what each application becomes will stand
    parts = np.full((len(order), max(counts, default=1)), nothing)
    ends, roots = [], []
    for row, plan in enumerate(plans):
        first, here = firsts[row], row * longest
        own = places[first : first + sizes[row]].tolist()
        for number, found in enumerate(plan.parts):
            parts[first + number, : len(found)] = [here + part if part >= 0 else own[-1 - part] for part in found]
        ends += [here + end for end in plan.ends]
        roots.append(own[-1] if own else here)
    used, frames = np.unique(
        np.array([frame for plan in plans for frame in plan.frames], np.int64), return_inverse=True
    )
    edges = [0, *(np.flatnonzero(np.diff(heights[order])) + 1).tolist(), len(order)]
    return Rows(
        torch.from_numpy(parts[order]).to(device),
        counts[order],
        torch.from_numpy(frames[order]).to(device),
        used.tolist(),
        torch.from_numpy(np.array(ends, np.int64)[order]).to(device),
        [(start, end) for start, end in pairwise(edges) if start < end],
        torch.tensor(roots, device=device),
    )
