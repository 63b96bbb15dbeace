"""A trie of symbols walked over the table of an automaton whose states are found as they are needed."""

from __future__ import annotations

from dsl.kernels.compiling import entry

DEAD = -1
UNKNOWN = -2


@entry
def walk(symbols, depths, ends, firsts, table, nodes, states, path, arrivals, count, missing):
    """Walk the subtree of each of `nodes` from the state before it; where tokens end goes to `arrivals`.

    `arrivals` and `missing` have rows of a node and a state: of arrivals the one reached, of missing the one from which
    the table does not say yet where the node leads. Returns how many there are of both, `count` arrivals before.
    """
    lacking = 0
    for root in range(nodes.size):
        node = nodes[root]
        path[depths[node] - 1] = states[root]
        stop = ends[node]
        while node < stop:
            depth = depths[node]
            state = table[path[depth - 1], symbols[node]]
            if state >= 0:
                path[depth] = state
                if firsts[node + 1] > firsts[node]:
                    arrivals[count, 0] = node
                    arrivals[count, 1] = state
                    count += 1
                node += 1
                continue
            if state == UNKNOWN:
                missing[lacking, 0] = node
                missing[lacking, 1] = path[depth - 1]
                lacking += 1
            node = ends[node]
    return count, lacking


@entry
def mark(nodes, firsts, tokens, mask):
    """Set the bits of all tokens that end in `nodes`."""
    for node in nodes:
        for place in range(firsts[node], firsts[node + 1]):
            token = tokens[place]
            mask[token >> 5] |= 1 << (token & 31)
