"""Lines of bytes walked over the table of an automaton whose arcs read several bytes and are found as they are needed.

Each step waits for what the last one loaded: so two parts of the bytes are read in turn, and their waits overlap.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.compilation.decorators import entry, inlined_device
from searchers.mixture.kernels.vectors import RANGES, WIDTH, count_within, equal

LANES = 2  # parts of the bytes
BYTES = 256
UNKNOWN = -1
NEWLINE = -2  # what all states have for the end of a line
DEAD = 1  # the state behind what no line begins with


class Table(NamedTuple):
    """An automaton over bytes. State 0 is the start, state DEAD has an arc to itself alone.

    arcs      int16 (states * BYTES,), for a state and a byte the arc that begins with it, or a code below 0
    accepted  int32 (states,), the format of a line that ends there, -1 for none
    goals     int32 (states,), where bytes of a set lead, from there as well, as in [0-9]+; -1 where none do
    ranges    uint8 (states * 2 * RANGES,), that set: the first bytes of ranges, then how far each goes
    texts     uint8 (arcs * WIDTH,), the bytes that an arc reads; other bytes behind its first one lead to DEAD
    lengths   uint64 (arcs,), how many these are
    targets   int32 (arcs,), where it leads
    """

    arcs: NDArray[np.int16]
    accepted: NDArray[np.int32]
    goals: NDArray[np.int32]
    ranges: NDArray[np.uint8]
    texts: NDArray[np.uint8]
    lengths: NDArray[np.uint64]
    targets: NDArray[np.int32]


@inlined_device
def _advance(data, place, state, table):
    """Read bytes of one set and then one arc: where it goes on, in which state, and the code, 0 within a line."""
    goal = table.goals[state]
    if goal >= 0:
        count = count_within(data, place, table.ranges, state * np.uint64(2 * RANGES))
        place += count
        state = np.uint64(goal) if count > 0 else state
    arc = np.int64(table.arcs[state * np.uint64(BYTES) + np.uint64(data[place])])
    if arc < 0:
        return place, state, arc
    number = np.uint64(arc)
    length = table.lengths[number]
    read = (np.uint64(1) << length) - np.uint64(1)
    if np.uint64(equal(data, place, table.texts, number * np.uint64(WIDTH))) & read == read:
        return place + length, np.uint64(table.targets[number]), np.int64(0)
    return place + np.uint64(1), np.uint64(DEAD), np.int64(0)


@entry
def walk(data, begins, stops, table, found, ends, counts):
    r"""Read the lines of two parts of `data`, uint8 (bytes,), until one needs an arc that the table does not have.

    begins, stops  uint64 (LANES,), where the lines that are not read begin in each part, and where it ends, behind a
                   newline; WIDTH bytes more can be read behind the last
    table          a Table; `accepted` of a state goes to `found`, whatever it means
    found, ends    int32 and uint64 (bytes,), what each line is, and where its newline is
    counts         uint64 (LANES,), where the next line of each part goes there

    Returns the state and byte that are lacking, or -1; `begins` and `counts` then are those of the lines that are left.
    """
    places, states = begins.copy(), np.zeros(LANES, np.uint64)
    going = np.all(begins < stops)
    while going:
        for lane in range(LANES):
            place, state, code = _advance(data, places[lane], states[lane], table)
            if code == UNKNOWN:
                return np.int64(state), np.int64(data[place])
            if code == NEWLINE:
                found[counts[lane]], ends[counts[lane]] = table.accepted[state], place
                place, state = place + np.uint64(1), np.uint64(0)
                begins[lane], counts[lane] = place, counts[lane] + np.uint64(1)
                going &= place < stops[lane]
            places[lane], states[lane] = place, state
    for lane in range(LANES):
        place, state = begins[lane], np.uint64(0)
        while begins[lane] < stops[lane]:
            place, state, code = _advance(data, place, state, table)
            if code == UNKNOWN:
                return np.int64(state), np.int64(data[place])
            if code == NEWLINE:
                found[counts[lane]], ends[counts[lane]] = table.accepted[state], place
                place, state = place + np.uint64(1), np.uint64(0)
                begins[lane], counts[lane] = place, counts[lane] + np.uint64(1)
    return np.int64(-1), np.int64(-1)
