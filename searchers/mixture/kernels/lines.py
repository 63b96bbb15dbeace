"""Lines of bytes walked over the table of an automaton whose states are found as they are needed.

Each step waits for what the last one loaded: so four parts of the bytes are read in turn, and their waits overlap.
"""

from __future__ import annotations

import numpy as np

from dsl.kernels.compilation.decorators import entry, inlined_device

LANES = 4  # parts of the bytes
DEAD = -1
UNKNOWN = -2
NEWLINE = -3  # what all states have for bytes that are no characters of a line
RETURN = -4
OTHER = -5  # beyond ASCII: the line is to be read by characters
_WITHIN = -6  # the line goes on
_NEWLINE = np.uint8(10)


@inlined_device
def _code(data, place, row, cells, symbols):
    return np.int64(cells[np.uint64(row) + np.uint64(symbols[data[place]])])


@inlined_device
def _special(data, place, row, code, cells, width, accepted):
    """What a code below 0 of the byte before `place` means: where to go on, in which row, and how the line ended."""
    if code == RETURN and data[place] != _NEWLINE:
        code = np.int64(cells[np.uint64(row) + np.uint64(width - 1)])  # as a character of the line
        if code >= 0:
            return place, code, np.int64(_WITHIN)
    if code == UNKNOWN:
        return place, row, np.int64(UNKNOWN)
    if code in (NEWLINE, RETURN):
        return place + (code == RETURN), np.int64(0), np.int64(accepted[row // width])
    other = code == OTHER
    while data[place] != _NEWLINE:
        other |= data[place] > 127
        place += 1
    return place + 1, np.int64(0), np.int64(OTHER if other else -1)


@entry
def walk(data, begins, stops, cells, width, accepted, symbols, found, ends, counts):
    r"""Read the lines of four parts of `data`, uint8 (bytes,), until one needs what the table does not have.

    begins, stops  int64 (4,), where the lines that are not read begin in each part, and where it ends, behind a newline
    cells          int32 (states * width,), for a state and a symbol where the next state's row begins, or a code < 0
    accepted       int32 (states,), the format of a line that ends there, -1 for none
    symbols        uint8 (256,), of each byte; those of \n, \r and bytes beyond ASCII lead to their codes in all states
    found, ends    int32 and int64 (lines,), the format of each line, OTHER if unknown, and where its newline is
    counts         int64 (4,), where the next line of each part goes there

    Returns the row and byte that are lacking, or -1; `begins` and `counts` then are those of the lines that are left.
    """
    places, rows, codes = begins.copy(), np.zeros(LANES, np.int64), np.empty(LANES, np.int64)
    going = True
    for lane in range(LANES):
        going &= places[lane] < stops[lane]
    while going:
        one, two, three, four = places[0], places[1], places[2], places[3]
        first, second, third, fourth = rows[0], rows[1], rows[2], rows[3]
        while True:
            code_1 = _code(data, one, first, cells, symbols)
            code_2 = _code(data, two, second, cells, symbols)
            code_3 = _code(data, three, third, cells, symbols)
            code_4 = _code(data, four, fourth, cells, symbols)
            one, two, three, four = one + 1, two + 1, three + 1, four + 1
            if (code_1 | code_2 | code_3 | code_4) < 0:
                break
            first, second, third, fourth = code_1, code_2, code_3, code_4
        places[0], places[1], places[2], places[3] = one, two, three, four
        rows[0], rows[1], rows[2], rows[3] = first, second, third, fourth
        codes[0], codes[1], codes[2], codes[3] = code_1, code_2, code_3, code_4
        for lane in range(LANES):
            if codes[lane] >= 0:
                rows[lane] = codes[lane]
                continue
            place, row, result = _special(data, places[lane], rows[lane], codes[lane], cells, width, accepted)
            if result == UNKNOWN:
                return row, np.int64(data[place - 1])
            places[lane], rows[lane] = place, row
            if result != _WITHIN:
                found[counts[lane]], ends[counts[lane]] = result, place - 1
                counts[lane] += 1
                begins[lane] = place
                going &= place < stops[lane]
    for lane in range(LANES):
        place, row = begins[lane], np.int64(0)
        while place < stops[lane]:
            code = _code(data, place, row, cells, symbols)
            place += 1
            if code >= 0:
                row = code
                continue
            place, row, result = _special(data, place, row, code, cells, width, accepted)
            if result == UNKNOWN:
                return row, np.int64(data[place - 1])
            if result != _WITHIN:
                found[counts[lane]], ends[counts[lane]] = result, place - 1
                counts[lane] += 1
                begins[lane] = place
    return np.int64(-1), np.int64(-1)
