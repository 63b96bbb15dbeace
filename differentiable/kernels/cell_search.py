"""Simulated annealing over the cells of a stack machine, by how many labelled strings it decides wrongly.

(Kirkpatrick et al. 1983.) A change is looked at string by string and given up once it has cost more than this step
allows; strings that told last go first.
"""

from __future__ import annotations

import numpy as np

from dsl.kernels.compilation.decorators import device, entry
from dsl.kernels.predictive import read_single


@device
def _cost(machine, alphabet, strings, order, stack, most):
    """What the strings cost that are decided wrongly, or more than `most`."""
    ids, codes = alphabet
    points, starts, ends, labels, weights = strings
    total = 0.0
    for place in range(order.size):
        string = order[place]
        state, _ = read_single(machine, ids, codes, points, starts[string], ends[string], stack)
        if (state == 1) != labels[string]:
            total += weights[string]
            if total > most:
                # whoever told soonest is asked first next time
                earlier = place // 2
                order[place], order[earlier] = order[earlier], string
                return total
    return total


@entry
def anneal(cells, steps, options, machine, alphabet, strings, limits):
    """Change `cells`, numbers of actions, for the best; the cost that is left.

    `steps` are the actions as the reading kernel takes them, and `machine` the cells so, with what they leave below and
    how many classes there are. `options` are for each cell that may change its place and the actions there, from
    starts[i] to starts[i + 1]. `limits` are how many changes, the first and the last temperature, the depth, the seed.
    """
    places, starts, actions = options
    packed, _, _ = machine
    changes, hot, cold, depth, seed = limits
    np.random.seed(seed)
    stack = np.empty(depth + 1, np.int64)
    stack[0] = 0
    order = np.random.permutation(strings[1].size)
    now = _cost(machine, alphabet, strings, order, stack, np.inf)
    best, kept = now, cells.copy()
    tried = 0
    while tried < changes and best > 0:
        temperature = hot * (cold / hot) ** (tried / changes)
        tried += 1
        chosen = np.random.randint(places.size)
        place = places[chosen]
        old = cells[place]
        action = actions[starts[chosen] + np.random.randint(starts[chosen + 1] - starts[chosen])]
        if action == old:
            continue
        cells[place], packed[place] = action, steps[action]
        most = now - temperature * np.log(1.0 - np.random.random())
        cost = _cost(machine, alphabet, strings, order, stack, most)
        if cost > most:
            cells[place], packed[place] = old, steps[old]
            continue
        now = cost
        if now < best:
            best = now
            kept[:] = cells
    cells[:] = kept
    return best
