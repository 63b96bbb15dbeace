"""The two-part code of searchers.coding for packed programs: bits of the program, of the examples, of the edits.

The path of a string through the generator is the cheapest one (Viterbi); its open choices are counted over all
examples and then coded adaptively. Examples outside the language are outliers: they pay for the edits to the nearest
string of the language, found over the same arcs.
"""

from __future__ import annotations

from math import lgamma, log, log2
from typing import Final

import numpy as np
from numba import njit

from dsl.program import CONCAT, EPSILON_TOKEN, OPTION, REPEAT, UNION
from searchers.kernels.generator import (
    ARCS_USED,
    MAX_ARCS,
    MAX_NODES,
    MAX_POSITIONS,
    NODES_USED,
    OPEN_NODE,
    POSITIONS_USED,
    build_generator,
    generator_space,
)

# columns of the result
TOTAL, PATTERN, EXAMPLES, EDITS, NEGATIVES, OUTLIERS, ACCEPTED_NEGATIVES = range(7)
COLUMNS: Final = 7

# the numbers of searchers.coding that the kernel needs, as one array
(
    CONCAT_PRICE,
    UNION_PRICE,
    OPTION_PRICE,
    OPEN_PRICE,
    EXACT_PRICE,
    OPEN_FROM_PRICE,
    BOUNDED_PRICE,
    EPSILON_PRICE,
    AGAIN_PRICE,
    COUNT_WEIGHT_PRICE,
    NEGATIVE_PRICE,
    NOISE_PRICE,
    OUTLIER_PRICE,
    EDIT_PRICE,
) = range(14)


@njit(cache=True, nogil=True)
def _integer_bits(n):
    return 2.0 * log2(n) + 1.0


@njit(cache=True, nogil=True)
def _program_bits(program, class_bits, written, prices):
    bits = 0.0
    index = 0
    while index < program.size:
        token = program[index]
        index += 1
        if token >= 0:
            bits += min(class_bits[token], prices[AGAIN_PRICE]) if written[token] else class_bits[token]
            written[token] = True
        elif token == CONCAT:
            bits += prices[CONCAT_PRICE]
        elif token == UNION:
            bits += prices[UNION_PRICE]
        elif token == OPTION:
            bits += prices[OPTION_PRICE]
        elif token == EPSILON_TOKEN:
            bits += prices[EPSILON_PRICE]
        elif token == REPEAT:
            low, high = program[index], program[index + 1]
            index += 2
            if high < 0:
                bits += prices[OPEN_FROM_PRICE] + _integer_bits(low)
            elif low == high:
                bits += prices[EXACT_PRICE] + _integer_bits(low)
            else:
                bits += prices[BOUNDED_PRICE] + _integer_bits(low + 1) + _integer_bits(high - low)
        else:
            bits += prices[OPEN_PRICE]
    for index in range(program.size):  # the array is used again for the next program
        if program[index] >= 0 and program[index] < written.size:
            written[program[index]] = False
    return bits


@njit(cache=True, nogil=True)
def _choice_bits(chosen, other):
    if chosen == 0.0 and other == 0.0:
        return 0.0
    mixture = lgamma(chosen + 0.5) + lgamma(other + 0.5) - lgamma(chosen + other + 1.0) - 2.0 * lgamma(0.5)
    return -mixture / log(2.0)


@njit(cache=True, nogil=True)
def _link_arcs(g, heads, following):
    """Arcs of one source as a list: heads[source], following[arc], …"""
    heads[: g.used[POSITIONS_USED] + 2] = -1
    for arc in range(g.used[ARCS_USED] - 1, -1, -1):
        following[arc] = heads[g.source[arc]]
        heads[g.source[arc]] = arc


