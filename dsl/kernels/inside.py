"""Edit distance from strings to the language of a grammar: the inside recursion in the (min, +) semiring, in lanes.

cost[A, i, j] is the least number of edits that turn characters i..j into a string of A. For a rule A -> B C

    cost[A, i, j] = min over i <= k <= j of cost[B, i, k] + cost[C, k, j]

At k = i and k = j one part is written without reading anything: an arc from the other part to A at the cost of the
shortest string, so arcs are unit rules with costs. A dropped character joins what begins behind it or ends before it,
and therefore a terminal in a rule needs one k instead of all:

    cost[A, i, j] = min(cost[A, i+1, j] + 1, cost[A, i, j-1] + 1, arcs)      for every A
                    cost[C, i+1, j] + (0 if t reads character i else 1)      for A -> t C, and in a mirror for A -> C t

Costs are bytes, LANES strings in a vector; 255 stands for everything above 254. With a limit only those k are visited
where both costs are within it in some lane.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.batch import LANES
from dsl.kernels.compilation.decorators import entry
from dsl.kernels.compilation.inlining import inlined
from dsl.kernels.costs import add, any_below, least
from dsl.kernels.lanes import load, spread, store
from dsl.kernels.recogniser import shortest
from dsl.kernels.words import lowest

MOST: Final = 254
ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)


class Plan(NamedTuple):
    """A grammar, its symbols numbered so that most arcs lead to a larger one.

    What belongs to symbol s stands at starts[s]:starts[s + 1] of each table.
    """

    size: int
    start: int
    shortest: NDArray[np.uint8]  # (size,), the length of the shortest string of each symbol, at most 255
    reads: NDArray[np.int64]  # (size,), the number of the terminal that a symbol is, or -1
    terminals: int
    arcs: NDArray[np.int64]  # (any, 2): child, cost of the arcs that lead upwards
    arc_starts: NDArray[np.int64]  # (size + 1,)
    back_arcs: NDArray[np.int64]  # (any, 3): parent, child, cost of all others
    before: NDArray[np.int64]  # (any, 2): terminal, symbol of A -> t C
    before_starts: NDArray[np.int64]
    behind: NDArray[np.int64]  # (any, 2): terminal, symbol of A -> C t
    behind_starts: NDArray[np.int64]
    splits: NDArray[np.int64]  # (any, 2): numbers among `lefts` and `rights` of A -> B C
    split_starts: NDArray[np.int64]
    lefts: NDArray[np.int64]  # (any,), the symbols B of `splits`
    rights: NDArray[np.int64]  # (any,), and C


class _Memory(NamedTuple):
    """Scratch memory for strings of up to `height` - 1 characters; all costs are flat, LANES bytes a row."""

    misread: NDArray[np.uint8]  # row terminal * height + i: 0 where the terminal reads character i, else 1
    costs: NDArray[np.uint8]  # row (i % 2 * size + symbol) * height + j
    ends: NDArray[np.uint8]  # row (j * rights + right) * height + i
    alive: NDArray[np.uint64]  # (lefts, words): the j for which the cost from this i on is within the limit
    alive_ends: NDArray[np.uint64]  # (height, rights, words): the i for which the cost to j is


@entry
def shortest_lengths(productions):
    """The length of the shortest string of each symbol, int64 (symbols,)."""
    return shortest(productions)


@entry
def upwards(starts, children):
    """All symbols, each behind its children where loops allow it (a depth-first search, noted on the way back)."""
    size = starts.size - 1
    order, count = np.empty(size, np.int64), 0
    place = starts[:-1].copy()
    seen = np.zeros(size, np.bool_)
    stack = np.empty(size, np.int64)
    for root in range(size):
        if seen[root]:
            continue
        stack[0], top, seen[root] = root, 0, True
        while top >= 0:
            symbol = stack[top]
            if place[symbol] == starts[symbol + 1]:
                order[count] = symbol
                count += 1
                top -= 1
                continue
            child = children[place[symbol]]
            place[symbol] += 1
            if not seen[child]:
                seen[child] = True
                top += 1
                stack[top] = child
    return order


@inlined
def _memory(plan, height):
    lefts, rights, words = plan.lefts.size, plan.rights.size, (height + 63) >> 6
    return _Memory(
        np.empty(plan.terminals * height * LANES, np.uint8),
        np.empty(2 * plan.size * height * LANES, np.uint8),
        np.empty(height * rights * height * LANES, np.uint8),
        np.empty((lefts, words), np.uint64),
        np.empty((height, rights, words), np.uint64),
    )


@inlined
def _own_cost(plan, memory, symbol, start, end, height):
    """What the rules and dropped characters give for one cell, before arcs."""
    costs, misread = memory.costs, memory.misread
    here, behind = start % 2 * plan.size * height, (start + 1) % 2 * plan.size * height
    dropped = least(load(costs, behind + symbol * height + end), load(costs, here + symbol * height + end - 1))
    cost = add(dropped, spread(costs, ONE))
    if start + 1 == end and plan.reads[symbol] >= 0:
        cost = load(misread, plan.reads[symbol] * height + start)
    for rule in range(plan.before_starts[symbol], plan.before_starts[symbol + 1]):
        terminal, rest = plan.before[rule, 0], plan.before[rule, 1]
        read = load(misread, terminal * height + start)
        cost = least(cost, add(read, load(costs, behind + rest * height + end)))
    for rule in range(plan.behind_starts[symbol], plan.behind_starts[symbol + 1]):
        terminal, rest = plan.behind[rule, 0], plan.behind[rule, 1]
        read = load(misread, terminal * height + end - 1)
        cost = least(cost, add(read, load(costs, here + rest * height + end - 1)))
    for rule in range(plan.split_starts[symbol], plan.split_starts[symbol + 1]):
        left, right = plan.splits[rule, 0], plan.splits[rule, 1]
        left_row, right_row = here + plan.lefts[left] * height, (end * plan.rights.size + right) * height
        for word in range((start + 1) >> 6, (end >> 6) + 1):
            middles = memory.alive[left, word] & memory.alive_ends[end, right, word]
            while middles != ZERO:
                middle = (word << 6) + lowest(middles)
                middles &= middles - ONE
                cost = least(cost, add(load(costs, left_row + middle), load(memory.ends, right_row + middle)))
    return cost


@inlined
def _follow_arcs(plan, costs, here, symbol, height, end, cost):
    for arc in range(plan.arc_starts[symbol], plan.arc_starts[symbol + 1]):
        child = load(costs, here + plan.arcs[arc, 0] * height + end)
        cost = least(cost, add(child, spread(costs, np.uint64(plan.arcs[arc, 1]))))
    return cost


@inlined
def _follow_back_arcs(plan, costs, here, height, end):
    """Whether an arc that leads downwards made something cheaper."""
    changed = False
    for arc in range(plan.back_arcs.shape[0]):
        row = here + plan.back_arcs[arc, 0] * height + end
        child, cost = load(costs, here + plan.back_arcs[arc, 1] * height + end), load(costs, row)
        reached = add(child, spread(costs, np.uint64(plan.back_arcs[arc, 2])))
        if any_below(reached, cost):
            store(costs, row, least(reached, cost))
            changed = True
    return changed


@inlined
def _fill_cell(plan, memory, start, end, height, limit):
    costs = memory.costs
    here = start % 2 * plan.size * height
    for symbol in range(plan.size):
        cost = _own_cost(plan, memory, symbol, start, end, height)
        store(costs, here + symbol * height + end, _follow_arcs(plan, costs, here, symbol, height, end, cost))
    while _follow_back_arcs(plan, costs, here, height, end):
        for symbol in range(plan.size):
            row = here + symbol * height + end
            store(costs, row, _follow_arcs(plan, costs, here, symbol, height, end, load(costs, row)))
    beyond = spread(costs, np.uint64(limit + 1))
    for left in range(plan.lefts.size):
        if any_below(load(costs, here + plan.lefts[left] * height + end), beyond):
            memory.alive[left, end >> 6] |= ONE << np.uint64(end & 63)
    for right in range(plan.rights.size):
        cost = load(costs, here + plan.rights[right] * height + end)
        store(memory.ends, (end * plan.rights.size + right) * height + start, cost)
        if any_below(cost, beyond):
            memory.alive_ends[end, right, start >> 6] |= ONE << np.uint64(start & 63)


@inlined
def _scan_block(plan, memory, readable, symbols, limit):
    """Fill the costs; those of a string of j characters lie at start 0 and end j. `symbols` has LANES a row."""
    height = symbols.size // LANES + 1
    for terminal in range(plan.terminals):
        for place in range(symbols.size):
            memory.misread[terminal * height * LANES + place] = not readable[terminal, symbols[place]]
    memory.alive_ends[:] = ZERO
    for start in range(height - 1, -1, -1):
        memory.alive[:] = ZERO
        for symbol in range(plan.size):
            row = (start % 2 * plan.size + symbol) * height + start
            store(memory.costs, row, spread(memory.costs, np.uint64(plan.shortest[symbol])))
        for end in range(start + 1, height):
            _fill_cell(plan, memory, start, end, height, limit)


class Blocks(NamedTuple):
    """Strings side by side: the blocks of `dsl.grammars.symbols.Texts`, and of each string its length and weight."""

    strings: NDArray[np.int32]  # (blocks, LANES)
    symbols: NDArray[np.int32]  # (rows * LANES,)
    starts: NDArray[np.int64]  # (blocks + 1,)
    lengths: NDArray[np.int64]  # (strings,)
    weights: NDArray[np.int64]  # (strings,)


@entry
def measure(plan, readable, blocks, cutoff, median_only, found, stop):
    """found[string] = its distance, or cutoff + 1 when it is larger; returns the weighted lower median of these.

    The cutoff is at most 254, `readable` is bool (terminals, symbols). With `median_only` strings and errors that
    cannot change the median any more are left out, and `found` means nothing. Anything once stop[0] is true.
    """
    strings, symbols, starts, lengths, weights = blocks
    longest = 0
    for block in range(strings.shape[0]):
        longest = max(longest, starts[block + 1] - starts[block])
    memory = _memory(plan, longest + 1)
    total, within, beyond, limit = weights.sum(), 0, 0, cutoff
    levels = np.zeros(cutoff + 2, np.int64)
    for block in range(strings.shape[0]):
        if stop[0]:
            return limit
        _scan_block(plan, memory, readable, symbols[starts[block] * LANES : starts[block + 1] * LANES], limit)
        height = starts[block + 1] - starts[block] + 1
        for lane in range(LANES):
            string = strings[block, lane]
            if string < 0:
                continue
            cost = memory.costs[(plan.start * height + lengths[string]) * LANES + lane]
            found[string] = min(cost, cutoff + 1)
            if cost > limit:
                beyond += weights[string]
            else:
                within += weights[string]
            levels[found[string]] += weights[string]
        while median_only and limit >= 0 and 2 * within >= total:
            within -= levels[limit]
            beyond += levels[limit]
            limit -= 1
        if median_only and (limit < 0 or 2 * (total - beyond) < total):
            break
    while not median_only and limit >= 0 and 2 * within >= total:
        within -= levels[limit]
        limit -= 1
    return limit + 1
