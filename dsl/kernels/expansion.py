"""All single edits of a program, written, told apart and kept in one compiled block.

Concatenations and unions are edited as lists: in a program nested to the left the list a b c is `a b · c ·`, so every
item but the first is followed by its operator, and a list is cut and joined by copying spans of the program.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.programs import CONCAT, EPSILON_TOKEN, MAX_COUNT, OPTION, PLUS, REPEAT, STAR, UNION, Program
from dsl.kernels.compilation.decorators import device, entry
from dsl.kernels.digest import FRAGMENTS, digest, is_new
from dsl.kernels.digest import MAX_TOKENS as MAX_DRAFT

MAX_TOKENS: Final = 1024
LONGEST_GROUP: Final = 4
LONGEST_CLASS_RUN: Final = 8
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
def _put(editor, token):
    if editor.written < MAX_DRAFT:
        editor.draft[editor.written] = token
    editor.written += 1


@device
def _copy(editor, start, end):
    for place in range(start, end):
        _put(editor, editor.program[place])


@device
def _copy_node(editor, node):
    _copy(editor, editor.start[node], editor.end[node])


@device
def _put_count(editor, low, high):
    """Write the shortest token for a repeat; {1} is nothing."""
    if low == 0 and high == NO_BOUND:
        _put(editor, STAR)
    elif low == 1 and high == NO_BOUND:
        _put(editor, PLUS)
    elif low == 0 and high == 1:
        _put(editor, OPTION)
    elif low != 1 or high != 1:
        _put(editor, REPEAT)
        _put(editor, low)
        _put(editor, high)


@device
def _finish(editor, sink, rest):
    """Write the program's tokens from `rest` on, and keep the program that is now complete if it is new."""
    _copy(editor, rest, editor.size)
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
def _read(program, editor):
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
def _items(editor, node, operator, items):
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
def _same(editor, one, other):
    length = editor.end[one] - editor.start[one]
    if length != editor.end[other] - editor.start[other]:
        return False
    for offset in range(length):
        if editor.program[editor.start[one] + offset] != editor.program[editor.start[other] + offset]:
            return False
    return True


@device
def _is_repeat(token):
    return token in (STAR, PLUS, OPTION, REPEAT)


@device
def _counts_of(editor, node):
    token = editor.program[node]
    if token == STAR:
        return 0, NO_BOUND
    if token == PLUS:
        return 1, NO_BOUND
    if token == OPTION:
        return 0, 1
    return int(editor.program[node + 1]), int(editor.program[node + 2])


@device
def _behind(editor, items, index):
    """The place behind item `index` of a list and its operator."""
    return editor.end[items[index]] + (index > 0)


@device
def _put_items(editor, items, first, last, operator):
    """Write the items first to last of a list, as a list."""
    for index in range(first, last + 1):
        _copy_node(editor, items[index])
        if index > first:
            _put(editor, operator)


@device
def _open_cut(editor, items, first):
    """Write everything in front of item `first` of a list."""
    _copy(editor, 0, editor.start[items[first]])


@device
def _close_cut(editor, sink, items, first, last, operator):
    """What was written since `_open_cut` replaces the items first to last; write the rest."""
    if first > 0:
        _put(editor, operator)
    _finish(editor, sink, _behind(editor, items, last))


# ------------------------------------------------------------------------------------------- single nodes


@device
def _edit_leaf(editor, sink, node, symbols, wider_starts, wider):
    # a -> b, a -> [a-z]
    token = editor.program[node]
    for symbol in symbols:
        _copy(editor, 0, node)
        _put(editor, symbol)
        _finish(editor, sink, node + 1)
    if 0 <= token < wider_starts.size - 1:
        for index in range(wider_starts[token], wider_starts[token + 1]):
            _copy(editor, 0, node)
            _put(editor, wider[index])
            _finish(editor, sink, node + 1)


@device
def _recount(editor, sink, body, rest, low, high):
    if low < 0 or low > MAX_COUNT or high > MAX_COUNT or (high != NO_BOUND and high < max(low, 1)):
        return
    _copy(editor, 0, editor.end[body])
    _put_count(editor, low, high)
    _finish(editor, sink, rest)


