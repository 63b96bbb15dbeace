"""A network works a stack of vectors: S' = push · (v over S) + pop · (S without its top) + replace · … + keep · S.

Arrays are flat, with the strings of the batch side by side, LANES of them in a step; `rows` is a multiple of LANES. Of
`longest` steps only so many places are kept as can still come to the top: a place deeper than the steps that are left
never does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from differentiable.kernels.vectors import LANES, load, multiply_add, product, spread, spread_from, store
from dsl.kernels.compilation.decorators import device, entry

ACTIONS = 4
PUSH, POP, REPLACE, KEEP = range(ACTIONS)


class Weights(NamedTuple):
    """Of each network, (networks, …), the last two with their biases behind."""

    top: NDArray[np.generic]  # (hidden, width), from the top of the stack
    state: NDArray[np.generic]  # (hidden, state), from the first numbers of the hidden vector before
    act: NDArray[np.generic]  # (ACTIONS, hidden + 1)
    value: NDArray[np.generic]  # (width, hidden + 1)


class Steps(NamedTuple):
    """What each step computes, (networks, longest, …, rows)."""

    hidden: NDArray[np.generic]
    acts: NDArray[np.generic]
    values: NDArray[np.generic]
    tops: NDArray[np.generic]


@device
def _add_product(weights, first, stride, inputs, place, count, outputs, target, many, rows):
    """outputs[o, row] += Σ_i weights[o, i] · inputs[i, row]"""
    for output in range(many):
        for row in range(0, rows, LANES):
            total = load(outputs, target + output * rows + row)
            for index in range(count):
                weight = spread_from(weights, first + output * stride + index)
                total = multiply_add(weight, load(inputs, place + index * rows + row), total)
            store(outputs, target + output * rows + row, total)


@device
def _add_transposed(weights, first, stride, inputs, place, count, outputs, target, many, rows):
    """outputs[o, row] += Σ_i weights[i, o] · inputs[i, row]"""
    for output in range(many):
        for row in range(0, rows, LANES):
            total = load(outputs, target + output * rows + row)
            for index in range(count):
                weight = spread_from(weights, first + index * stride + output)
                total = multiply_add(weight, load(inputs, place + index * rows + row), total)
            store(outputs, target + output * rows + row, total)


@device
def _choose(acts, place, rows, scale, is_hard):
    """Logits to probabilities, or to 1 for the largest."""
    for row in range(rows):
        best = acts[place + row]
        chosen = 0
        for action in range(1, ACTIONS):
            logit = acts[place + action * rows + row]
            if logit > best:
                best, chosen = logit, action
        if is_hard:
            for action in range(ACTIONS):
                acts[place + action * rows + row] = action == chosen
            continue
        total = acts.dtype.type(0)
        for action in range(ACTIONS):
            share = np.exp((acts[place + action * rows + row] - best) * scale)
            acts[place + action * rows + row] = share
            total += share
        for action in range(ACTIONS):
            acts[place + action * rows + row] /= total


@device
def _depth(step, longest):
    """How many places are kept behind a step."""
    return max(0, min(step + 1, longest - step))


@device
def _move(stacks, before, after, depth_before, depth, acts, act, values, value, width, rows):
    """The stack behind a step, from the one before."""
    size = width * rows
    zero = spread(stacks.dtype.type(0))
    for row in range(0, rows, LANES):
        push, pop = load(acts, act + PUSH * rows + row), load(acts, act + POP * rows + row)
        replace, keep = load(acts, act + REPLACE * rows + row), load(acts, act + KEEP * rows + row)
        one = spread(stacks.dtype.type(1))
        stays = multiply_add(replace, one, keep)
        writes = multiply_add(replace, one, push)
        for place in range(depth):
            for number in range(row, size, rows):
                if place == 0:
                    total = product(writes, load(values, value + number))
                    own = keep
                else:
                    above = load(stacks, before + (place - 1) * size + number) if place - 1 < depth_before else zero
                    total = product(push, above)
                    own = stays
                if place < depth_before:
                    total = multiply_add(own, load(stacks, before + place * size + number), total)
                if place + 1 < depth_before:
                    total = multiply_add(pop, load(stacks, before + (place + 1) * size + number), total)
                store(stacks, after + place * size + number, total)


@entry
def forward(driven, noise, weights, steps, stacks, sizes, scale, is_hard):
    """Fill `steps` and `stacks` (networks, slots, places, width, rows), whose slots are used in turns.

    `driven` (networks, longest, hidden, rows) is what the inputs make of the hidden vectors before the rest is added;
    `noise` (networks, longest, ACTIONS, rows) is added to the logits of actions, or empty; `scale` is 1 / temperature.
    """
    networks, longest, slots, places, hidden, state, width, rows = sizes
    size = width * rows
    for network in range(networks):
        for step in range(longest):
            now = network * longest + step
            first, act, value = now * hidden * rows, now * ACTIONS * rows, now * size
            steps.hidden[first : first + hidden * rows] = driven[first : first + hidden * rows]
            if step > 0:
                matrix = network * hidden * width
                _add_product(
                    weights.top, matrix, width, steps.tops, value - size, width, steps.hidden, first, hidden, rows
                )
                matrix, last = network * hidden * state, first - hidden * rows
                _add_product(weights.state, matrix, state, steps.hidden, last, state, steps.hidden, first, hidden, rows)
            for index in range(first, first + hidden * rows):
                steps.hidden[index] = np.tanh(steps.hidden[index])
            for action in range(ACTIONS):
                bias = weights.act[(network * ACTIONS + action) * (hidden + 1) + hidden]
                for row in range(rows):
                    place = act + action * rows + row
                    steps.acts[place] = bias + (noise[place] if len(noise) else 0)
            matrix = network * ACTIONS * (hidden + 1)
            _add_product(weights.act, matrix, hidden + 1, steps.hidden, first, hidden, steps.acts, act, ACTIONS, rows)
            _choose(steps.acts, act, rows, scale, is_hard)
            for number in range(width):
                bias = weights.value[(network * width + number) * (hidden + 1) + hidden]
                steps.values[value + number * rows : value + (number + 1) * rows] = bias
            matrix = network * width * (hidden + 1)
            _add_product(
                weights.value, matrix, hidden + 1, steps.hidden, first, hidden, steps.values, value, width, rows
            )
            for index in range(value, value + size):
                steps.values[index] = np.tanh(steps.values[index])
            before = (network * slots + (step - 1) % slots) * places * size
            after = (network * slots + step % slots) * places * size
            known = _depth(step - 1, longest) if step > 0 else 0
            depth = _depth(step, longest)
            _move(stacks, before, after, known, depth, steps.acts, act, steps.values, value, width, rows)
            steps.tops[value : value + size] = stacks[after : after + size]


@device
def _move_back(
    stacks, before, depth_before, depth, flow, earlier, acts, act, values, value, of_acts, of_values, width, rows
):
    """From the gradient of the stack behind a step to those of the stack before, the actions and the value."""
    size = width * rows
    zero = spread(stacks.dtype.type(0))
    for row in range(0, rows, LANES):
        push, pop = load(acts, act + PUSH * rows + row), load(acts, act + POP * rows + row)
        replace, keep = load(acts, act + REPLACE * rows + row), load(acts, act + KEEP * rows + row)
        one = spread(stacks.dtype.type(1))
        stays = multiply_add(replace, one, keep)
        writes = multiply_add(replace, one, push)
        of_push, of_pop, of_replace, of_keep = zero, zero, zero, zero
        for number in range(row, size, rows):
            top = load(flow, number)
            written = load(values, value + number)
            of_push = multiply_add(top, written, of_push)
            of_replace = multiply_add(top, written, of_replace)
            store(of_values, value + number, product(writes, top))
        for place in range(depth_before):
            for number in range(row, size, rows):
                here = load(stacks, before + place * size + number)
                total = zero
                if place < depth:
                    gradient = load(flow, place * size + number)
                    of_keep = multiply_add(gradient, here, of_keep)
                    if place > 0:
                        of_replace = multiply_add(gradient, here, of_replace)
                        total = product(stays, gradient)
                    else:
                        total = product(keep, gradient)
                if place + 1 < depth:
                    gradient = load(flow, (place + 1) * size + number)
                    of_push = multiply_add(gradient, here, of_push)
                    total = multiply_add(push, gradient, total)
                if 0 < place <= depth:
                    gradient = load(flow, (place - 1) * size + number)
                    of_pop = multiply_add(gradient, here, of_pop)
                    total = multiply_add(pop, gradient, total)
                store(earlier, place * size + number, total)
        store(of_acts, act + PUSH * rows + row, of_push)
        store(of_acts, act + POP * rows + row, of_pop)
        store(of_acts, act + REPLACE * rows + row, of_replace)
        store(of_acts, act + KEEP * rows + row, of_keep)


@entry
def backward(weights, steps, shares, stacks, given, found, sizes, scale):
    """Fill `found`: the gradients of the hidden vectors before tanh, of the logits and of the values before tanh.

    `given` are those of hidden vectors and tops, and are used up; `shares` are the probabilities of the actions, which
    straight-through gradients go by. `stacks` has a slot for each step.
    """
    networks, longest, _, places, hidden, state, width, rows = sizes
    of_hidden, of_tops = given
    of_driven, of_acts, of_values = found
    size = width * rows
    flow, earlier = np.zeros(places * size, stacks.dtype), np.zeros(places * size, stacks.dtype)
    for network in range(networks):
        flow[:] = 0
        for step in range(longest - 1, -1, -1):
            now = network * longest + step
            first, act, value = now * hidden * rows, now * ACTIONS * rows, now * size
            for index in range(size):
                flow[index] += of_tops[value + index]
            before = (now - 1) * places * size
            known = _depth(step - 1, longest) if step > 0 else 0
            depth = _depth(step, longest)
            _move_back(
                stacks, before, known, depth, flow, earlier, steps.acts, act, steps.values, value, of_acts, of_values,
                width, rows,
            )  # fmt: skip
            flow[: known * size] = earlier[: known * size]
            flow[known * size :] = 0
            for row in range(rows):
                mean = flow.dtype.type(0)
                for place in range(act + row, act + ACTIONS * rows, rows):
                    mean += shares[place] * of_acts[place]
                for place in range(act + row, act + ACTIONS * rows, rows):
                    of_acts[place] = shares[place] * (of_acts[place] - mean) * scale
            for index in range(value, value + size):
                of_values[index] *= 1 - steps.values[index] ** 2
            matrix = network * ACTIONS * (hidden + 1)
            _add_transposed(weights.act, matrix, hidden + 1, of_acts, act, ACTIONS, of_hidden, first, hidden, rows)
            matrix = network * width * (hidden + 1)
            _add_transposed(weights.value, matrix, hidden + 1, of_values, value, width, of_hidden, first, hidden, rows)
            for index in range(first, first + hidden * rows):
                of_driven[index] = of_hidden[index] * (1 - steps.hidden[index] ** 2)
            if step > 0:
                matrix = network * hidden * width
                _add_transposed(
                    weights.top, matrix, width, of_driven, first, hidden, of_tops, value - size, width, rows
                )
                matrix, last = network * hidden * state, first - hidden * rows
                _add_transposed(weights.state, matrix, state, of_driven, first, hidden, of_hidden, last, state, rows)
