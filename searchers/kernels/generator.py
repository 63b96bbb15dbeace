"""A program read as a generator: a weighted position automaton whose arcs know the choices they stand for.

Position 0 is the start, 1 to n read one character each (counted repeats are written out), n + 1 is the end. An arc has

    cost     bits by which the cheapest of several paths is found (every open choice counts one bit)
    fixed    bits that are paid each time: its part of an evenly spread bounded count
    choices  the open choices it makes, as a cell: NOTHING, a pair of cells (>= 0), or one choice (below NOTHING)

Choice 2·k is "once more", "take it" or "left" at node k, choice 2·k + 1 its opposite. Nodes are numbered by the
operators of the program, so that the copies of a counted body share theirs.
"""

from __future__ import annotations

from collections import namedtuple
from math import log2
from typing import Final

import numpy as np
from numba import njit

from dsl.program import CONCAT, EPSILON_TOKEN, OPTION, PLUS, REPEAT, STAR, UNION

MAX_POSITIONS: Final = 400
MAX_TOKENS: Final = 4 * MAX_POSITIONS
MAX_ARCS: Final = 6_000
MAX_ENTRIES: Final = 30_000
MAX_CELLS: Final = 30_000
MAX_NODES: Final = 256

NOTHING: Final = -1
SPREAD: Final = -100  # an optional copy of a bounded repeat, after expansion

OPEN_NODE: Final = 0
CHOICE_NODE: Final = 1

# fields of a fragment: its first and last entries, whether it may be empty and by what
FIRST, FIRST_END, LAST, LAST_END, NULLABLE, NULL_CELL = range(6)

Generator = namedtuple(
    "Generator",
    "tokens arguments operands classes source target cost fixed choices "
    "entry_position entry_cost entry_fixed entry_choices cell_left cell_right kinds stack null_bits used",
)
POSITIONS_USED, ARCS_USED, ENTRIES_USED, CELLS_USED, NODES_USED, TOKENS_USED = range(6)


@njit(cache=True, nogil=True)
def generator_space():
    """Memory for one generator at a time; one for each thread."""
    return Generator(
        np.empty(MAX_TOKENS, np.int32),
        np.empty(MAX_TOKENS, np.int32),
        np.empty(MAX_TOKENS, np.int32),
        np.empty(MAX_POSITIONS + 2, np.int32),
        np.empty(MAX_ARCS, np.int32),
        np.empty(MAX_ARCS, np.int32),
        np.empty(MAX_ARCS, np.float64),
        np.empty(MAX_ARCS, np.float64),
        np.empty(MAX_ARCS, np.int32),
        np.empty(MAX_ENTRIES, np.int32),
        np.empty(MAX_ENTRIES, np.float64),
        np.empty(MAX_ENTRIES, np.float64),
        np.empty(MAX_ENTRIES, np.int32),
        np.empty(MAX_CELLS, np.int32),
        np.empty(MAX_CELLS, np.int32),
        np.empty(MAX_NODES, np.int32),
        np.empty((MAX_TOKENS, 6), np.int32),
        np.empty((MAX_TOKENS, 2), np.float64),
        np.zeros(6, np.int64),
    )


@njit(cache=True, nogil=True)
def build_generator(program, count_weight, g):
    """Fill `g` with the automaton of `program`. False when it needs more than the memory there is."""
    g.used[:] = 0
    if not _expand(program, g):
        return False
    top = 0
    for index in range(g.used[TOKENS_USED]):
        token, argument = g.tokens[index], g.arguments[index]
        if token >= 0 or token == EPSILON_TOKEN:
            _leaf(top, token, g)
            top += 1
        elif token == CONCAT:
            top -= 1
            _concatenate(top - 1, top, g)
        elif token == UNION:
            top -= 1
            _alternate(top - 1, top, argument, g)
        elif token == OPTION:
            _skippable(top - 1, 1.0, 1.0, 0.0, 0.0, -2 - 2 * argument, -3 - 2 * argument, g)
        elif token == SPREAD:
            take = count_weight * log2((argument + 1) / argument)
            skip = count_weight * log2(argument + 1)
            _skippable(top - 1, take, skip, take, skip, NOTHING, NOTHING, g)
        else:
            _loop(top - 1, token == STAR, argument, g)
        if (
            g.used[POSITIONS_USED] >= MAX_POSITIONS
            or g.used[ARCS_USED] >= MAX_ARCS
            or g.used[ENTRIES_USED] >= MAX_ENTRIES
            or g.used[CELLS_USED] >= MAX_CELLS
        ):
            return False
    _close(g)
    return g.used[ARCS_USED] < MAX_ARCS