@device
def _edit_count(editor, sink, node, counts):
    # x -> x*, x+, x?, x{2,3};  x{2,3} -> x, x{1,3}, x{3}, x{2}, x{2,4}, x{2,}, x*
    rest = editor.end[node]
    body = editor.left[node] if _is_repeat(editor.program[node]) else node
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
        low, high = _counts_of(editor, node)
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
    count = _items(editor, body, operator, items)
    for index in range(count):
        if operator == CONCAT and 0 < index < count - 1:
            continue
        _copy(editor, 0, editor.start[node])
        if operator == CONCAT and index == 0:
            _copy_node(editor, items[0])
        first = 1 if index == 0 else 0
        for other in range(first, count):
            if other != index:
                _copy_node(editor, items[other])
                if other > first:
                    _put(editor, operator)
        _copy(editor, node, rest)
        if operator == UNION or index > 0:
            _copy_node(editor, items[index])
        _put(editor, operator)
        _finish(editor, sink, rest)


# -------------------------------------------------------------------------------------------------- lists


@device
def _insert(editor, sink, items, count, operator, symbols):
    # bc -> abc, bac, bca;  b|c -> b|c|a
    for symbol in symbols:
        if operator == CONCAT:
            _copy(editor, 0, editor.start[items[0]])
            _put(editor, symbol)
            _copy_node(editor, items[0])
            _put(editor, operator)
            _finish(editor, sink, editor.end[items[0]])
        for index in range(0 if operator == CONCAT else count - 1, count):
            place = _behind(editor, items, index)
            _copy(editor, 0, place)
            _put(editor, symbol)
            _put(editor, operator)
            _finish(editor, sink, place)


@device
def _delete(editor, sink, items, count, operator):
    # abc -> bc, ac, ab
    for index in range(1, count):
        _copy(editor, 0, editor.start[items[index]])
        _finish(editor, sink, _behind(editor, items, index))
    if count > 1:
        _copy(editor, 0, editor.start[items[0]])
        _copy_node(editor, items[1])
        _finish(editor, sink, _behind(editor, items, 1))


@device
def _group(editor, sink, items, count):
    # abcd -> a(bc)*d, a(bc)+d, a(bc)?d, a(b|c)d, a(b|c)*d, a(b|c)+d
    for first in range(count - 1):
        for last in range(first + 1, min(first + LONGEST_GROUP, count)):
            for operator in (CONCAT, UNION):
                for kind in (0, STAR, PLUS, OPTION):
                    if operator == CONCAT and (kind == 0 or last - first + 1 == count):
                        continue
                    _open_cut(editor, items, first)
                    _put_items(editor, items, first, last, operator)
                    if kind != 0:
                        _put(editor, kind)
                    _close_cut(editor, sink, items, first, last, CONCAT)


@device
def _widen_run(editor, sink, items, count, wider_starts, wider):
    # 2024- -> [0-9]+-
    for first in range(count - 1):
        place = items[first]
        if editor.program[place] < 0 and _is_repeat(editor.program[place]):
            place = editor.left[place]
        token = editor.program[place]
        if token < 0 or token >= wider_starts.size - 1:
            continue
        for last in range(first + 1, min(first + LONGEST_CLASS_RUN, count)):
            for index in range(wider_starts[token], wider_starts[token + 1]):
                _open_cut(editor, items, first)
                _put(editor, wider[index])
                _put(editor, PLUS)
                _close_cut(editor, sink, items, first, last, CONCAT)


