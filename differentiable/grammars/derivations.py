"""From charts to trees: the best ones, those of the likeliest spans, and drawn ones; and strings drawn from rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from differentiable.grammars.inside import inside
from differentiable.grammars.likelihood import IMPOSSIBLE, Encoded, Rules
from differentiable.grammars.semirings import MAX
from dsl.automata.sampling import presentable
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.grammars.recognition import Tree

Array = NDArray[np.floating]
_ATTEMPTS = 1_000


class Derivation(NamedTuple):
    """A tree and the logarithm of the probability of string and tree; the empty string's tree is None."""

    tree: Tree | None
    log_prob: float


class Cell(NamedTuple):
    """A nonterminal over a span, and which of its derivations: 0 is the best."""

    nonterminal: int
    start: int
    end: int
    rank: int


Choose = Callable[[Array], int]  # which of the scores, flat


class _Walk:
    """The derivations of one string: the scores of all ways to make a cell out of two."""

    def __init__(self, chart: Array, binary: Array) -> None:
        self.chart = chart  # (L, L, N, k): start, width - 1, nonterminal, rank
        self.binary = binary  # (N, N, N)

    def ways(self, cell: Cell) -> Array:
        """Scores, (splits, N, k, N, k): where, the left nonterminal and its rank, the right ones."""
        width = cell.end - cell.start
        left = self.chart[cell.start, : width - 1]
        right = self.chart[np.arange(cell.start + 1, cell.end), np.arange(width - 2, -1, -1)]
        rules = self.binary[cell.nonterminal][None, :, None, :, None]
        scores: Array = left[:, :, :, None, None] + right[:, None, None, :, :] + rules
        return scores

    def parts(self, cell: Cell, choose: Choose) -> tuple[Cell, Cell]:
        """Both cells of the way that is chosen."""
        ways = self.ways(cell)
        split, left, left_rank, right, right_rank = np.unravel_index(choose(ways.reshape(-1)), ways.shape)
        middle = cell.start + 1 + int(split)
        return (
            Cell(int(left), cell.start, middle, int(left_rank)),
            Cell(int(right), middle, cell.end, int(right_rank)),
        )

    def tree(self, root: Cell, choose: Callable[[Cell], Choose], names: tuple[str, ...]) -> Tree:
        """The tree below a cell."""
        pending, done = [(root, False)], list[list[Tree]]([[]])
        while pending:
            cell, is_complete = pending.pop()
            if is_complete or cell.end == cell.start + 1:
                children = tuple(done.pop()) if is_complete else ()
                done[-1].append(Tree(names[cell.nonterminal], cell.start, cell.end, children))
                continue
            done.append([])
            pending.append((cell, True))
            pending.extend((part, False) for part in reversed(self.parts(cell, choose(cell))))
        return done[0][0]


def best_derivations(chart: Tensor, rules: Rules, encoded: Encoded, names: tuple[str, ...]) -> list[list[Derivation]]:
    """The best derivations of each string from a chart of the k best, (L, B, L, N, k)."""
    binary, root = _array(rules.binary), _array(rules.root)
    found = []
    for string, length in enumerate(encoded.lengths.tolist()):
        if not length:
            found.append([Derivation(None, float(root[-1]) if root[-1] > IMPOSSIBLE else -float("inf"))])
            continue
        walk = _Walk(_array(chart[:, string]), binary)
        top = walk.chart[0, length - 1] + root[:-1, None]  # (N, k)
        choose = _by_rank(top.shape[1])
        best = [divmod(int(place), top.shape[1]) for place in _best(top.reshape(-1), top.shape[1])]
        ranked = [
            Derivation(walk.tree(Cell(number, 0, length, rank), choose, names), float(top[number, rank]))
            for number, rank in best
            if top[number, rank] > IMPOSSIBLE
        ]
        found.append(ranked or [Derivation(None, -float("inf"))])
    return found


def _by_rank(k: int) -> Callable[[Cell], Choose]:
    return lambda cell: lambda scores: int(_best(scores, k)[cell.rank])


def _best(scores: Array, k: int) -> NDArray[np.intp]:
    """The places of the k largest scores, largest first, ties in order."""
    if k == 1:
        return np.array([np.argmax(scores)])
    return np.argsort(-scores, kind="stable")[:k]