@njit(cache=True, nogil=True)
def _expand(program, g):
    """Write counted repeats out: x{2,4} -> x x · x x SPREAD1 · SPREAD2 ·"""
    size, top, node = 0, 0, 0
    index = 0
    while index < program.size:
        token = program[index]
        index += 1
        if token >= 0 or token == EPSILON_TOKEN:
            g.operands[top] = size
            top += 1
        elif token == CONCAT or token == UNION:
            top -= 1
        if token != REPEAT:
            if size >= MAX_TOKENS:
                return False
            g.tokens[size] = token
            g.arguments[size] = NOTHING
            if token < CONCAT and token != EPSILON_TOKEN:
                if node >= MAX_NODES:
                    return False
                g.arguments[size] = node
                g.kinds[node] = CHOICE_NODE if token == UNION or token == OPTION else OPEN_NODE
                node += 1
            size += 1
            continue
        low, high = program[index], program[index + 1]
        index += 2
        start = g.operands[top - 1]
        width = size - start
        copies = max(low, 1) if high < 0 else high
        if copies < 1 or node >= MAX_NODES or size + copies * (width + 2) >= MAX_TOKENS:
            return False
        for copy in range(1, copies):
            for offset in range(width):
                g.tokens[size] = g.tokens[start + offset]
                g.arguments[size] = g.arguments[start + offset]
                size += 1
            if copy < low and not (high < 0 and copy == copies - 1):
                g.tokens[size] = CONCAT
                size += 1
        if high < 0:
            g.kinds[node] = OPEN_NODE
            g.tokens[size] = PLUS if low > 0 else STAR
            g.arguments[size] = node
            node += 1
            size += 1
            if copies > 1:
                g.tokens[size] = CONCAT
                size += 1
        else:
            for remaining in range(1, high - low + 1):
                g.tokens[size] = SPREAD
                g.arguments[size] = remaining
                size += 1
                if remaining < high - low or low > 0:
                    g.tokens[size] = CONCAT
                    size += 1
    g.used[TOKENS_USED] = size
    g.used[NODES_USED] = node
    return True


@njit(cache=True, nogil=True)
def _pair(left, right, g):
    """A cell for the choices of both."""
    if left == NOTHING:
        return right
    if right == NOTHING:
        return left
    cell = g.used[CELLS_USED]
    if cell >= MAX_CELLS:
        return NOTHING
    g.cell_left[cell] = left
    g.cell_right[cell] = right
    g.used[CELLS_USED] = cell + 1
    return cell


@njit(cache=True, nogil=True)
def _entries(start, end, cost, fixed, choices, g):
    """Write the entries start:end again, each with more bits and more choices."""
    entry = g.used[ENTRIES_USED]
    if entry + end - start >= MAX_ENTRIES:
        g.used[ENTRIES_USED] = MAX_ENTRIES
        return
    for old in range(start, end):
        g.entry_position[entry] = g.entry_position[old]
        g.entry_cost[entry] = g.entry_cost[old] + cost
        g.entry_fixed[entry] = g.entry_fixed[old] + fixed
        g.entry_choices[entry] = _pair(g.entry_choices[old], choices, g)
        entry += 1
    g.used[ENTRIES_USED] = entry


@njit(cache=True, nogil=True)
def _arc(source, target, cost, fixed, choices, g):
    arc = g.used[ARCS_USED]
    if arc >= MAX_ARCS:
        return
    g.source[arc] = source
    g.target[arc] = target
    g.cost[arc] = cost
    g.fixed[arc] = fixed
    g.choices[arc] = choices
    g.used[ARCS_USED] = arc + 1


@njit(cache=True, nogil=True)
def _join(last, last_end, first, first_end, cost, choices, g):
    """Arcs from every last entry to every first entry."""
    for left in range(last, last_end):
        for right in range(first, first_end):
            _arc(
                g.entry_position[left],
                g.entry_position[right],
                g.entry_cost[left] + g.entry_cost[right] + cost,
                g.entry_fixed[left] + g.entry_fixed[right],
                _pair(_pair(g.entry_choices[left], g.entry_choices[right], g), choices, g),
                g,
            )


@njit(cache=True, nogil=True)
def _leaf(top, token, g):
    fragment = g.stack[top]
    position = g.used[POSITIONS_USED] + 1
    entry = g.used[ENTRIES_USED]
    fragment[FIRST] = fragment[FIRST_END] = fragment[LAST] = fragment[LAST_END] = entry
    fragment[NULLABLE] = token == EPSILON_TOKEN
    fragment[NULL_CELL] = NOTHING
    g.null_bits[top] = 0.0
    if token == EPSILON_TOKEN or position > MAX_POSITIONS or entry >= MAX_ENTRIES:
        return
    g.classes[position] = token
    g.used[POSITIONS_USED] = position
    g.entry_position[entry] = position
    g.entry_cost[entry] = g.entry_fixed[entry] = 0.0
    g.entry_choices[entry] = NOTHING
    g.used[ENTRIES_USED] = entry + 1
    fragment[FIRST_END] = fragment[LAST_END] = entry + 1


