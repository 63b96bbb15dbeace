"""A program under edit, and how edited programs are written, told apart and kept.

Concatenations and unions are edited as lists: in a program nested to the left the list a b c is `a b · c ·`, so every
item but the first is followed by its operator, and a list is cut and joined by copying spans of the program.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.programs import CONCAT, EPSILON_TOKEN, OPTION, PLUS, REPEAT, STAR, UNION, Program
from dsl.kernels.compilation.decorators import device
from dsl.kernels.digest import FRAGMENTS, digest, is_new
from dsl.kernels.digest import MAX_TOKENS as MAX_DRAFT

MAX_TOKENS: Final = 1024
NO_BOUND: Final = -1

# One array element of this type is a program being edited; kernels pass it on as a single pointer.
EDITOR: Final = np.dtype(
    [
        ("size", np.int64),
        ("program", np.int16, MAX_TOKENS),  # nested to the left, as dsl.expressions.programs.encode writes it
        # its nodes by the place of their token; REPEAT is placed at its first token
        ("start", np.int64, MAX_TOKENS),  # where the node's span begins
        ("end", np.int64, MAX_TOKENS),  # the place behind its span
        ("left", np.int64, MAX_TOKENS),  # its first child
        ("right", np.int64, MAX_TOKENS),  # its second child
        ("parent", np.int64, MAX_TOKENS),  # the token of its parent, 0 for none
        # lists under edit, by the places of their items
        ("items", np.int64, MAX_TOKENS),
        ("parts", np.int64, MAX_TOKENS),
        ("others", np.int64, MAX_TOKENS),
        # the edited program as far as it is written
        ("written", np.int64),
        ("draft", np.int16, MAX_DRAFT),
        ("max_positions", np.int64),
        ("count", np.int64),  # programs kept
        ("full", np.bool_),
        *FRAGMENTS,
    ]
)


class Sink(NamedTuple):
    """Where edited programs are kept."""

    tokens: Program
    offsets: NDArray[np.int64]
    seen: NDArray[np.uint64]  # a hash table of digests, 0 for a free place


# ------------------------------------------------------------------------------------------------ writing


@device
def put(editor, token):
    if editor.written < MAX_DRAFT:
        editor.draft[editor.written] = token
    editor.written += 1


@device
def copy(editor, start, end):
    for place in range(start, end):
        put(editor, editor.program[place])


@device
def copy_node(editor, node):
    copy(editor, editor.start[node], editor.end[node])


@device
def put_count(editor, low, high):
    """Write the shortest token for a repeat; {1} is nothing."""
    if low == 0 and high == NO_BOUND:
        put(editor, STAR)
    elif low == 1 and high == NO_BOUND:
        put(editor, PLUS)
    elif low == 0 and high == 1:
        put(editor, OPTION)
    elif low != 1 or high != 1:
        put(editor, REPEAT)
        put(editor, low)
        put(editor, high)


@device
def finish(editor, sink, rest):
    """Write the program's tokens from `rest` on, and keep the program that is now complete if it is new."""
    copy(editor, rest, editor.size)
    size = editor.written
    editor.written = 0
    if editor.full or size > MAX_DRAFT:
        return
    value, leaves = digest(editor.draft, size, editor)
    if leaves > editor.max_positions or not is_new(sink.seen, value):
        return
    begin = sink.offsets[editor.count]
    if begin + size > sink.tokens.size or editor.count + 2 > sink.offsets.size or 2 * editor.count > sink.seen.size:
        editor.full = True
        return
    for place in range(size):
        sink.tokens[begin + place] = editor.draft[place]
    editor.count += 1
    sink.offsets[editor.count] = begin + size


# ------------------------------------------------------------------------------------------------ reading


@device
def load(program, editor):
    """Make `program` the one to edit."""
    editor.size = program.size
    for place in range(program.size):
        editor.program[place] = program[place]
    stack = editor.items
    depth, place = 0, 0
    while place < editor.size:
        token = editor.program[place]
        editor.start[place] = place
        editor.end[place] = place + (3 if token == REPEAT else 1)
        editor.parent[place] = 0
        if token < 0 and token != EPSILON_TOKEN:
            if token in (CONCAT, UNION):
                depth -= 1
                editor.right[place] = stack[depth]
                editor.parent[stack[depth]] = token
            depth -= 1
            editor.left[place] = stack[depth]
            editor.parent[stack[depth]] = token
            editor.start[place] = editor.start[stack[depth]]
        stack[depth] = place
        depth += 1
        place = editor.end[place]


@device
def list_items(editor, node, operator, items):
    """Fill `items` with the items of the list `node` (itself alone when it is no such list); returns their number."""
    count = 1
    place = node
    while editor.program[place] == operator:
        count += 1
        place = editor.left[place]
    place = node
    for index in range(count - 1, 0, -1):
        items[index] = editor.right[place]
        place = editor.left[place]
    items[0] = place
    return count


@device
def is_same(editor, one, other):
    length = editor.end[one] - editor.start[one]
    if length != editor.end[other] - editor.start[other]:
        return False
    for offset in range(length):
        if editor.program[editor.start[one] + offset] != editor.program[editor.start[other] + offset]:
            return False
    return True


@device
def is_repeat(token):
    return token in (STAR, PLUS, OPTION, REPEAT)


@device
def counts_of(editor, node):
    token = editor.program[node]
    if token == STAR:
        return 0, NO_BOUND
    if token == PLUS:
        return 1, NO_BOUND
    if token == OPTION:
        return 0, 1
    return int(editor.program[node + 1]), int(editor.program[node + 2])


@device
def behind(editor, items, index):
    """The place behind item `index` of a list and its operator."""
    return editor.end[items[index]] + (index > 0)


@device
def put_items(editor, items, first, last, operator):
    """Write the items first to last of a list, as a list."""
    for index in range(first, last + 1):
        copy_node(editor, items[index])
        if index > first:
            put(editor, operator)


@device
def open_cut(editor, items, first):
    """Write everything in front of item `first` of a list."""
    copy(editor, 0, editor.start[items[first]])


@device
def close_cut(editor, sink, items, first, last, operator):
    """What was written since `_open_cut` replaces the items first to last; write the rest."""
    if first > 0:
        put(editor, operator)
    finish(editor, sink, behind(editor, items, last))
