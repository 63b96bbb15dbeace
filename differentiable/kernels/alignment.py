"""The smooth edit distance on CPU, cell by cell, without exponentials of what was just computed.

With E = exp(−D/τ) the recursion is linear, but E underflows. The ratios of neighbouring cells do not:

    V = E[i−1, j] / E[i−1, j−1]    H = E[i, j−1] / E[i−1, j−1]    X = E[i, j] / E[i−1, j−1] = sub + del · V + ins · H

where sub, del and ins are exponentials of costs. X / H is the next row's V, X / V the next column's H, and the terms of
X over X are how likely each of the three ways into the cell is.
"""

from __future__ import annotations

from math import exp, log

import numpy as np

from dsl.kernels.compilation.decorators import entry


@entry
def soft_distances(costs, lengths, other_lengths, temperature, insertion, deletion, shares, found):
    """Distances, (B,), and how likely it is to come by substitution, deletion, insertion, (B, n, m, 3)."""
    inserted, deleted = exp(-insertion / temperature), exp(-deletion / temperature)
    above = np.empty(costs.shape[2])
    for pair in range(costs.shape[0]):
        rows, columns = lengths[pair], other_lengths[pair]
        above[:columns] = inserted
        for row in range(rows):
            left = deleted
            for column in range(columns):
                over = above[column]
                by_substitution = exp(-costs[pair, row, column] / temperature)
                by_deletion, by_insertion = deleted * over, inserted * left
                whole = by_substitution + by_deletion + by_insertion
                share = 1.0 / whole
                shares[pair, row, column, 0] = by_substitution * share
                shares[pair, row, column, 1] = by_deletion * share
                shares[pair, row, column, 2] = by_insertion * share
                above[column] = whole / left
                left = whole / over
        total = rows * deletion
        for column in range(columns):
            total -= temperature * log(above[column])
        found[pair] = total


@entry
def gradient_of_costs(shares, lengths, other_lengths, gradient, found):
    """How likely each substitution is, times the gradient of its pair, (B, n, m); zero behind the ends."""
    below = np.empty(shares.shape[2] + 1)
    for pair in range(shares.shape[0]):
        rows, columns = lengths[pair], other_lengths[pair]
        below[: columns + 1] = 0.0
        below[columns] = gradient[pair]
        for row in range(rows - 1, -1, -1):
            corner = 0.0  # what the cell below and to the right sends here
            for column in range(columns - 1, -1, -1):
                own = below[column + 1]
                below[column + 1] = own * shares[pair, row, column, 1] + corner
                corner = own * shares[pair, row, column, 0]
                below[column] += own * shares[pair, row, column, 2]
                found[pair, row, column] = corner
            below[0] = corner
