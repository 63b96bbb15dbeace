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
    OUTSIDE_PRICE,
    INTEGER_SLOPE,
    CHOICE_PRIOR,
    GO_PRIOR,
    STOP_PRIOR,
) = range(19)


@njit(cache=True, nogil=True)
def _integer_bits(n, prices):
    return prices[INTEGER_SLOPE] * log2(n) + 1.0


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
                bits += prices[OPEN_FROM_PRICE] + _integer_bits(low, prices)
            elif low == high:
                bits += prices[EXACT_PRICE] + _integer_bits(low, prices)
            else:
                bits += prices[BOUNDED_PRICE] + _integer_bits(low + 1, prices) + _integer_bits(high - low, prices)
        else:
            bits += prices[OPEN_PRICE]
    for index in range(program.size):  # the array is used again for the next program
        if program[index] >= 0 and program[index] < written.size:
            written[program[index]] = False
    return bits


@njit(cache=True, nogil=True)
def _choice_bits(chosen, other, a, b):
    if chosen == 0.0 and other == 0.0:
        return 0.0
    log_mixture = lgamma(chosen + a) + lgamma(other + b) - lgamma(chosen + other + a + b)
    return (lgamma(a) + lgamma(b) - lgamma(a + b) - log_mixture) / log(2.0)


@njit(cache=True, nogil=True)
def _link_arcs(g, heads, following):
    """Arcs of one source as a list: heads[source], following[arc], …"""
    heads[: g.used[POSITIONS_USED] + 2] = -1
    for arc in range(g.used[ARCS_USED] - 1, -1, -1):
        following[arc] = heads[g.source[arc]]
        heads[g.source[arc]] = arc


@njit(cache=True, nogil=True)
def _cheapest_path(text, g, heads, following, character_bits, bits, active, arrival):
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
                if target < end:
                    reached = so_far + g.cost[arc] + character_bits[g.classes[target], symbol]
                    if reached < bits[after, target]:  # never when the class lacks the symbol: that costs infinity
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
def _count_path(text, weight, g, character_bits, arrival, arc_counts):
    """Walk the cheapest path backwards and count its arcs; the bits of its characters and fixed choices."""
    position = g.used[POSITIONS_USED] + 1
    bits = 0.0
    for time in range(text.size, -1, -1):
        arc = arrival[time, position]
        arc_counts[arc] += weight
        bits += g.fixed[arc]
        if time < text.size:
            bits += character_bits[g.classes[position], text[time]]
        position = g.source[arc]
    return weight * bits


@njit(cache=True, nogil=True)
def _edit_distance(text, g, character_bits, distances, before):
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
                step = 0 if character_bits[g.classes[target], symbol] < np.inf else 1
                distances[target] = min(distances[target], before[g.source[arc]] + step)
    best = 1 << 20
    for arc in range(arcs):
        if g.target[arc] == end:
            best = min(best, distances[g.source[arc]])
    return best


@njit(cache=True, nogil=True)
def _choices_bits(g, arc_counts, choice_counts, pending, prices):
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
        chosen, other = choice_counts[2 * node], choice_counts[2 * node + 1]
        if g.kinds[node] == OPEN_NODE:
            bits += prices[COUNT_WEIGHT_PRICE] * _choice_bits(chosen, other, prices[GO_PRIOR], prices[STOP_PRIOR])
        else:
            bits += _choice_bits(chosen, other, prices[CHOICE_PRIOR], prices[CHOICE_PRIOR])
    return bits


@njit(cache=True, nogil=True)
def describe(
    tokens, program_offsets, symbols, string_offsets, weights, positives, class_bits, character_bits,
    prices, cutoff, results
):  # fmt: skip
    """The code lengths of packed programs, a row of `results` (programs, COLUMNS) each; TOTAL is infinite when a
    program is too large, or certainly above `cutoff`.

    Strings below `positives` are examples with `weights`, the others are negatives. `class_bits` (classes,) are
    the bits of a class as a leaf, `character_bits` (classes, symbols) those of a character of it, infinite for others.
    """
    g = generator_space()
    heads = np.empty(MAX_POSITIONS + 2, np.int32)
    following = np.empty(MAX_ARCS, np.int32)
    arc_counts = np.empty(MAX_ARCS, np.float64)
    choice_counts = np.empty(2 * MAX_NODES, np.float64)
    pending = np.empty(MAX_ARCS, np.int32)
    bits = np.full((2, MAX_POSITIONS + 2), np.inf)
    active = np.empty((2, MAX_POSITIONS + 2), np.int32)
    distances = np.empty(MAX_POSITIONS + 2, np.int64)
    before = np.empty(MAX_POSITIONS + 2, np.int64)
    written = np.zeros(class_bits.size, np.bool_)
    longest = 0
    total_characters = 0.0
    for string in range(string_offsets.size - 1):
        longest = max(longest, string_offsets[string + 1] - string_offsets[string])
        if string < positives:
            total_characters += weights[string] * (string_offsets[string + 1] - string_offsets[string])
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
        outlier_count = 0
        outlier_weight = 0.0
        outlier_characters = 0.0
        least = row[PATTERN]  # what is certain to be paid, and what reading the examples takes besides
        read = 0.0
        for string in range(positives):
            text = symbols[string_offsets[string] : string_offsets[string + 1]]
            cost = _cheapest_path(text, g, heads, following, character_bits, bits, active, arrival)
            if cost == np.inf:
                outliers[outlier_count] = string
                outlier_count += 1
                outlier_weight += weights[string]
                outlier_characters += weights[string] * text.size
                least += weights[string] * (prices[OUTLIER_PRICE] + prices[EDIT_PRICE])
                if least > cutoff:
                    break
            else:
                read += _count_path(text, weights[string], g, character_bits, arrival, arc_counts)
                if least + read > cutoff:
                    break
        if least + read > cutoff:
            continue
        read += _choices_bits(g, arc_counts, choice_counts, pending, prices)
        row[EXAMPLES] = read
        if least + read > cutoff:
            continue
        accepted = 0
        for string in range(positives, string_offsets.size - 1):
            text = symbols[string_offsets[string] : string_offsets[string + 1]]
            if _cheapest_path(text, g, heads, following, character_bits, bits, active, arrival) < np.inf:
                accepted += 1
        row[ACCEPTED_NEGATIVES] = accepted
        row[NEGATIVES] = accepted * prices[NEGATIVE_PRICE]
        if least + read + row[NEGATIVES] > cutoff:
            continue
        row[OUTLIERS] = outlier_weight
        if outlier_count:
            # the characters of an outlier cost what others cost, the dearer the more outliers there are
            each = (read + outlier_characters * prices[OUTSIDE_PRICE]) / max(total_characters, 1.0)
            edits = prices[NOISE_PRICE]
            for number in range(outlier_count):
                string = outliers[number]
                text = symbols[string_offsets[string] : string_offsets[string + 1]]
                distance = _edit_distance(text, g, character_bits, distances, before)
                edit_bits = prices[EDIT_PRICE] * log2(1.0 + distance)
                edits += weights[string] * (prices[OUTLIER_PRICE] + edit_bits + each * text.size)
            row[EDITS] = edits
        row[TOTAL] = row[PATTERN] + row[EXAMPLES] + row[EDITS] + row[NEGATIVES]
