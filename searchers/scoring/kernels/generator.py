"""A program read as a generator: a weighted position automaton whose arcs know the choices they stand for.

Position 0 is the start, 1 to n read one character each (counted repeats are written out), n + 1 is the end and reads
the end of the text. An arc has

    cost     bits by which the cheapest of several paths is found (every open choice counts one bit)
    fixed    bits that are paid each time: its part of an evenly spread bounded count
    choices  the open choices it makes, as a cell: NOTHING, a pair of cells (>= 0), or one choice (below NOTHING)

Choice 2·k is "once more", "take it" or "left" at node k, choice 2·k + 1 its opposite. Nodes are numbered by the
operators of the program, so that the copies of a counted body share theirs.
"""

from __future__ import annotations

from math import log2
from typing import Final

import numpy as np

from dsl.expressions.programs import CONCAT, EPSILON_TOKEN, OPTION, PLUS, REPEAT, STAR, UNION
from dsl.kernels.compilation.decorators import device

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

_BITS: Final = [("cost", np.float64), ("fixed", np.float64), ("choices", np.int32)]
ENTRY: Final = np.dtype([*_BITS, ("position", np.int32)], align=True)  # a way into a fragment, or out of it
ARC: Final = np.dtype([*_BITS, ("source", np.int32), ("target", np.int32)], align=True)
FRAGMENT: Final = np.dtype(
    [
        ("first", np.int32),  # entries first:first_end lead into it
        ("first_end", np.int32),
        ("last", np.int32),  # entries last:last_end out of it
        ("last_end", np.int32),
        ("nullable", np.bool_),
        *[("null_" + name, kind) for name, kind in _BITS],  # how it is passed without a character
    ],
    align=True,
)

# One array element of this type is a generator and the memory to build and use it; kernels pass on a single pointer.
GENERATOR: Final = np.dtype(
    [
        ("positions", np.int64),  # n, without start and end
        ("nodes", np.int64),
        ("kinds", np.int32, MAX_NODES),
        ("weights", np.float64, MAX_NODES),  # shares of the bits of open choices that are paid
        ("classes", np.int32, MAX_POSITIONS + 2),
        ("first_arc", np.int32, MAX_POSITIONS + 3),  # the arcs from position p are first_arc[p]:first_arc[p + 1]
        ("arcs", ARC, MAX_ARCS),
        ("cells", np.int32, (MAX_CELLS, 2)),
        # while the program is read
        ("size", np.int64),  # tokens
        ("arc_count", np.int64),
        ("entry_count", np.int64),
        ("cell_count", np.int64),
        ("full", np.bool_),
        ("tokens", np.int32, MAX_TOKENS),
        ("arguments", np.int32, MAX_TOKENS),
        ("shares", np.float64, MAX_TOKENS),  # of the bits of a count, at the tokens SPREAD
        ("operands", np.int32, MAX_TOKENS),
        ("unsorted", ARC, MAX_ARCS),
        ("entries", ENTRY, MAX_ENTRIES),
        ("fragments", FRAGMENT, MAX_TOKENS),
        # while texts are read by it
        ("places", np.int32, MAX_POSITIONS + 2),  # of the steps that reach a position
        ("arc_counts", np.float64, MAX_ARCS),  # how often its arcs are on the paths of the examples
        ("choice_counts", np.float64, 2 * MAX_NODES),
        ("pending", np.int32, MAX_CELLS),
    ],
    align=True,
)


@device
def build_generator(program, leaf_kinds, prior, end_class, g):
    """Make `g` the automaton of `program`, its end reading `end_class`. False when it takes more than its memory."""
    g.positions = g.arc_count = g.entry_count = g.cell_count = 0
    g.full = False
    if not _expand(program, leaf_kinds, prior, g):
        return False
    top = 0
    for index in range(g.size):
        token, argument = g.tokens[index], g.arguments[index]
        if token >= 0 or token == EPSILON_TOKEN:
            _leaf(top, token, g)
            top += 1
        elif token == CONCAT:
            top -= 1
            _concatenate(g.fragments[top - 1], g.fragments[top], g)
        elif token == UNION:
            top -= 1
            _alternate(g.fragments[top - 1], g.fragments[top], argument, g)
        elif token == OPTION:
            _skippable(g.fragments[top - 1], 1.0, 1.0, 0.0, 0.0, -2 - 2 * argument, -3 - 2 * argument, g)
        elif token == SPREAD:
            take = g.shares[index] * log2((argument + 1) / argument)
            skip = g.shares[index] * log2(argument + 1)
            _skippable(g.fragments[top - 1], take, skip, take, skip, NOTHING, NOTHING, g)
        else:
            _loop(g.fragments[top - 1], token == STAR, argument, g)
        if g.full:
            return False
    _close(g.fragments[0], end_class, g)
    return not g.full


