"""A 64-bit digest of programs that ignores how concatenations and unions are nested, and the order of alternatives."""

from __future__ import annotations

from typing import Final

import numpy as np

from dsl.expressions.programs import CONCAT, EPSILON_TOKEN, OPTION, PLUS, REPEAT, STAR, UNION
from dsl.kernels.compilation.decorators import device

BASE: Final = np.uint64(0x9E3779B97F4A7C15)
FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)
SALT: Final = np.uint64(0x94D049BB133111EB)
SHIFT: Final = np.uint64(29)
NOTHING: Final = np.uint64(0)
SINGLE: Final = np.uint64(1)


MAX_TOKENS: Final = 4096
MAX_OPEN: Final = MAX_TOKENS // 2 + 1  # fragments: all but one wait for their operator

# The fragments that are open while a program is read, for embedding in a record.
FRAGMENTS: Final = [
    ("value", np.uint64, MAX_OPEN),
    ("power", np.uint64, MAX_OPEN),  # BASE ** parts; a sequence is value * power + value, so that nesting is lost
    ("body", np.uint64, MAX_OPEN),  # of a repeat, the digest of what it repeats
    ("kind", np.int64, MAX_OPEN),  # CONCAT for a sequence of any length, UNION, STAR, PLUS, OPTION
    ("leaves", np.int64, MAX_OPEN),  # positions, counted repeats written out
]


@device
def mix(value, salt):
    value = (value ^ np.uint64(salt)) * FACTOR
    value = (value ^ (value >> SHIFT)) * SALT
    return value ^ (value >> SHIFT)


@device
def _seal(space, place):
    """Turn an open union into one part of a sequence."""
    if space.kind[place] == UNION:
        space.value[place] = mix(space.value[place], UNION)
        space.power[place] = BASE
    space.kind[place] = CONCAT


@device
def _repeat(space, place, kind, low, high):
    inner = space.kind[place]
    if kind != REPEAT and inner in (STAR, PLUS, OPTION):
        # (x+)? -> x*, and so on: without bound if either is, at least once if both are
        if kind != inner:
            kind = STAR
        space.value[place] = space.body[place]
    else:
        _seal(space, place)
        space.body[place] = space.value[place]
    if kind == REPEAT:
        low_and_high = np.uint64(low + 1) << np.uint64(20) | np.uint64(high + 1)
        space.value[place] = mix(mix(space.value[place], REPEAT), low_and_high)
        space.leaves[place] *= high if high >= 0 else max(low, 1)
        kind = CONCAT
    else:
        space.value[place] = mix(space.value[place], kind)
    space.power[place] = BASE
    space.kind[place] = kind


@device
def digest(tokens, size, space):
    """The digest of the program tokens[:size] and the number of its positions, counted repeats written out.

    `space` is a record with the fields FRAGMENTS, `size` at most MAX_TOKENS.
    """
    depth = 0
    index = 0
    while index < size:
        token = tokens[index]
        index += 1
        if token >= 0 or token == EPSILON_TOKEN:
            space.kind[depth] = CONCAT
            space.value[depth] = mix(BASE, token) if token >= 0 else NOTHING
            space.power[depth] = BASE if token >= 0 else SINGLE
            space.leaves[depth] = token >= 0
            depth += 1
        elif token == CONCAT:
            depth -= 1
            left = depth - 1
            _seal(space, left)
            _seal(space, depth)
            space.value[left] = space.value[left] * space.power[depth] + space.value[depth]
            space.power[left] *= space.power[depth]
            space.leaves[left] += space.leaves[depth]
        elif token == UNION:
            depth -= 1
            left = depth - 1
            if space.kind[left] == UNION or space.kind[depth] == UNION or space.value[left] != space.value[depth]:
                if space.kind[left] != UNION:
                    space.value[left] = mix(space.value[left], SALT)
                if space.kind[depth] != UNION:
                    space.value[depth] = mix(space.value[depth], SALT)
                space.value[left] += space.value[depth]
                space.kind[left] = UNION
            space.leaves[left] += space.leaves[depth]
        elif token == REPEAT:
            low, high = tokens[index], tokens[index + 1]
            index += 2
            if low == 0 and high == -1:
                _repeat(space, depth - 1, STAR, 0, 0)
            elif low == 1 and high == -1:
                _repeat(space, depth - 1, PLUS, 0, 0)
            elif low == 0 and high == 1:
                _repeat(space, depth - 1, OPTION, 0, 0)
            elif low != 1 or high != 1:
                _repeat(space, depth - 1, REPEAT, low, high)
        else:
            _repeat(space, depth - 1, token, 0, 0)
    _seal(space, 0)
    return space.value[0], space.leaves[0]


@device
def is_new(seen, value):
    """Put a digest into a hash table, a power of two of places, 0 for a free one; whether it was not there."""
    mask = np.uint64(seen.size - 1)
    one = np.uint64(1)
    value |= one  # never 0, the mark of a free place
    place = (value >> np.uint64(20)) & mask
    while seen[place] != np.uint64(0):
        if seen[place] == value:
            return False
        place = (place + one) & mask
    seen[place] = value
    return True