@device
def _collapse(editor, sink, items, count):
    # cababab -> c(ab){3}, c(ab)+
    for first in range(count - 1):
        for width in range(1, min(LONGEST_GROUP, (count - first) // 2) + 1):
            matching = 0
            while first + width + matching < count and _same(
                editor, items[first + matching], items[first + width + matching]
            ):
                matching += 1
            for times in range(2, matching // width + 2):
                for high in (times, NO_BOUND):
                    _open_cut(editor, items, first)
                    _put_items(editor, items, first, first + width - 1, CONCAT)
                    _put_count(editor, times if high == times else 1, high)
                    _close_cut(editor, sink, items, first, first + times * width - 1, CONCAT)


@device
def _absorb(editor, sink, items, count):
    # ab* -> (ab)*, b*c -> (bc)*;  aa* -> a+, a{2}a -> a{3}
    for index in range(count):
        node = items[index]
        if not _is_repeat(editor.program[node]):
            continue
        body = editor.left[node]
        low, high = _counts_of(editor, node)
        for first in (index - 1, index):
            last = first + 1
            if first < 0 or last >= count:
                continue
            neighbour = items[first] if first < index else items[last]
            _open_cut(editor, items, first)
            _copy_node(editor, neighbour if first < index else body)
            _copy_node(editor, body if first < index else neighbour)
            _put(editor, CONCAT)
            _put_count(editor, low, high)
            _close_cut(editor, sink, items, first, last, CONCAT)
            if low < MAX_COUNT and high < MAX_COUNT and _same(editor, neighbour, body):
                _open_cut(editor, items, first)
                _copy_node(editor, body)
                _put_count(editor, low + 1, high if high == NO_BOUND else high + 1)
                _close_cut(editor, sink, items, first, last, CONCAT)


@device
def _distribute(editor, sink, items, count, alternatives):
    # a(b|c) -> ab|ac, (ab|c), (b|ac);  (a|b)c -> ac|bc, (ac|b), (a|bc)
    for index in range(count):
        if editor.program[items[index]] != UNION:
            continue
        number = _items(editor, items[index], UNION, alternatives)
        for first in (index - 1, index):
            last = first + 1
            if first < 0 or last >= count:
                continue
            neighbour = items[first] if first < index else items[last]
            for chosen in range(-1, number):
                _open_cut(editor, items, first)
                for alternative in range(number):
                    joined = chosen < 0 or chosen == alternative
                    if joined and first < index:
                        _copy_node(editor, neighbour)
                    _copy_node(editor, alternatives[alternative])
                    if joined and first == index:
                        _copy_node(editor, neighbour)
                    if joined:
                        _put(editor, CONCAT)
                    if alternative > 0:
                        _put(editor, UNION)
                _close_cut(editor, sink, items, first, last, CONCAT)


@device
def _split(editor, sink, items, count):
    # abc -> a|bc, ab|c
    for first in range(1, count):
        _open_cut(editor, items, first)
        _put_items(editor, items, first, count - 1, CONCAT)
        _put(editor, UNION)
        _finish(editor, sink, _behind(editor, items, count - 1))


@device
def _concatenate(editor, sink, items, count):
    # a|b|c -> ab|c, ba|c, a|bc, a|cb
    for first in range(count - 1):
        for swapped in range(2):
            _open_cut(editor, items, first)
            _copy_node(editor, items[first + swapped])
            _copy_node(editor, items[first + 1 - swapped])
            _put(editor, CONCAT)
            _close_cut(editor, sink, items, first, first + 1, UNION)


@device
def _absorb_alternative(editor, sink, items, count):
    # a|b*|c -> (a|b)*|c, a|(b|c)*
    for index in range(count):
        node = items[index]
        if not _is_repeat(editor.program[node]):
            continue
        for first in (index - 1, index):
            if first < 0 or first + 1 >= count:
                continue
            _open_cut(editor, items, first)
            _copy_node(editor, items[first] if first < index else items[first + 1])
            _copy_node(editor, editor.left[node])
            _put(editor, UNION)
            low, high = _counts_of(editor, node)
            _put_count(editor, low, high)
            _close_cut(editor, sink, items, first, first + 1, UNION)


@device
def _put_union_of_rests(editor, one, one_count, other, other_count, skip):
    """Write A|B, where A and B are two lists without their first (skip 0) or last (skip 1) item."""
    if one_count > 1:
        _put_items(editor, one, 1 - skip, one_count - 1 - skip, CONCAT)
    if other_count > 1:
        _put_items(editor, other, 1 - skip, other_count - 1 - skip, CONCAT)
    if one_count > 1 and other_count > 1:
        _put(editor, UNION)
    elif one_count > 1 or other_count > 1:
        _put(editor, OPTION)


@device
def _factor(editor, sink, items, count, one, other):
    # ab|ac|d -> a(b|c)|d;  ba|ca -> (b|c)a;  a|ab -> ab?
    for first in range(count - 1):
        one_count = _items(editor, items[first], CONCAT, one)
        for second in range(first + 1, count):
            other_count = _items(editor, items[second], CONCAT, other)
            if one_count == 1 and other_count == 1:
                continue
            for skip in range(2):
                shared = one[0 if skip == 0 else one_count - 1]
                if not _same(editor, shared, other[0 if skip == 0 else other_count - 1]):
                    continue
                _open_cut(editor, items, first)
                if skip == 0:
                    _copy_node(editor, shared)
                _put_union_of_rests(editor, one, one_count, other, other_count, skip)
                if skip == 1:
                    _copy_node(editor, shared)
                _put(editor, CONCAT)
                if first > 0:
                    _put(editor, UNION)
                _copy(editor, _behind(editor, items, first), editor.start[items[second]])
                _finish(editor, sink, _behind(editor, items, second))


@device
def _pull(editor, sink, items, count, parts):
    # ab|c -> a(b|c), (a|c)b
    for index in range(count):
        number = _items(editor, items[index], CONCAT, parts)
        if number == 1:
            continue
        for skip in range(2):
            shared = parts[0 if skip == 0 else number - 1]
            _open_cut(editor, items, 0)
            if skip == 0:
                _copy_node(editor, shared)
            for other in range(count):
                if other == index:
                    _put_items(editor, parts, 1 - skip, number - 1 - skip, CONCAT)
                else:
                    _copy_node(editor, items[other])
                if other > 0:
                    _put(editor, UNION)
            if skip == 1:
                _copy_node(editor, shared)
            _put(editor, CONCAT)
            _finish(editor, sink, _behind(editor, items, count - 1))


@device
def _edit_sequence(editor, sink, node, symbols, wider_starts, wider):
    items = editor.items
    count = _items(editor, node, CONCAT, items)
    _insert(editor, sink, items, count, CONCAT, symbols)
    _delete(editor, sink, items, count, CONCAT)
    _group(editor, sink, items, count)
    _widen_run(editor, sink, items, count, wider_starts, wider)
    _collapse(editor, sink, items, count)
    _absorb(editor, sink, items, count)
    _distribute(editor, sink, items, count, editor.parts)
    _split(editor, sink, items, count)


@device
def _edit_union(editor, sink, node, symbols):
    items = editor.items
    count = _items(editor, node, UNION, items)
    _insert(editor, sink, items, count, UNION, symbols)
    _delete(editor, sink, items, count, UNION)
    _concatenate(editor, sink, items, count)
    _absorb_alternative(editor, sink, items, count)
    _factor(editor, sink, items, count, editor.parts, editor.others)
    if count > 1:
        _pull(editor, sink, items, count, editor.parts)


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
    _read(program, editor)
    _copy(editor, 0, editor.size)
    value, _ = digest(editor.draft, editor.size, editor)
    is_new(seen, value)
    editor.written = 0
    _put(editor, EPSILON_TOKEN)
    _finish(editor, sink, editor.size)
    node = 0
    while node < editor.size:
        token, parent = editor.program[node], editor.parent[node]
        if token >= 0 or token == EPSILON_TOKEN:
            _edit_leaf(editor, sink, node, symbols, wider_starts, wider)
        if (token != CONCAT or parent != CONCAT) and (token != UNION or parent != UNION):
            _edit_count(editor, sink, node, counts)
        if _is_repeat(token):
            _narrow_repeat(editor, sink, node)
        if parent != CONCAT:
            _edit_sequence(editor, sink, node, symbols, wider_starts, wider)
        if parent != UNION:
            _edit_union(editor, sink, node, symbols)
        node += 3 if token == REPEAT else 1
    return -1 if memory[0].full else memory[0].count  # read from `memory`, so that it lives until here