@device
def _body_kind(start, size, leaf_kinds, g):
    """The kind of the leaf that the tokens start:size are, or that of a group."""
    return leaf_kinds[g.tokens[start]] if size - start == 1 and g.tokens[start] >= 0 else leaf_kinds[-1]


@device
def _expand(program, leaf_kinds, prior, g):
    """Write counted repeats out: x{2,4} -> x x · x x SPREAD1 · SPREAD2 ·"""
    size, top, node = 0, 0, 0
    index = 0
    while index < program.size:
        token = program[index]
        index += 1
        if token >= 0 or token == EPSILON_TOKEN:
            g.operands[top] = size
            top += 1
        elif token in (CONCAT, UNION):
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
                is_open = token not in (UNION, OPTION)
                g.kinds[node] = OPEN_NODE if is_open else CHOICE_NODE
                g.weights[node] = (
                    prior.unbounded[_body_kind(g.operands[top - 1], size, leaf_kinds, g)] if is_open else 1.0
                )
                node += 1
            size += 1
            continue
        low, high = program[index], program[index + 1]
        index += 2
        start = g.operands[top - 1]
        width = size - start
        copies = max(low, 1) if high < 0 else high
        kind = _body_kind(start, size, leaf_kinds, g)
        if copies < 1 or node >= MAX_NODES or size + copies * (width + 2) >= MAX_TOKENS:
            return False
        for copy in range(1, copies):
            for offset in range(width):
                g.tokens[size] = g.tokens[start + offset]
                g.arguments[size] = g.arguments[start + offset]
                g.shares[size] = g.shares[start + offset]
                size += 1
            if copy < low and not (high < 0 and copy == copies - 1):
                g.tokens[size] = CONCAT
                size += 1
        if high < 0:
            g.kinds[node] = OPEN_NODE
            g.weights[node] = prior.unbounded[kind]
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
                g.shares[size] = prior.bounded[kind]
                size += 1
                if remaining < high - low or low > 0:
                    g.tokens[size] = CONCAT
                    size += 1
    g.size = size
    g.nodes = node
    return True


@device
def _pair(left, right, g):
    """A cell for the choices of both."""
    if left == NOTHING:
        return right
    if right == NOTHING:
        return left
    cell = g.cell_count
    if cell == MAX_CELLS:
        g.full = True
        return NOTHING
    g.cells[cell, 0] = left
    g.cells[cell, 1] = right
    g.cell_count = cell + 1
    return np.int32(cell)


@device
def _copy_entries(start, end, cost, fixed, choices, g):
    """Write the entries start:end again, each with more bits and more choices; returns where they end."""
    count = g.entry_count
    if count + end - start > MAX_ENTRIES:
        g.full = True
        return count
    for old in range(start, end):
        entry, copied = g.entries[count], g.entries[old]
        entry.position = copied.position
        entry.cost = copied.cost + cost
        entry.fixed = copied.fixed + fixed
        entry.choices = _pair(copied.choices, choices, g)
        count += 1
    g.entry_count = count
    return count


@device
def _add_arc(source, target, cost, fixed, choices, g):
    if g.arc_count == MAX_ARCS:
        g.full = True
        return
    arc = g.unsorted[g.arc_count]
    arc.source = source
    arc.target = target
    arc.cost = cost
    arc.fixed = fixed
    arc.choices = choices
    g.arc_count += 1


@device
def _join(last, last_end, first, first_end, cost, choices, g):
    """Arcs from every last entry to every first entry."""
    for left in range(last, last_end):
        out = g.entries[left]
        for right in range(first, first_end):
            into = g.entries[right]
            made = _pair(_pair(out.choices, into.choices, g), choices, g)
            _add_arc(out.position, into.position, out.cost + into.cost + cost, out.fixed + into.fixed, made, g)


@device
def _leaf(top, token, g):
    fragment = g.fragments[top]
    fragment.first = fragment.first_end = fragment.last = fragment.last_end = g.entry_count
    fragment.nullable = token == EPSILON_TOKEN
    fragment.null_cost = fragment.null_fixed = 0.0
    fragment.null_choices = NOTHING
    if token == EPSILON_TOKEN:
        return
    if g.positions == MAX_POSITIONS or g.entry_count == MAX_ENTRIES:
        g.full = True
        return
    g.positions += 1
    g.classes[g.positions] = token
    entry = g.entries[g.entry_count]
    entry.position = g.positions
    entry.cost = entry.fixed = 0.0
    entry.choices = NOTHING
    g.entry_count += 1
    fragment.first_end = fragment.last_end = g.entry_count


