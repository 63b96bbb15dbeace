"""A trie of symbols walked over the table of an automaton whose states are found as they are needed."""

from __future__ import annotations

from dsl.kernels.compilation.decorators import entry

DEAD = -1
UNKNOWN = -2


@entry
def walk(symbols, depths, ends, firsts, table, leaving, nodes, states, below, path, arrivals, exits, counts, missing):
    """Walk the subtree of each of `nodes` from the state before it, or, with `below`, what is under it from a state.

    Where tokens end goes to `arrivals`, rows of a node and the state reached; nodes reached in a state that is
    `leaving` go to `exits`; both go on from `counts`. Returns how many rows `missing` has: nodes, and states from which
    the table does not say yet where the node leads.
    """
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
