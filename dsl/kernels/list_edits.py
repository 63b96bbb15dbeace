"""The edits of a concatenation or a union as a list of items."""

from __future__ import annotations

from typing import Final

from dsl.expressions.programs import CONCAT, MAX_COUNT, OPTION, PLUS, STAR, UNION
from dsl.kernels.compilation.decorators import device
from dsl.kernels.editor import (
    NO_BOUND,
    behind,
    close_cut,
    copy,
    copy_node,
    counts_of,
    finish,
    is_repeat,
    is_same,
    list_items,
    open_cut,
    put,
    put_count,
    put_items,
)

LONGEST_GROUP: Final = 4
LONGEST_CLASS_RUN: Final = 8


@device
def _insert(editor, sink, items, count, operator, symbols):
    # bc -> abc, bac, bca;  b|c -> b|c|a
    for symbol in symbols:
        if operator == CONCAT:
            copy(editor, 0, editor.start[items[0]])
            put(editor, symbol)
            copy_node(editor, items[0])
            put(editor, operator)
            finish(editor, sink, editor.end[items[0]])
        for index in range(0 if operator == CONCAT else count - 1, count):
            place = behind(editor, items, index)
            copy(editor, 0, place)
            put(editor, symbol)
            put(editor, operator)
            finish(editor, sink, place)


@device
def _delete(editor, sink, items, count, operator):
    # abc -> bc, ac, ab
    for index in range(1, count):
        copy(editor, 0, editor.start[items[index]])
        finish(editor, sink, behind(editor, items, index))
    if count > 1:
        copy(editor, 0, editor.start[items[0]])
        copy_node(editor, items[1])
        finish(editor, sink, behind(editor, items, 1))


@device
def _group(editor, sink, items, count):
    # abcd -> a(bc)*d, a(bc)+d, a(bc)?d, a(b|c)d, a(b|c)*d, a(b|c)+d
    for first in range(count - 1):
        for last in range(first + 1, min(first + LONGEST_GROUP, count)):
            for operator in (CONCAT, UNION):
                for kind in (0, STAR, PLUS, OPTION):
                    if operator == CONCAT and (kind == 0 or last - first + 1 == count):
                        continue
                    open_cut(editor, items, first)
                    put_items(editor, items, first, last, operator)
                    if kind != 0:
                        put(editor, kind)
                    close_cut(editor, sink, items, first, last, CONCAT)


@device
def _widen_run(editor, sink, items, count, wider_starts, wider):
    # 2024- -> [0-9]+-
    for first in range(count - 1):
        place = items[first]
        if editor.program[place] < 0 and is_repeat(editor.program[place]):
            place = editor.left[place]
        token = editor.program[place]
        if token < 0 or token >= wider_starts.size - 1:
            continue
        for last in range(first + 1, min(first + LONGEST_CLASS_RUN, count)):
            for index in range(wider_starts[token], wider_starts[token + 1]):
                open_cut(editor, items, first)
                put(editor, wider[index])
                put(editor, PLUS)
                close_cut(editor, sink, items, first, last, CONCAT)