@njit(cache=True, nogil=True)
def _cheapest_path(text, g, heads, following, spread, membership, bits, active, arrival):
    """Bits of the cheapest path that reads `text`, infinite when there is none; arrival[t, q] is the arc into q."""
    end = g.used[POSITIONS_USED] + 1
    now, after = 0, 1
    count = 1
    active[0, 0] = 0
    bits[0, 0] = 0.0
    for time in range(text.size):
        symbol = text[time]
        count_after = 0
        for index in range(count):
            position = active[now, index]
            so_far = bits[now, position]
            bits[now, position] = np.inf
            arc = heads[position]
            while arc >= 0:
                target = g.target[arc]
                if target < end and membership[g.classes[target], symbol]:
                    reached = so_far + g.cost[arc] + spread[target]
                    if reached < bits[after, target]:
                        if bits[after, target] == np.inf:
                            active[after, count_after] = target
                            count_after += 1
                        bits[after, target] = reached
                        arrival[time, target] = arc
                arc = following[arc]
        now, after = after, now
        count = count_after
        if count == 0:
            return np.inf
    best = np.inf
    for index in range(count):
        position = active[now, index]
        so_far = bits[now, position]
        bits[now, position] = np.inf
        arc = heads[position]
        while arc >= 0:
            if g.target[arc] == end and so_far + g.cost[arc] < best:
                best = so_far + g.cost[arc]
                arrival[text.size, end] = arc
            arc = following[arc]
    return best


@njit(cache=True, nogil=True)
def _count_path(length, weight, g, arrival, arc_counts):
    """Walk the cheapest path backwards and count its arcs."""
    position = g.used[POSITIONS_USED] + 1
    for time in range(length, -1, -1):
        arc = arrival[time, position]
        arc_counts[arc] += weight
        position = g.source[arc]


@njit(cache=True, nogil=True)
def _edit_distance(text, g, membership, distances, before):
    """Levenshtein distance from `text` to the language, by relaxation over the arcs, column by column."""
    states = g.used[POSITIONS_USED] + 2
    end = states - 1
    arcs = g.used[ARCS_USED]
    distances[:states] = 1 << 20
    distances[0] = 0
    for time in range(text.size + 1):
        changed = True
        while changed:  # insertions: along an arc without reading
            changed = False
            for arc in range(arcs):
                target = g.target[arc]
                reached = distances[g.source[arc]] + (1 if target != end else 1 << 20)
                if reached < distances[target]:
                    distances[target] = reached
                    changed = True
        if time == text.size:
            break
        symbol = text[time]
        before[:states] = distances[:states]
        for state in range(states):
            distances[state] = before[state] + 1
        for arc in range(arcs):
            target = g.target[arc]
            if target != end:
                step = 0 if membership[g.classes[target], symbol] else 1
                distances[target] = min(distances[target], before[g.source[arc]] + step)
    best = 1 << 20
    for arc in range(arcs):
        if g.target[arc] == end:
            best = min(best, distances[g.source[arc]])
    return best


@njit(cache=True, nogil=True)
def _choices_bits(g, arc_counts, choice_counts, pending, count_weight):
    """Bits of all open choices that the counted arcs make."""
    nodes = g.used[NODES_USED]
    choice_counts[: 2 * nodes] = 0.0
    for arc in range(g.used[ARCS_USED]):
        weight = arc_counts[arc]
        if weight > 0.0 and g.choices[arc] != -1:
            pending[0] = g.choices[arc]
            waiting = 1
            while waiting:
                waiting -= 1
                cell = pending[waiting]
                if cell < -1:
                    choice_counts[-2 - cell] += weight
                else:
                    pending[waiting] = g.cell_left[cell]
                    pending[waiting + 1] = g.cell_right[cell]
                    waiting += 2
    bits = 0.0
    for node in range(nodes):
        weight = count_weight if g.kinds[node] == OPEN_NODE else 1.0
        bits += weight * _choice_bits(choice_counts[2 * node], choice_counts[2 * node + 1])
    return bits


