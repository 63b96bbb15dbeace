"""Which of many programs were met before, in one compiled pass."""

from __future__ import annotations

from typing import Final

import numpy as np

from dsl.kernels.compilation.decorators import entry
from dsl.kernels.digest import FRAGMENTS, digest, is_new

SPACE: Final = np.dtype(FRAGMENTS)


@entry
def keep_new(tokens, offsets, table):
    """Close up the programs that are not in the hash table of digests, and put them there; returns how many they are.

    `tokens` and `offsets` are overwritten. Programs have at most MAX_TOKENS tokens each, and the table has room.
    """
    memory = np.empty(1, SPACE)
    kept = end = 0
    start = offsets[0]
    for index in range(offsets.size - 1):
        stop = offsets[index + 1]
        value, _ = digest(tokens[start:stop], stop - start, memory[0])
        if is_new(table, value):
            for place in range(start, stop):
                tokens[end + place - start] = tokens[place]
            end += stop - start
            kept += 1
            offsets[kept] = end
        start = stop
    return kept


@entry
def put_all(digests, table):
    """Put digests into a hash table that has room for them."""
    for value in digests:
        is_new(table, value)
