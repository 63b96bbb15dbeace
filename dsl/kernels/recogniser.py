"""Which parts of a string are within how many edits of which symbol of a binarised grammar.

A bottom-up chart parser, from the last start to the first. For every start i and symbol A the ends of A are a row of
bits, so that one rule A -> B C joins B from i to k with everything that C makes from k on in a few word operations
(CYK as products of Boolean matrices, Valiant 1975):

    ends[i][A]  |=  ends[k][C]        for every k in ends[i][B]

Each fact (A, i, k) is worked on once; what no part of the string supports costs nothing. With edits there is such a row
for every level of errors, and facts come in order of their errors (Knuth 1977, "A generalization of Dijkstra's
algorithm"): a terminal may drop characters before the one it reads, and replace it; a symbol may be written without
reading anything, at the cost of its shortest string. With no edits allowed this is plain recognition.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.compilation.decorators import device, entry
from dsl.kernels.compilation.inlining import inlined
from dsl.kernels.words import lowest

FAR: Final = np.int64(1 << 40)
ONE: Final = np.uint64(1)
ZERO: Final = np.uint64(0)


class Arcs(NamedTuple):
    """What follows from a symbol: entries starts[B]:starts[B + 1] of the others, as many as there are rules."""

    unit_starts: NDArray[np.int64]
    unit_parents: NDArray[np.int32]
    unit_costs: NDArray[np.int64]
    pair_starts: NDArray[np.int64]
    pair_parents: NDArray[np.int32]
    pair_rights: NDArray[np.int32]


class Chart(NamedTuple):
    """Level e of start i of symbol A has its ends in row (e * (length + 1) + i) * size + A."""

    rows: NDArray[np.uint64]  # (any, words)
    stacks: NDArray[np.int64]  # (levels, any), facts A * (length + 1) + k to work on
    tops: NDArray[np.int64]  # (levels,)


@device
def shortest(productions):
    """The length of the shortest string of each symbol, FAR where there is none."""
    lengths = np.full(productions.size, FAR, np.int64)
    for symbol in productions.empty:
        lengths[symbol] = 0
    for symbol in productions.terminals:
        lengths[symbol] = 1
    changed = True
    while changed:
        changed = False
        for rule in range(productions.units.shape[0]):
            parent, length = productions.units[rule, 0], lengths[productions.units[rule, 1]]
            if length < lengths[parent]:
                lengths[parent] = length
                changed = True
        for rule in range(productions.binary.shape[0]):
            parent = productions.binary[rule, 0]
            length = lengths[productions.binary[rule, 1]] + lengths[productions.binary[rule, 2]]
            if length < lengths[parent]:
                lengths[parent] = length
                changed = True
    return lengths


@device
def _arcs(productions, lengths, limit):
    """The rules by their first symbol; A -> B C leads from C to A at the cost of the shortest B."""
    units, binary = productions.units, productions.binary
    unit_starts = np.zeros(productions.size + 2, np.int64)
    pair_starts = np.zeros(productions.size + 2, np.int64)
    for rule in range(units.shape[0]):
        unit_starts[units[rule, 1] + 2] += 1
    for rule in range(binary.shape[0]):
        pair_starts[binary[rule, 1] + 2] += 1
        if lengths[binary[rule, 1]] <= limit:
            unit_starts[binary[rule, 2] + 2] += 1
    for symbol in range(productions.size):
        unit_starts[symbol + 2] += unit_starts[symbol + 1]
        pair_starts[symbol + 2] += pair_starts[symbol + 1]
    unit_parents = np.empty(unit_starts[-1], np.int32)
    unit_costs = np.zeros(unit_starts[-1], np.int64)
    pair_parents = np.empty(binary.shape[0], np.int32)
    pair_rights = np.empty(binary.shape[0], np.int32)
    for rule in range(units.shape[0]):
        place = unit_starts[units[rule, 1] + 1]
        unit_starts[units[rule, 1] + 1] += 1
        unit_parents[place] = units[rule, 0]
    for rule in range(binary.shape[0]):
        parent, left, right = binary[rule]
        place = pair_starts[left + 1]
        pair_starts[left + 1] += 1
        pair_parents[place], pair_rights[place] = parent, right
        if lengths[left] <= limit:
            place = unit_starts[right + 1]
            unit_starts[right + 1] += 1
            unit_parents[place], unit_costs[place] = parent, lengths[left]
    return Arcs(unit_starts, unit_parents, unit_costs, pair_starts, pair_parents, pair_rights)


@device
def _find(chart, level, levels, height, size, start, symbol, end):
    """Note the fact at this level and above, unless it is known with as few errors."""
    word, bit = end >> 6, ONE << np.uint64(end & 63)
    if chart.rows[(level * height + start) * size + symbol, word] & bit != ZERO:
        return
    for above in range(level, levels):
        chart.rows[(above * height + start) * size + symbol, word] |= bit
    chart.stacks[level, chart.tops[level]] = symbol * height + end
    chart.tops[level] += 1


@inlined
def _join(chart, level, levels, height, size, start, parent, right, middle):
    """Note `parent` from `start` to wherever `right` ends that begins at `middle`, where `level` errors lie before."""
    words = chart.rows.shape[1]
    for more in range(levels - level):
        ends, known = (more * height + middle) * size + right, ((level + more) * height + start) * size + parent
        for word in range(middle >> 6, words):
            new = chart.rows[ends, word] & ~chart.rows[known, word]
            while new != ZERO:
                _find(chart, level + more, levels, height, size, start, parent, (word << 6) + lowest(new))
                new &= new - ONE


@inlined
def fill(chart, productions, arcs, lengths, readable, symbols, levels, stop):
    """Find all facts about a string with fewer than `levels` errors, unless stop[0] becomes true meanwhile.

    `readable` is bool (terminals, symbols).
    """
    height, size = symbols.size + 1, productions.size
    chart.rows[: levels * height * size] = ZERO
    for start in range(symbols.size, -1, -1):
        if stop[0]:
            return
        for symbol in range(size):
            for level in range(lengths[symbol], levels):
                row = (level * height + start) * size + symbol
                chart.rows[row, start >> 6] |= ONE << np.uint64(start & 63)
        if start == symbols.size:
            continue
        for index in range(productions.terminals.size):
            terminal = productions.terminals[index]
            first = 0 if readable[index, symbols[start]] else 1
            if first < levels:
                _find(chart, first, levels, height, size, start, terminal, start + 1)
            for level in range(1, levels):  # drop this character, read a later one
                row = ((level - 1) * height + start + 1) * size + terminal
                for word in range((start + 1) >> 6, chart.rows.shape[1]):
                    later = chart.rows[row, word]
                    while later != ZERO:
                        _find(chart, level, levels, height, size, start, terminal, (word << 6) + lowest(later))
                        later &= later - ONE
        for level in range(levels):
            _work_off(chart, arcs, level, levels, height, size, start)


@inlined
def _work_off(chart, arcs, level, levels, height, size, start):
    while chart.tops[level] > 0:
        chart.tops[level] -= 1
        fact = chart.stacks[level, chart.tops[level]]
        symbol, end = fact // height, fact % height
        if level > 0:
            row = ((level - 1) * height + start) * size + symbol
            if chart.rows[row, end >> 6] & ONE << np.uint64(end & 63) != ZERO:
                continue  # found with fewer errors since
        for arc in range(arcs.unit_starts[symbol], arcs.unit_starts[symbol + 1]):
            cost = level + arcs.unit_costs[arc]
            if cost < levels:
                _find(chart, cost, levels, height, size, start, arcs.unit_parents[arc], end)
        for arc in range(arcs.pair_starts[symbol], arcs.pair_starts[symbol + 1]):
            _join(chart, level, levels, height, size, start, arcs.pair_parents[arc], arcs.pair_rights[arc], end)


@device
def _chart(size, length, levels):
    rows = np.empty((levels * (length + 1) * size, (length + 64) >> 6), np.uint64)
    # a fact found again with fewer errors lies in two stacks
    return Chart(rows, np.empty((levels, size * (length + 1)), np.int64), np.zeros(levels, np.int64))


@device
def _distance(chart, size, length, levels):
    """The errors of the start symbol over a beginning of the string, the rest of it dropped; `levels` if too many."""
    for level in range(levels):
        for end in range(max(length - level, 0), length + 1):
            before = level - (length - end)
            if before >= 0 and chart.rows[before * (length + 1) * size, end >> 6] >> np.uint64(end & 63) & ONE != ZERO:
                return level
    return levels


@entry
def measure(productions, readable, symbols, offsets, limit, found, stop):
    """found[string] = its distance to the language, or limit + 1 when it is larger; anything once stop[0] is true."""
    lengths = shortest(productions)
    arcs = _arcs(productions, lengths, limit)
    longest = 0
    for string in range(offsets.size - 1):
        longest = max(longest, offsets[string + 1] - offsets[string])
    chart = _chart(productions.size, longest, limit + 1)
    for string in range(offsets.size - 1):
        own = symbols[offsets[string] : offsets[string + 1]]
        if stop[0]:
            return
        fill(chart, productions, arcs, lengths, readable, own, limit + 1, stop)
        found[string] = _distance(chart, productions.size, own.size, limit + 1)


@entry
def facts(productions, readable, symbols, limit, stop):
    """The rows of the chart of one string, uint64 (levels, starts, symbols, words); anything once stop[0] is true."""
    lengths = shortest(productions)
    chart = _chart(productions.size, symbols.size, limit + 1)
    fill(chart, productions, _arcs(productions, lengths, limit), lengths, readable, symbols, limit + 1, stop)
    return chart.rows.reshape(limit + 1, symbols.size + 1, productions.size, chart.rows.shape[1])
