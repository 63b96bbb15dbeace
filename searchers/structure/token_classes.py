"""Classes of tokens that stand in the same places: a class bigram model, merged greedily by its evidence.

Every type of token begins as a class of its own. The evidence of a partition is the probability of the rows when the
next class depends on the one before and the token on its class, both drawn from Dirichlet priors and summed out
(Brown et al. 1992 with a Bayesian stopping rule): merging two classes is right when it makes the rows likelier.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    model = _Model(rows, types)
    groups = [[index + 1] for index in range(len(types))]
    while len(groups) > 1:
        gains = {
            (a, b): model.evidence(_merged(groups, a, b)) for a in range(len(groups)) for b in range(a + 1, len(groups))
        }
        best = max(gains, key=gains.__getitem__)
        if gains[best] <= model.evidence(groups):
            break
        groups = _merged(groups, *best)
    return [[types[index - 1] for index in group] for group in groups]


def _merged(groups: list[list[int]], a: int, b: int) -> list[list[int]]:
    return [group + groups[b] if index == a else group for index, group in enumerate(groups) if index != b]


class _Model:
    """Counts of neighbouring types, 0 for the beginning and the end of a row."""

    def __init__(self, rows: Sequence[Sequence[str]], types: Sequence[str]) -> None:
        numbers = {token: index + 1 for index, token in enumerate(types)}
        size = len(types) + 1
        self.pairs = np.zeros((size, size), dtype=np.int64)
        for row in rows:
            line = [0, *(numbers[token] for token in row), 0]
            np.add.at(self.pairs, (line[:-1], line[1:]), 1)
        self.times = self.pairs.sum(axis=0)
        total = int(self.pairs.sum()) + 1
        self._rising = np.array([lgamma(SPARSENESS + n) - lgamma(SPARSENESS) for n in range(total)])
        self._factorial = np.array([lgamma(n + 1) for n in range(total)])

    def evidence(self, groups: list[list[int]]) -> float:
        """The logarithm of the probability of all rows given a partition."""
        starts = np.cumsum([0, 1, *map(len, groups)])[:-1]
        order = np.array([0, *(index for group in groups for index in group)])
        joined: NDArray[np.int64] = np.add.reduceat(
            np.add.reduceat(self.pairs[np.ix_(order, order)], starts, axis=0), starts, axis=1
        )
        prior = SPARSENESS * len(joined)
        steps = float(self._rising[joined].sum()) - sum(
            lgamma(prior + int(row)) - lgamma(prior) for row in joined.sum(axis=1)
        )
        tokens = float(self._factorial[self.times[1:]].sum()) + sum(
            lgamma(len(group)) - lgamma(len(group) + int(self.times[group].sum())) for group in groups
        )
        return steps + tokens