@device
def _concatenate(left, right, g):
    """Fragment `left` becomes left·right."""
    _join(left.last, left.last_end, right.first, right.first_end, 0.0, NOTHING, g)
    if left.nullable:
        start = g.entry_count
        _copy_entries(left.first, left.first_end, 0.0, 0.0, NOTHING, g)
        end = _copy_entries(right.first, right.first_end, left.null_cost, left.null_fixed, left.null_choices, g)
        left.first, left.first_end = start, end
    if right.nullable:
        start = g.entry_count
        _copy_entries(right.last, right.last_end, 0.0, 0.0, NOTHING, g)
        end = _copy_entries(left.last, left.last_end, right.null_cost, right.null_fixed, right.null_choices, g)
        left.last, left.last_end = start, end
    else:
        left.last, left.last_end = right.last, right.last_end
    left.nullable = left.nullable and right.nullable
    if left.nullable:
        left.null_choices = _pair(left.null_choices, right.null_choices, g)
        left.null_cost += right.null_cost
        left.null_fixed += right.null_fixed


@device
def _alternate(left, right, node, g):
    """Fragment `left` becomes left|right."""
    go_left, go_right = -2 - 2 * node, -3 - 2 * node
    start = g.entry_count
    _copy_entries(left.first, left.first_end, 1.0, 0.0, go_left, g)
    middle = _copy_entries(right.first, right.first_end, 1.0, 0.0, go_right, g)
    _copy_entries(left.last, left.last_end, 0.0, 0.0, NOTHING, g)
    end = _copy_entries(right.last, right.last_end, 0.0, 0.0, NOTHING, g)
    left.first, left.first_end, left.last, left.last_end = start, middle, middle, end
    if left.nullable:
        left.null_choices = _pair(left.null_choices, go_left, g)
        left.null_cost += 1.0
    elif right.nullable:
        left.nullable = True
        left.null_choices = _pair(right.null_choices, go_right, g)
        left.null_cost = right.null_cost + 1.0
        left.null_fixed = right.null_fixed


@device
def _loop(body, may_skip, node, g):
    """Fragment `body` becomes body+ or body*: each time round is a choice between once more and enough."""
    again, enough = -2 - 2 * node, -3 - 2 * node
    _join(body.last, body.last_end, body.first, body.first_end, 1.0, again, g)
    if may_skip:
        _skippable(body, 1.0, 1.0, 0.0, 0.0, again, enough, g)
    elif body.nullable:
        body.null_choices = _pair(body.null_choices, enough, g)
        body.null_cost += 1.0
    start = g.entry_count
    end = _copy_entries(body.last, body.last_end, 1.0, 0.0, enough, g)
    body.last, body.last_end = start, end


@device
def _skippable(body, take_cost, skip_cost, take_fixed, skip_fixed, take, skip, g):
    """Fragment `body` becomes body?"""
    start = g.entry_count
    end = _copy_entries(body.first, body.first_end, take_cost, take_fixed, take, g)
    body.first, body.first_end = start, end
    body.nullable = True
    body.null_choices = skip
    body.null_cost = skip_cost
    body.null_fixed = skip_fixed


@device
def _close(whole, end_class, g):
    """Arcs from the start and to the end, and all arcs in the order of their sources."""
    end = g.positions + 1
    g.classes[0] = NOTHING  # the start reads nothing
    g.classes[end] = end_class
    for index in range(whole.first, whole.first_end):
        entry = g.entries[index]
        _add_arc(0, entry.position, entry.cost, entry.fixed, entry.choices, g)
    for index in range(whole.last, whole.last_end):
        entry = g.entries[index]
        _add_arc(entry.position, end, entry.cost, entry.fixed, entry.choices, g)
    if whole.nullable:
        _add_arc(0, end, whole.null_cost, whole.null_fixed, whole.null_choices, g)
    for position in range(end + 2):
        g.first_arc[position] = 0
    for index in range(g.arc_count):
        g.first_arc[g.unsorted[index].source] += 1
    for position in range(1, end + 2):
        g.first_arc[position] += g.first_arc[position - 1]
    for index in range(g.arc_count - 1, -1, -1):
        source = g.unsorted[index].source
        g.first_arc[source] -= 1
        g.arcs[g.first_arc[source]] = g.unsorted[index]
