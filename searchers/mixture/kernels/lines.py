"""Lines of bytes walked over the table of an automaton whose states are found as they are needed."""

from __future__ import annotations

import numpy as np

from dsl.kernels.compilation.decorators import entry

DEAD = -1
UNKNOWN = -2
OTHER = -2  # of a line with bytes beyond ASCII, which is to be read by characters
NEWLINE = np.uint8(10)
RETURN = np.uint8(13)


@entry
def walk(data, start, table, accepted, symbols, found, ends, count):
    """Read lines of `data`, uint8 (bytes,), from `start` on, until one needs what the table does not have, or no room.

    table     int32 (states, symbols), the next state, DEAD or UNKNOWN; state 0 is the start
    accepted  int32 (states,), the format of a line that ends there, -1 for none
    symbols   int32 (256,), of each byte, -1 beyond ASCII
    found     int32 (lines,), the format of each line that ends, OTHER if unknown; ends, int64, where its newline is

    Returns where the line that is not read begins, how many were, and the state and symbol that are lacking, or -1.
    """
    place = start
    size = data.size
    while count < found.size:
        begin = place
        state = 0
        other = False
        while place < size and data[place] != NEWLINE:
            byte = data[place]
            place += 1
            if byte == RETURN and place < size and data[place] == NEWLINE:
                break
            symbol = symbols[byte]
            if symbol < 0:
                other = True
            elif state >= 0 and not other:
                following = table[state, symbol]
                if following == UNKNOWN:
                    return begin, count, state, symbol
                state = following
        if place >= size:
            return begin, count, -1, -1
        found[count] = OTHER if other else accepted[state] if state >= 0 else -1
        ends[count] = place
        count += 1
        place += 1
    return place, count, -1, -1