@njit(cache=True, nogil=True)
def describe(
    tokens, program_offsets, symbols, string_offsets, weights, positives, membership, class_bits, character_bits,
    union_bits, prices, cutoff, results
):  # fmt: skip
    """The code lengths of packed programs, a row of `results` (programs, COLUMNS) each; TOTAL is infinite when a
    program is too large, or certainly above `cutoff`.

    Strings below `positives` are examples with `weights`, the others are negatives. `membership` is (classes, symbols),
    `class_bits`, `character_bits` and `union_bits` are (classes,): bits of the class as a leaf, of a character of it,
    and of a character of it below a union.
    """
    g = generator_space()
    heads = np.empty(MAX_POSITIONS + 2, np.int32)
    following = np.empty(MAX_ARCS, np.int32)
    arc_counts = np.empty(MAX_ARCS, np.float64)
    choice_counts = np.empty(2 * MAX_NODES, np.float64)
    pending = np.empty(MAX_ARCS, np.int32)
    spread = np.empty(MAX_POSITIONS + 2, np.float64)
    bits = np.full((2, MAX_POSITIONS + 2), np.inf)
    active = np.empty((2, MAX_POSITIONS + 2), np.int32)
    distances = np.empty(MAX_POSITIONS + 2, np.int64)
    before = np.empty(MAX_POSITIONS + 2, np.int64)
    written = np.zeros(class_bits.size, np.bool_)
    longest = 0
    total_weight = 0.0
    for string in range(string_offsets.size - 1):
        longest = max(longest, string_offsets[string + 1] - string_offsets[string])
        if string < positives:
            total_weight += weights[string]
    arrivals = np.empty(1, np.int32)
    outliers = np.empty(max(positives, 1), np.int64)
    for index in range(program_offsets.size - 1):
        program = tokens[program_offsets[index] : program_offsets[index + 1]]
        row = results[index]
        row[:] = 0.0
        row[TOTAL] = np.inf
        row[PATTERN] = _program_bits(program, class_bits, written, prices)
        if row[PATTERN] > cutoff or not build_generator(program, prices[COUNT_WEIGHT_PRICE], g):
            continue
        states = g.used[POSITIONS_USED] + 2
        if arrivals.size < (longest + 1) * states:
            arrivals = np.empty((longest + 1) * states, np.int32)
        arrival = arrivals[: (longest + 1) * states].reshape((longest + 1, states))
        _link_arcs(g, heads, following)
        arc_counts[: g.used[ARCS_USED]] = 0.0
        for position in range(1, states - 1):
            number = g.classes[position]
            spread[position] = union_bits[number] if g.in_union[position] else character_bits[number]
        outlier_count = 0
        outlier_weight = 0.0
        least = row[PATTERN]  # what is certain to be paid
        for string in range(positives):
            text = symbols[string_offsets[string] : string_offsets[string + 1]]
            cost = _cheapest_path(text, g, heads, following, spread, membership, bits, active, arrival)
            if cost == np.inf:
                outliers[outlier_count] = string
                outlier_count += 1
                outlier_weight += weights[string]
                least += weights[string] * (prices[OUTLIER_PRICE] + prices[EDIT_PRICE])
                if least > cutoff:
                    break
            else:
                _count_path(text.size, weights[string], g, arrival, arc_counts)
        if least > cutoff:
            continue
        read = 0.0
        for arc in range(g.used[ARCS_USED]):
            if arc_counts[arc] > 0.0:
                target = g.target[arc]
                each = g.fixed[arc] + (spread[target] if target < states - 1 else 0.0)
                read += arc_counts[arc] * each
        if least + read > cutoff:
            continue
        read += _choices_bits(g, arc_counts, choice_counts, pending, prices[COUNT_WEIGHT_PRICE])
        row[EXAMPLES] = read
        if least + read > cutoff:
            continue
        accepted = 0
        for string in range(positives, string_offsets.size - 1):
            text = symbols[string_offsets[string] : string_offsets[string + 1]]
            if _cheapest_path(text, g, heads, following, spread, membership, bits, active, arrival) < np.inf:
                accepted += 1
        row[ACCEPTED_NEGATIVES] = accepted
        row[NEGATIVES] = accepted * prices[NEGATIVE_PRICE]
        if least + read + row[NEGATIVES] > cutoff:
            continue
        row[OUTLIERS] = outlier_weight
        if outlier_count:
            regular = total_weight - outlier_weight
            typical = read / regular if regular > 0.0 else 0.0
            edits = prices[NOISE_PRICE]
            for number in range(outlier_count):
                string = outliers[number]
                text = symbols[string_offsets[string] : string_offsets[string + 1]]
                distance = _edit_distance(text, g, membership, distances, before)
                edits += weights[string] * (prices[OUTLIER_PRICE] + prices[EDIT_PRICE] * distance + typical)
            row[EDITS] = edits
        row[TOTAL] = row[PATTERN] + row[EXAMPLES] + row[EDITS] + row[NEGATIVES]
