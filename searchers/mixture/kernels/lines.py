"""Lines of bytes walked over the table of an automaton whose states are found as they are needed."""

from __future__ import annotations

import numpy as np

from dsl.kernels.compilation.decorators import entry

DEAD = -1
UNKNOWN = -2
NEWLINE = -3  # what all states have for bytes that are no characters of a line
RETURN = -4
OTHER = -5  # beyond ASCII: the line is to be read by characters
_NEWLINE = np.uint8(10)


@entry
def walk(data, start, cells, width, accepted, symbols, found, ends, count):
    r"""Read lines of `data`, uint8 (bytes,), from `start` on, until one needs what the table does not have, or no room.

    cells     int32 (states * width,), for a state and a symbol where the row of the next state begins, or a code < 0
    accepted  int32 (states,), the format of a line that ends there, -1 for none
    symbols   uint8 (256,), of each byte; those of \n, \r and bytes beyond ASCII lead to their codes in all states
    found     int32 (lines,), the format of each line that ends, OTHER if unknown; ends, int64, where its newline is

    Returns where the line that is not read begins, how many were, and the row and byte that are lacking, or -1.
    """
    place = start
    size = data.size
    while count < found.size:
        begin = place
        row = np.int64(0)
        code = np.int64(0)
        while place < size:
            byte = data[place]
            place += 1
            code = np.int64(cells[np.uint64(row) + np.uint64(symbols[byte])])
            if code >= 0:
                row = code
            elif code == RETURN:
                if place < size and data[place] == _NEWLINE:
                    place += 1
                    code = np.int64(NEWLINE)
                    break
                code = np.int64(cells[np.uint64(row) + np.uint64(width - 1)])  # as a character of the line
                if code < 0:
                    break
                row = code
            else:
                break
        if code == UNKNOWN:
            return begin, count, row, np.int64(data[place - 1])
        result = np.int64(accepted[row // width])
        if code != NEWLINE:
            other = code == OTHER
            while place < size and data[place] != _NEWLINE:
                other |= data[place] > 127
                place += 1
            if place >= size:  # the line has no end yet
                return begin, count, np.int64(-1), np.int64(-1)
            place += 1
            result = np.int64(OTHER if other else -1)
        found[count] = result
        ends[count] = place - 1
        count += 1
    return place, count, np.int64(-1), np.int64(-1)
