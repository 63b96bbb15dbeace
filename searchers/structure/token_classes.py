"""Classes of tokens that stand in the same places: a class bigram model, merged greedily by its evidence.

Every type of token begins as a class of its own. The evidence of a partition is the probability of the rows when the
next class depends on the one before and the token on its class, both drawn from Dirichlet priors and summed out
(Brown et al. 1992 with a Bayesian stopping rule): merging two classes is right when it makes the rows likelier.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import lgamma
from typing import Final

import numpy as np
from numpy.typing import NDArray

SPARSENESS: Final = 0.3  # Dirichlet weight of each next class: few of them are possible
MAX_TYPES: Final = 80


def token_classes(rows: Iterable[Sequence[str]]) -> list[list[str]]:
    """The types in `rows`, divided into classes, in order of the first type of each."""
    rows = list(rows)
    types = sorted({token for row in rows for token in row})
    if len(types) > MAX_TYPES:
        return [[token] for token in types]
    model, groups = _Model(rows, types), [[token] for token in types]
    while len(groups) > 1:
        gains = model.gains()
        one, other = divmod(int(gains.argmax()), len(groups))
        if gains[one, other] <= 0.0:
            break
        model.merge(one, other)
        groups[one] += groups.pop(other)
    return groups


def likeliest_merges(rows: Iterable[Sequence[str]], types: Sequence[str]) -> list[tuple[int, int]]:
    """All pairs of the types, by number, those first that make the rows likeliest when they become one."""
    if len(types) < 2:
        return []
    gains = _Model(list(rows), types).gains()
    return sorted(combinations(range(len(types)), 2), key=lambda pair: -gains[pair])


class _Model:
    """Counts of neighbouring classes, 0 for the beginning and the end of a row; the logarithm of Γ at counts."""

    def __init__(self, rows: Sequence[Sequence[str]], types: Sequence[str]) -> None:
        numbers = {token: index + 1 for index, token in enumerate(types)}
        size = len(types) + 1
        self.pairs = np.zeros((size, size), dtype=np.int64)
        for row in rows:
            line = [0, *(numbers[token] for token in row), 0]
            np.add.at(self.pairs, (line[:-1], line[1:]), 1)
        self.members = np.ones(size, dtype=np.int64)  # types of each class
        total = 4 * int(self.pairs.sum()) + 1  # the diagonal, which is not looked at, joins each with itself
        self._rising = np.array([lgamma(SPARSENESS + n) - lgamma(SPARSENESS) for n in range(total)])
        self._gamma = np.array([0.0, *(lgamma(n) for n in range(1, total + 2 * size))])

    def gains(self) -> NDArray[np.float64]:
        """By how much joining a and b changes the logarithm of the rows' probability, (classes, classes), for b > a."""
        rising, pairs = self._rising, self.pairs
        cells = rising[pairs]
        ahead = _with_other(rising, pairs) - np.add.outer(cells.sum(axis=1), cells.sum(axis=1))
        behind = _with_other(rising, pairs.T) - np.add.outer(cells.sum(axis=0), cells.sum(axis=0))
        changed = ahead + behind + self._corners() + self._steps() + self._tokens()
        above = np.triu(np.ones(changed.shape, dtype=np.bool_), 1)
        gains: NDArray[np.float64] = np.where(above, changed, -np.inf)[1:, 1:]
        return gains

    def _corners(self) -> NDArray[np.float64]:
        """What the four cells between a and b change, which `_with_other` counts as if they were cells of others."""
        rising, pairs = self._rising, self.pairs
        own = np.diag(pairs)
        cells, lone = rising[pairs], rising[own]
        joined = rising[np.add.outer(own, own) + pairs + pairs.T]
        rows = rising[own[:, np.newaxis] + pairs.T]  # N[a, a] + N[b, a]
        columns = rising[own[:, np.newaxis] + pairs]  # N[a, a] + N[a, b]
        changed: NDArray[np.float64] = (
            joined + np.add.outer(lone, lone) + cells + cells.T - rows - rows.T - columns - columns.T
        )
        return changed

    def _steps(self) -> NDArray[np.float64]:
        """What the sums of rows change, and the weight of the prior, which there is of one class less."""
        sums, size = self.pairs.sum(axis=1), len(self.pairs)
        before, after = _rising_from(SPARSENESS * size, sums), _rising_from(SPARSENESS * (size - 1), sums)
        joined = _rising_from(SPARSENESS * (size - 1), np.add.outer(sums, sums))
        changed: NDArray[np.float64] = before.sum() - after.sum() + np.add.outer(after, after) - joined
        return changed

    def _tokens(self) -> NDArray[np.float64]:
        """What it changes that a class has more types to choose from."""
        members, times = self.members, self.pairs.sum(axis=0)
        lone = self._gamma[members] - self._gamma[members + times]
        both, together = np.add.outer(members, members), np.add.outer(times, times)
        changed: NDArray[np.float64] = self._gamma[both] - self._gamma[both + together] - np.add.outer(lone, lone)
        return changed

    def merge(self, one: int, other: int) -> None:
        """Join two classes into the first, numbered from 0."""
        one, other = one + 1, other + 1
        for axis in (0, 1):
            lines = self.pairs if axis == 0 else self.pairs.T
            lines[one] += lines[other]
            self.pairs = np.delete(self.pairs, other, axis)
        self.members[one] += self.members[other]
        self.members = np.delete(self.members, other)


def _with_other(rising: NDArray[np.float64], lines: NDArray[np.int64]) -> NDArray[np.float64]:
    """The sum over c of rising[lines[a, c] + lines[b, c]], (lines, lines)."""
    return np.array([rising[line + lines].sum(axis=1) for line in lines])


def _rising_from(prior: float, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    different, places = np.unique(counts, return_inverse=True)
    return np.array([lgamma(prior + n) - lgamma(prior) for n in different.tolist()])[places].reshape(counts.shape)