@device
def _collapse(editor, sink, items, count):
    # cababab -> c(ab){3}, c(ab)+
    for first in range(count - 1):
        for width in range(1, min(LONGEST_GROUP, (count - first) // 2) + 1):
            matching = 0
            while first + width + matching < count and is_same(
                editor, items[first + matching], items[first + width + matching]
            ):
                matching += 1
            for times in range(2, matching // width + 2):
                for high in (times, NO_BOUND):
                    open_cut(editor, items, first)
                    put_items(editor, items, first, first + width - 1, CONCAT)
                    put_count(editor, times if high == times else 1, high)
                    close_cut(editor, sink, items, first, first + times * width - 1, CONCAT)


@device
def _absorb(editor, sink, items, count):
    # ab* -> (ab)*, b*c -> (bc)*;  aa* -> a+, a{2}a -> a{3}
    for index in range(count):
        node = items[index]
        if not is_repeat(editor.program[node]):
            continue
        body = editor.left[node]
        low, high = counts_of(editor, node)
        for first in (index - 1, index):
            last = first + 1
            if first < 0 or last >= count:
                continue
            neighbour = items[first] if first < index else items[last]
            open_cut(editor, items, first)
            copy_node(editor, neighbour if first < index else body)
            copy_node(editor, body if first < index else neighbour)
            put(editor, CONCAT)
            put_count(editor, low, high)
            close_cut(editor, sink, items, first, last, CONCAT)
            if low < MAX_COUNT and high < MAX_COUNT and is_same(editor, neighbour, body):
                open_cut(editor, items, first)
                copy_node(editor, body)
                put_count(editor, low + 1, high if high == NO_BOUND else high + 1)
                close_cut(editor, sink, items, first, last, CONCAT)


@device
def _distribute(editor, sink, items, count, alternatives):
    # a(b|c) -> ab|ac, (ab|c), (b|ac);  (a|b)c -> ac|bc, (ac|b), (a|bc)
    for index in range(count):
        if editor.program[items[index]] != UNION:
            continue
        number = list_items(editor, items[index], UNION, alternatives)
        for first in (index - 1, index):
            last = first + 1
            if first < 0 or last >= count:
                continue
            neighbour = items[first] if first < index else items[last]
            for chosen in range(-1, number):
                open_cut(editor, items, first)
                for alternative in range(number):
                    joined = chosen < 0 or chosen == alternative
                    if joined and first < index:
                        copy_node(editor, neighbour)
                    copy_node(editor, alternatives[alternative])
                    if joined and first == index:
                        copy_node(editor, neighbour)
                    if joined:
                        put(editor, CONCAT)
                    if alternative > 0:
                        put(editor, UNION)
                close_cut(editor, sink, items, first, last, CONCAT)


@device
def _split(editor, sink, items, count):
    # abc -> a|bc, ab|c
    for first in range(1, count):
        open_cut(editor, items, first)
        put_items(editor, items, first, count - 1, CONCAT)
        put(editor, UNION)
        finish(editor, sink, behind(editor, items, count - 1))


@device
def _concatenate(editor, sink, items, count):
    # a|b|c -> ab|c, ba|c, a|bc, a|cb
    for first in range(count - 1):
        for swapped in range(2):
            open_cut(editor, items, first)
            copy_node(editor, items[first + swapped])
            copy_node(editor, items[first + 1 - swapped])
            put(editor, CONCAT)
            close_cut(editor, sink, items, first, first + 1, UNION)


@device
def _absorb_alternative(editor, sink, items, count):
    # a|b*|c -> (a|b)*|c, a|(b|c)*
    for index in range(count):
        node = items[index]
        if not is_repeat(editor.program[node]):
            continue
        for first in (index - 1, index):
            if first < 0 or first + 1 >= count:
                continue
            open_cut(editor, items, first)
            copy_node(editor, items[first] if first < index else items[first + 1])
            copy_node(editor, editor.left[node])
            put(editor, UNION)
            low, high = counts_of(editor, node)
            put_count(editor, low, high)
            close_cut(editor, sink, items, first, first + 1, UNION)


@device
def _put_union_of_rests(editor, one, one_count, other, other_count, skip):
    """Write A|B, where A and B are two lists without their first (skip 0) or last (skip 1) item."""
    if one_count > 1:
        put_items(editor, one, 1 - skip, one_count - 1 - skip, CONCAT)
    if other_count > 1:
        put_items(editor, other, 1 - skip, other_count - 1 - skip, CONCAT)
    if one_count > 1 and other_count > 1:
        put(editor, UNION)
    elif one_count > 1 or other_count > 1:
        put(editor, OPTION)


@device
def _factor(editor, sink, items, count, one, other):
    # ab|ac|d -> a(b|c)|d;  ba|ca -> (b|c)a;  a|ab -> ab?
    for first in range(count - 1):
        one_count = list_items(editor, items[first], CONCAT, one)
        for second in range(first + 1, count):
            other_count = list_items(editor, items[second], CONCAT, other)
            if one_count == 1 and other_count == 1:
                continue
            for skip in range(2):
                shared = one[0 if skip == 0 else one_count - 1]
                if not is_same(editor, shared, other[0 if skip == 0 else other_count - 1]):
                    continue
                open_cut(editor, items, first)
                if skip == 0:
                    copy_node(editor, shared)
                _put_union_of_rests(editor, one, one_count, other, other_count, skip)
                if skip == 1:
                    copy_node(editor, shared)
                put(editor, CONCAT)
                if first > 0:
                    put(editor, UNION)
                copy(editor, behind(editor, items, first), editor.start[items[second]])
                finish(editor, sink, behind(editor, items, second))


@device
def _pull(editor, sink, items, count, parts):
    # ab|c -> a(b|c), (a|c)b
    for index in range(count):
        number = list_items(editor, items[index], CONCAT, parts)
        if number == 1:
            continue
        for skip in range(2):
            shared = parts[0 if skip == 0 else number - 1]
            open_cut(editor, items, 0)
            if skip == 0:
                copy_node(editor, shared)
            for other in range(count):
                if other == index:
                    put_items(editor, parts, 1 - skip, number - 1 - skip, CONCAT)
                else:
                    copy_node(editor, items[other])
                if other > 0:
                    put(editor, UNION)
            if skip == 1:
                copy_node(editor, shared)
            put(editor, CONCAT)
            finish(editor, sink, behind(editor, items, count - 1))


@device
def edit_sequence(editor, sink, node, symbols, wider_starts, wider):
    items = editor.items
    count = list_items(editor, node, CONCAT, items)
    _insert(editor, sink, items, count, CONCAT, symbols)
    _delete(editor, sink, items, count, CONCAT)
    _group(editor, sink, items, count)
    _widen_run(editor, sink, items, count, wider_starts, wider)
    _collapse(editor, sink, items, count)
    _absorb(editor, sink, items, count)
    _distribute(editor, sink, items, count, editor.parts)
    _split(editor, sink, items, count)


@device
def edit_union(editor, sink, node, symbols):
    items = editor.items
    count = list_items(editor, node, UNION, items)
    _insert(editor, sink, items, count, UNION, symbols)
    _delete(editor, sink, items, count, UNION)
    _concatenate(editor, sink, items, count)
    _absorb_alternative(editor, sink, items, count)
    _factor(editor, sink, items, count, editor.parts, editor.others)
    if count > 1:
        _pull(editor, sink, items, count, editor.parts)