def drawn_trees(
    chart: Tensor, rules: Rules, encoded: Encoded, names: tuple[str, ...], rng: random.Random
) -> list[Tree | None]:
    """A tree of each string from a chart of logarithms, (L, B, L, N), in proportion to its probability."""
    binary, root = _array(rules.binary), _array(rules.root)
    found: list[Tree | None] = []
    for string, length in enumerate(encoded.lengths.tolist()):
        walk = _Walk(_array(chart[:, string, :, :, None]), binary)
        top = walk.chart[0, length - 1, :, 0] + root[:-1] if length else np.array([-np.inf])
        if top.max() < IMPOSSIBLE:
            found.append(None)
            continue
        cell = Cell(_draw(top, rng), 0, length, 0)
        found.append(walk.tree(cell, lambda _: lambda scores: _draw(scores, rng), names))
    return found


def _draw(scores: Array, rng: random.Random) -> int:
    weights = np.cumsum(np.exp(scores - scores.max()))
    return int(np.searchsorted(weights, rng.random() * weights[-1], side="right"))


def consensus_trees(posteriors: Tensor, encoded: Encoded, names: tuple[str, ...]) -> list[Tree | None]:
    """The tree of each string with the largest sum of posteriors, (L, B, L, N), over its spans."""
    if not encoded.symbols.shape[1]:
        return [None] * len(encoded.symbols)
    best = posteriors.amax(3, keepdim=True)  # (L, B, L, 1)
    none = torch.zeros_like(best[:, :, 0])
    chart = inside(MAX, none, none.new_zeros(1, 1, 1), best)
    labels = _array(posteriors).argmax(3)
    found: list[Tree | None] = []
    for string, length in enumerate(encoded.lengths.tolist()):
        if not length or not float(best[0, string, length - 1, 0]):
            found.append(None)
            continue
        walk = _Walk(_array(chart[:, string, :, :, None]), np.zeros((1, 1, 1)))
        tree = walk.tree(Cell(0, 0, length, 0), lambda _: lambda scores: int(np.argmax(scores)), ("",))
        found.append(_labelled(tree, labels[:, string], names))
    return found


def _labelled(tree: Tree, labels: NDArray[np.intp], names: tuple[str, ...]) -> Tree:
    children = tuple(_labelled(child, labels, names) for child in tree.children)
    return Tree(names[labels[tree.start, tree.end - tree.start - 1]], tree.start, tree.end, children)


def _array(tensor: Tensor) -> Array:
    return tensor.detach().cpu().numpy()


def draw_strings(rules: Rules, sets: Sequence[CharSet], n: int, rng: random.Random, *, longest: int) -> list[str]:
    """Strings from the probabilities of rules. Raises LimitError when nearly all are longer than `longest`."""
    walker, drawn = _Strings(rules, longest), list(map(presentable, sets))
    return ["".join(drawn[symbol].draw(rng) for symbol in walker.draw(rng)) for _ in range(n)]


class _Strings:
    def __init__(self, rules: Rules, longest: int) -> None:
        self.longest = longest
        self.symbols = rules.emit.shape[1]
        both = torch.cat([rules.emit, rules.binary.flatten(1)], 1)
        self.root = list(accumulate(rules.root.tolist()))
        self.rules = both.double().cumsum(1).cpu().numpy()

    def draw(self, rng: random.Random) -> list[int]:
        for _ in range(_ATTEMPTS):
            found = list(self._walk(rng))
            if len(found) <= self.longest:
                return found
        raise LimitError(
            f"the grammar draws hardly any string of up to {self.longest:,} symbols",
            hint="its derivations do not end: see `spectral_radius`, and train it further",
        )

    def _walk(self, rng: random.Random) -> Iterator[int]:
        count = len(self.rules)
        root = int(np.searchsorted(self.root, rng.random() * self.root[-1], side="right"))
        pending, read = [root] if root < count else [], 0
        while pending and read + len(pending) <= self.longest:
            row = self.rules[pending.pop()]
            choice = int(np.searchsorted(row, rng.random() * row[-1], side="right"))
            if choice < self.symbols:
                read += 1
                yield choice
            else:
                pending.extend(reversed(divmod(choice - self.symbols, count)))
        yield from [0] * (self.longest + 1 if pending else 0)  # too long
