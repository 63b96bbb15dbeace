"""The likeliest runs of a stack machine whose actions have probabilities, and the gradient of what they weigh.

Runs share their stacks: each is a node with the symbol on top and the node below, so that a run divides at no cost.
Arrays are flat; `cells` are (symbols, classes, ranks): the actions of each cell with a chance, likeliest first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.compilation.decorators import device, entry

NEVER = -1e30
WAITS = -1  # in place of a cell: the run had read its symbol already


class Actions(NamedTuple):
    """What actions leave, their first symbol last, at starts[a]:starts[a + 1], and whether they read."""

    starts: NDArray[np.int64]
    left: NDArray[np.int64]
    reads: NDArray[np.bool_]


class Found(NamedTuple):
    """What the runs of a batch did; `weights` are logarithms."""

    weights: NDArray[np.generic]  # (rows, longest + 1, width), behind each symbol, NEVER where there is no run
    tops: NDArray[np.int64]  # (rows, longest + 1, width), the symbol on top of each run
    ended: NDArray[np.generic]  # (rows, width), behind the end
    rejected: NDArray[np.generic]  # (rows,)
    overflown: NDArray[np.int64]  # (rows,), runs that were given up as their stack was full


@device
def _grown(array, size):
    if size <= array.size:
        return array
    larger = np.empty(max(2 * array.size, size), array.dtype)
    larger[: array.size] = array
    return larger


@device
def _add(total, more):
    """log(exp(total) + exp(more))"""
    if more > total:
        total, more = more, total
    return total + np.log1p(np.exp(more - total)) if more > NEVER else total


@device
def _insert(best, parents, taken, count, weight, parent, cell):
    """Put a run among the best, which are sorted, when there is room or it is better than the last; the new count."""
    if count == best.size:
        if weight <= best[count - 1]:
            return count
        count -= 1
    place = count
    while place > 0 and best[place - 1] < weight:
        best[place], parents[place], taken[place] = best[place - 1], parents[place - 1], taken[place - 1]
        place -= 1
    best[place], parents[place], taken[place] = weight, parent, cell
    return count + 1


@entry
def forward(table, cells, actions, classes, lengths, sizes, found):
    """Fill `found`, and give back the trace that `backward` follows; five arrays, of which of each row `steps` tells.

    `table` (symbols, classes, actions) are logarithms; classes (rows, longest + 1), of the next symbols; `sizes` are
    rows, longest, how many classes, actions and ranks there are, the width and the depth.
    """
    weights, tops, ended, rejected, overflown = found
    starts, left, reads = actions
    rows, longest, kinds, count, ranks, width, depth = sizes
    steps = np.zeros(rows + 1, np.int64)
    places = np.empty(1024, np.int64)
    parents, taken = np.empty(1024, np.int64), np.empty(1024, np.int64)
    errors, before = np.empty(1024, np.int64), np.empty(1024, table.dtype)
    below, symbol = np.empty(1024, np.int64), np.empty(1024, np.int64)
    run, best = np.empty(width, table.dtype), np.empty(width, table.dtype)
    node, height, waits = np.empty(width, np.int64), np.empty(width, np.int64), np.empty(width, np.bool_)
    new_node, new_height, new_waits = np.empty_like(node), np.empty_like(height), np.empty_like(waits)
    best_parents, best_cells = np.empty(width, np.int64), np.empty(width, np.int64)
    step = 0
    for row in range(rows):
        below[0], symbol[0], below[1], symbol[1] = -1, 0, 0, 1
        free = 2
        run[0], node[0], height[0] = 0, 1, 1
        runs = 1
        for place in range(lengths[row] + 1):
            for index in range(runs):
                weights[(row * (longest + 1) + place) * width + index] = run[index]
                tops[(row * (longest + 1) + place) * width + index] = symbol[node[index]]
                waits[index] = False
            kind = classes[row * (longest + 1) + place]
            busy = runs > 0
            while busy:
                room = (step + 1) * width
                places, parents, taken = _grown(places, step + 1), _grown(parents, room), _grown(taken, room)
                errors, before = _grown(errors, room), _grown(before, room)
                places[step] = place
                parents[step * width : room] = -1
                errors[step * width : room] = -1
                kept = 0
                for index in range(runs):
                    if waits[index]:
                        kept = _insert(best, best_parents, best_cells, kept, run[index], index, WAITS)
                        continue
                    cell = symbol[node[index]] * kinds + kind
                    before[step * width + index] = run[index]
                    errors[step * width + index] = cell * count
                    rejected[row] = _add(rejected[row], run[index] + table[cell * count])
                    for rank in range(ranks):
                        action = cells[cell * ranks + rank]
                        chance = table[cell * count + action]
                        if chance <= NEVER or (kept == width and run[index] + chance <= best[width - 1]):
                            break
                        if node[index] == 0 and not reads[action]:
                            continue  # below all there is nothing to take away
                        if height[index] - 1 + starts[action + 1] - starts[action] > depth:
                            overflown[row] += 1
                            continue
                        taking = cell * count + action
                        kept = _insert(best, best_parents, best_cells, kept, run[index] + chance, index, taking)
                busy = False
                for index in range(kept):
                    parent, cell = best_parents[index], best_cells[index]
                    parents[step * width + index], taken[step * width + index] = parent, cell
                    if cell == WAITS:
                        new_node[index], new_height[index], new_waits[index] = node[parent], height[parent], True
                        continue
                    action = cell % count
                    top = below[node[parent]] if node[parent] > 0 else 0
                    below = _grown(below, free + starts[action + 1] - starts[action])
                    symbol = _grown(symbol, below.size)
                    for written in range(starts[action], starts[action + 1]):
                        below[free], symbol[free] = top, left[written]
                        top = free
                        free += 1
                    new_node[index] = top
                    new_height[index] = height[parent] - 1 + starts[action + 1] - starts[action]
                    new_waits[index] = reads[action]
                    busy = busy or not reads[action]
                runs = kept
                for index in range(runs):
                    run[index], node[index], height[index] = best[index], new_node[index], new_height[index]
                    waits[index] = new_waits[index]
                step += 1
        for index in range(runs):
            ended[row * width + index] = run[index]
        steps[row + 1] = step
    return steps, (places, parents, taken, errors, before)


@entry
def backward(table, steps, trace, sizes, rejected, gradients, expected):
    """Add the gradient of the table to `expected`; `gradients` are those of weights, ended and rejected."""
    places, parents, taken, errors, before = trace
    of_weights, of_ended, of_rejected = gradients
    rows, longest, _, _, _, width, _ = sizes
    flow, earlier = np.zeros(width, table.dtype), np.zeros(width, table.dtype)
    for row in range(rows):
        flow[:] = of_ended[row * width : (row + 1) * width]
        for step in range(steps[row + 1] - 1, steps[row] - 1, -1):
            earlier[:] = 0
            for index in range(step * width, (step + 1) * width):
                if parents[index] >= 0:
                    earlier[parents[index]] += flow[index - step * width]
                    if taken[index] != WAITS:
                        expected[taken[index]] += flow[index - step * width]
                if errors[index] >= 0:
                    share = np.exp(before[index] + table[errors[index]] - rejected[row]) * of_rejected[row]
                    expected[errors[index]] += share
                    earlier[index - step * width] += share
            flow[:] = earlier
            if step == steps[row] or places[step - 1] != places[step]:
                first = (row * (longest + 1) + places[step]) * width
                flow += of_weights[first : first + width]
