"""All single edits of a program, written, told apart and kept in one compiled block."""

from __future__ import annotations

import numpy as np

from dsl.expressions.programs import CONCAT, EPSILON_TOKEN, MAX_COUNT, REPEAT, UNION
from dsl.kernels.compilation.decorators import device, entry
from dsl.kernels.digest import digest, is_new
from dsl.kernels.editor import (
    EDITOR,
    MAX_TOKENS,
    NO_BOUND,
    Sink,
    copy,
    copy_node,
    counts_of,
    finish,
    is_repeat,
    list_items,
    load,
    put,
    put_count,
)
from dsl.kernels.list_edits import edit_sequence, edit_union


@device
def _edit_leaf(editor, sink, node, symbols, wider_starts, wider):
    # a -> b, a -> [a-z]
    token = editor.program[node]
    for symbol in symbols:
        copy(editor, 0, node)
        put(editor, symbol)
        finish(editor, sink, node + 1)
    if 0 <= token < wider_starts.size - 1:
        for index in range(wider_starts[token], wider_starts[token + 1]):
            copy(editor, 0, node)
            put(editor, wider[index])
            finish(editor, sink, node + 1)


@device
def _recount(editor, sink, body, rest, low, high):
    if low < 0 or low > MAX_COUNT or high > MAX_COUNT or (high != NO_BOUND and high < max(low, 1)):
        return
    copy(editor, 0, editor.end[body])
    put_count(editor, low, high)
    finish(editor, sink, rest)


@device
def _edit_count(editor, sink, node, counts):
    # x -> x*, x+, x?, x{2,3};  x{2,3} -> x, x{1,3}, x{3}, x{2}, x{2,4}, x{2,}, x*
    rest = editor.end[node]
    body = editor.left[node] if is_repeat(editor.program[node]) else node
    _recount(editor, sink, body, rest, 1, 1)
    _recount(editor, sink, body, rest, 0, NO_BOUND)
    _recount(editor, sink, body, rest, 1, NO_BOUND)
    _recount(editor, sink, body, rest, 0, 1)
    for index in range(counts.shape[0]):
        _recount(editor, sink, body, rest, int(counts[index, 0]), int(counts[index, 1]))
    if editor.program[node] == REPEAT:  # x{2} -> (x{2})*, the others would become one: (x+)? -> x*
        _recount(editor, sink, node, rest, 0, NO_BOUND)
        _recount(editor, sink, node, rest, 1, NO_BOUND)
        _recount(editor, sink, node, rest, 0, 1)
    if body != node:
        low, high = counts_of(editor, node)
        _recount(editor, sink, body, rest, low - 1, high)
        _recount(editor, sink, body, rest, low + 1, high)
        _recount(editor, sink, body, rest, low, NO_BOUND)
        if high != NO_BOUND:
            _recount(editor, sink, body, rest, low, high - 1)
            _recount(editor, sink, body, rest, low, high + 1)
            _recount(editor, sink, body, rest, low - 1, high - 1)
            _recount(editor, sink, body, rest, low + 1, high + 1)


@device
def _narrow_repeat(editor, sink, node):
    # (abc)* -> a(bc)*, (ab)*c;  (a|b|c)* -> (a|c)*|b
    items, body, rest = editor.items, editor.left[node], editor.end[node]
    operator = editor.program[body]
    if operator != CONCAT and operator != UNION:
        return
    count = list_items(editor, body, operator, items)
    for index in range(count):
        if operator == CONCAT and 0 < index < count - 1:
            continue
        copy(editor, 0, editor.start[node])
        if operator == CONCAT and index == 0:
            copy_node(editor, items[0])
        first = 1 if index == 0 else 0
        for other in range(first, count):
            if other != index:
                copy_node(editor, items[other])
                if other > first:
                    put(editor, operator)
        copy(editor, node, rest)
        if operator == UNION or index > 0:
            copy_node(editor, items[index])
        put(editor, operator)
        finish(editor, sink, rest)


@entry
def expand(program, symbols, wider_starts, wider, counts, max_positions, tokens, offsets, seen):
    """Write all neighbours of `program` (as `encode` writes it) to `tokens` and `offsets`; returns their number.

    Returns -1 when they do not fit.

    `symbols` int16 (any,) are the classes to insert; class c may become wider[wider_starts[c]:wider_starts[c + 1]];
    `counts` int64 (any, 2) are repeats to try everywhere, -1 without bound. `seen` is a hash table, all 0, of a power
    of two of places. Edits that come out longer than MAX_DRAFT tokens are left out. Raises ValueError on a program of
    more than MAX_TOKENS tokens.
    """
    if program.size > MAX_TOKENS:
        raise ValueError("the program is too long to edit")
    memory = np.empty(1, EDITOR)
    editor = memory[0]
    sink = Sink(tokens, offsets, seen)
    editor.max_positions = max_positions
    editor.count = editor.written = 0
    editor.full = False
    offsets[0] = 0
    load(program, editor)
    copy(editor, 0, editor.size)
    value, _ = digest(editor.draft, editor.size, editor)
    is_new(seen, value)
    editor.written = 0
    put(editor, EPSILON_TOKEN)
    finish(editor, sink, editor.size)
    node = 0
    while node < editor.size:
        token, parent = editor.program[node], editor.parent[node]
        if token >= 0 or token == EPSILON_TOKEN:
            _edit_leaf(editor, sink, node, symbols, wider_starts, wider)
        if (token != CONCAT or parent != CONCAT) and (token != UNION or parent != UNION):
            _edit_count(editor, sink, node, counts)
        if is_repeat(token):
            _narrow_repeat(editor, sink, node)
        if parent != CONCAT:
            edit_sequence(editor, sink, node, symbols, wider_starts, wider)
        if parent != UNION:
            edit_union(editor, sink, node, symbols)
        node += 3 if token == REPEAT else 1
    return -1 if memory[0].full else memory[0].count  # read from `memory`, so that it lives until here
