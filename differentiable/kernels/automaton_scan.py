"""A bank of automata reads a batch of strings: states forwards, expected counts of arcs backwards.

Arrays are flat. The rows of the batch take each step together, so that the processor need not wait for one of them, and
one automaton follows the other, so that its arcs stay in the cache. `states` is a multiple of LANES.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from differentiable.kernels.vectors import LANES, load, multiply_add, product, spread, spread_from, store, total
from dsl.kernels.compilation.decorators import entry


class Batch(NamedTuple):
    """What is read, and what was."""

    symbols: NDArray[np.generic]  # (rows, longest), int64
    lengths: NDArray[np.generic]  # (rows,), int64
    read: NDArray[np.generic]  # (rows, automata, longest + 1, states)
    scales: NDArray[np.generic]  # (rows, automata, longest)


class Gradients(NamedTuple):
    """Of the last states, the scales and all states; the last two may be empty."""

    last: NDArray[np.generic]
    scales: NDArray[np.generic]
    read: NDArray[np.generic]


@entry
def forward(arcs, batch, sizes):
    """Fill what was read. `arcs` is (automata, classes, states, states).

    Behind the end of a row its last states are repeated, with scale 1. `sizes` are rows, longest, automata, classes and
    states.
    """
    symbols, lengths, read, scales = batch
    rows, longest, automata, classes, states = sizes
    zero, one = arcs.dtype.type(0), arcs.dtype.type(1)
    for automaton in range(automata):
        for row in range(rows):
            start = (row * automata + automaton) * (longest + 1) * states
            read[start : start + states] = zero
            read[start] = one
        for step in range(longest):
            for row in range(rows):
                chain = row * automata + automaton
                now = (chain * (longest + 1) + step) * states
                following = now + states
                if step >= lengths[row]:
                    read[following : following + states] = read[now : now + states]
                    scales[chain * longest + step] = one
                    continue
                matrix = (automaton * classes + symbols[row * longest + step]) * states * states
                sums = spread(zero)
                for block in range(0, states, LANES):
                    reached = spread(zero)
                    for state in range(states):
                        weights = load(arcs, matrix + state * states + block)
                        reached = multiply_add(spread_from(read, now + state), weights, reached)
                    store(read, following + block, reached)
                    sums = multiply_add(reached, spread(one), sums)
                scale = total(sums)
                scales[chain * longest + step] = scale
                inverse = spread(one / scale if scale > zero else zero)
                for block in range(0, states, LANES):
                    store(read, following + block, product(load(read, following + block), inverse))


@entry
def backward(turned, batch, gradients, expected, flow, before, sizes):
    """Add to `expected` (automata, classes, states, states) the gradient of the arcs.

    `turned` are the arcs with source and target exchanged; `flow` and `before` are room for rows * states and for
    `states` numbers. `sizes` as in `forward`.
    """
    symbols, lengths, read, scales = batch
    of_last, of_scales, of_read = gradients
    rows, longest, automata, classes, states = sizes
    zero, one = turned.dtype.type(0), turned.dtype.type(1)
    for automaton in range(automata):
        for row in range(rows):
            last = (row * automata + automaton) * states
            flow[row * states : (row + 1) * states] = of_last[last : last + states]
        for step in range(longest - 1, -1, -1):
            for row in range(rows):
                chain = row * automata + automaton
                now = (chain * (longest + 1) + step) * states
                following = now + states
                here = row * states
                if len(of_read):
                    for state in range(states):
                        flow[here + state] += of_read[following + state]
                if step >= lengths[row]:
                    continue
                scale = scales[chain * longest + step]
                if not scale > zero:  # nothing was read any more
                    flow[here : here + states] = zero
                    continue
                along = spread(zero)
                for block in range(0, states, LANES):
                    along = multiply_add(load(flow, here + block), load(read, following + block), along)
                more = of_scales[chain * longest + step] if len(of_scales) else zero
                shift, inverse = spread(more - total(along) / scale), spread(one / scale)
                squares = spread(zero)
                for block in range(0, states, LANES):  # of the states before they were divided by their sum
                    gradient = multiply_add(load(flow, here + block), inverse, shift)
                    squares = multiply_add(gradient, gradient, squares)
                    store(flow, here + block, gradient)
                if not total(squares) > zero:  # forgotten; numbers close to the smallest would take ages
                    flow[here : here + states] = zero
                    continue
                matrix = (automaton * classes + symbols[row * longest + step]) * states * states
                for block in range(0, states, LANES):
                    gradient = load(flow, here + block)
                    for state in range(states):
                        place = matrix + state * states + block
                        known = load(expected, place)
                        store(expected, place, multiply_add(spread_from(read, now + state), gradient, known))
                for block in range(0, states, LANES):
                    gradient = spread(zero)
                    for state in range(states):
                        weights = load(turned, matrix + state * states + block)
                        gradient = multiply_add(spread_from(flow, here + state), weights, gradient)
                    store(before, block, gradient)
                flow[here : here + states] = before