@njit(cache=True, nogil=True)
def _concatenate(left, right, g):
    """Fragment `left` becomes left·right."""
    a, b = g.stack[left], g.stack[right]
    _join(a[LAST], a[LAST_END], b[FIRST], b[FIRST_END], 0.0, NOTHING, g)
    if a[NULLABLE]:
        start = g.used[ENTRIES_USED]
        _entries(a[FIRST], a[FIRST_END], 0.0, 0.0, NOTHING, g)
        _entries(b[FIRST], b[FIRST_END], g.null_bits[left, 0], g.null_bits[left, 1], a[NULL_CELL], g)
        a[FIRST], a[FIRST_END] = start, g.used[ENTRIES_USED]
    if b[NULLABLE]:
        start = g.used[ENTRIES_USED]
        _entries(b[LAST], b[LAST_END], 0.0, 0.0, NOTHING, g)
        _entries(a[LAST], a[LAST_END], g.null_bits[right, 0], g.null_bits[right, 1], b[NULL_CELL], g)
        a[LAST], a[LAST_END] = start, g.used[ENTRIES_USED]
    else:
        a[LAST], a[LAST_END] = b[LAST], b[LAST_END]
    a[NULLABLE] = a[NULLABLE] and b[NULLABLE]
    if a[NULLABLE]:
        a[NULL_CELL] = _pair(a[NULL_CELL], b[NULL_CELL], g)
        g.null_bits[left] += g.null_bits[right]


@njit(cache=True, nogil=True)
def _alternate(left, right, node, g):
    """Fragment `left` becomes left|right."""
    a, b = g.stack[left], g.stack[right]
    go_left, go_right = -2 - 2 * node, -3 - 2 * node
    start = g.used[ENTRIES_USED]
    _entries(a[FIRST], a[FIRST_END], 1.0, 0.0, go_left, g)
    _entries(b[FIRST], b[FIRST_END], 1.0, 0.0, go_right, g)
    middle = g.used[ENTRIES_USED]
    _entries(a[LAST], a[LAST_END], 0.0, 0.0, NOTHING, g)
    _entries(b[LAST], b[LAST_END], 0.0, 0.0, NOTHING, g)
    a[FIRST], a[FIRST_END], a[LAST], a[LAST_END] = start, middle, middle, g.used[ENTRIES_USED]
    if a[NULLABLE]:
        a[NULL_CELL] = _pair(a[NULL_CELL], go_left, g)
        g.null_bits[left, 0] += 1.0
    elif b[NULLABLE]:
        a[NULLABLE] = 1
        a[NULL_CELL] = _pair(b[NULL_CELL], go_right, g)
        g.null_bits[left] = g.null_bits[right]
        g.null_bits[left, 0] += 1.0


@njit(cache=True, nogil=True)
def _loop(top, may_skip, node, g):
    """Fragment `top` becomes top+ or top*: each time round is a choice between once more and enough."""
    a = g.stack[top]
    again, enough = -2 - 2 * node, -3 - 2 * node
    _join(a[LAST], a[LAST_END], a[FIRST], a[FIRST_END], 1.0, again, g)
    if may_skip:
        start = g.used[ENTRIES_USED]
        _entries(a[FIRST], a[FIRST_END], 1.0, 0.0, again, g)
        a[FIRST], a[FIRST_END] = start, g.used[ENTRIES_USED]
        a[NULLABLE] = 1
        a[NULL_CELL] = enough
        g.null_bits[top, 0] = 1.0
        g.null_bits[top, 1] = 0.0
    elif a[NULLABLE]:
        a[NULL_CELL] = _pair(a[NULL_CELL], enough, g)
        g.null_bits[top, 0] += 1.0
    start = g.used[ENTRIES_USED]
    _entries(a[LAST], a[LAST_END], 1.0, 0.0, enough, g)
    a[LAST], a[LAST_END] = start, g.used[ENTRIES_USED]


@njit(cache=True, nogil=True)
def _skippable(top, take_cost, skip_cost, take_fixed, skip_fixed, take, skip, g):
    """Fragment `top` becomes top?"""
    a = g.stack[top]
    start = g.used[ENTRIES_USED]
    _entries(a[FIRST], a[FIRST_END], take_cost, take_fixed, take, g)
    a[FIRST], a[FIRST_END] = start, g.used[ENTRIES_USED]
    a[NULLABLE] = 1
    a[NULL_CELL] = skip
    g.null_bits[top, 0] = skip_cost
    g.null_bits[top, 1] = skip_fixed


@njit(cache=True, nogil=True)
def _close(g):
    """Arcs from the start and to the end."""
    a = g.stack[0]
    end = g.used[POSITIONS_USED] + 1
    for entry in range(a[FIRST], a[FIRST_END]):
        _arc(0, g.entry_position[entry], g.entry_cost[entry], g.entry_fixed[entry], g.entry_choices[entry], g)
    for entry in range(a[LAST], a[LAST_END]):
        _arc(g.entry_position[entry], end, g.entry_cost[entry], g.entry_fixed[entry], g.entry_choices[entry], g)
    if a[NULLABLE]:
        _arc(0, end, g.null_bits[0, 0], g.null_bits[0, 1], a[NULL_CELL], g)
