"""A trie of symbols walked over the table of an automaton whose states are found as they are needed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.compilation.decorators import entry

DEAD = -1
UNKNOWN = -2


class Trie(NamedTuple):
    """Nodes in preorder, see `tries`: their symbols, depths, ends and first tokens."""

    symbols: NDArray[np.int32]
    depths: NDArray[np.int32]
    ends: NDArray[np.int32]
    firsts: NDArray[np.int32]


class Found(NamedTuple):
    """What walks find, one behind the other, and their memory."""

    arrivals: NDArray[np.int32]  # (any, 2), nodes where tokens end and the states reached
    exits: NDArray[np.int32]  # (any,), nodes that are reached in a leaving state
    counts: NDArray[np.int64]  # (2,), how many arrivals and exits there are
    missing: NDArray[np.int32]  # (any, 2), nodes, and states from which the table does not say where the node leads
    path: NDArray[np.int32]  # (deepest + 1,), the state at each depth


@entry
def walk(trie, table, leaving, nodes, states, below, found):
    """Walk the subtree of each of `nodes` from the state before it, or, with `below`, what is under it from a state.

    Arrivals and exits go on from their counts, `missing` begins anew; returns how many rows it has.
    """
    symbols, depths, ends, firsts = trie
    arrivals, exits, counts, missing, path = found
    lacking = 0
    arrived, left = counts
    for root in range(nodes.size):
        node = nodes[root]
        stop = ends[node]
        if below:
            path[depths[node]] = states[root]
            node += 1
        else:
            path[depths[node] - 1] = states[root]
        while node < stop:
            depth = depths[node]
            state = table[path[depth - 1], symbols[node]]
            if state >= 0:
                path[depth] = state
                if firsts[node + 1] > firsts[node]:
                    arrivals[arrived, 0] = node
                    arrivals[arrived, 1] = state
                    arrived += 1
                if leaving[state]:
                    exits[left] = node
                    left += 1
                node += 1
                continue
            if state == UNKNOWN:
                missing[lacking, 0] = node
                missing[lacking, 1] = path[depth - 1]
                lacking += 1
            node = ends[node]
    counts[0], counts[1] = arrived, left
    return lacking


@entry
def mark(nodes, firsts, tokens, mask):
    """Set the bits of all tokens that end in `nodes`."""
    for node in nodes:
        for place in range(firsts[node], firsts[node + 1]):
            token = tokens[place]
            mask[token >> 5] |= 1 << (token & 31)
