"""Stack machines read strings: a lookup a step, symbols on the stack as the beginnings of their rows.

A cell says all of its step in one number, so that steps wait for one load each: from the lowest bit on, how many
symbols it leaves (8 bits), whether it reads a character (1), where those below the topmost are written down (23), and
the row of the topmost; −1 rejects.
"""

from __future__ import annotations

from dsl.kernels.compilation.decorators import device, entry, inlined_device

LEFT = 0xFF
READS = 1 << 8
WRITTEN = 9
TOP = 32


@device
def _window(points, place, end, ids, bits, k):
    """The next k atoms as a code; behind the end stands the number behind the last atom."""
    code = 0
    for ahead in range(k):
        atom = ids[points[place + ahead]] if place + ahead < end else ids[-1]
        code = code << bits | atom
    return code


@inlined_device
def _rewritten(cell, height, written, stack):
    """Do to the stack what a cell says: the row that is on top then, and the height below it, −1 without room."""
    left = cell & LEFT
    if left == 0:
        return stack[height - 1], height - 1
    if left > 1:
        if height + left > stack.size:
            return 0, -1
        first = (cell >> WRITTEN) & ((1 << TOP - WRITTEN) - 1)
        for index in range(left - 1):
            stack[height + index] = written[first + index]
    return cell >> TOP, height + left - 1


@device
def _longer(machine, alphabet, points, place, end, stack):
    """Read one string with two or more characters ahead: 0, 1 or 2, and the steps taken."""
    cells, written, classes = machine
    ids, codes, bits, k = alphabet
    mask = (1 << bits * k) - 1
    code = _window(points, place, end, ids, bits, k)
    ahead = place + k
    row, height, steps = classes, 1, 0
    while True:
        cell = cells[row + codes[code]]
        steps += 1
        if cell < 0:
            return 0, steps
        if row == 0:
            return 1, steps
        row, height = _rewritten(cell, height, written, stack)
        if height < 0:
            return 2, steps
        if cell & READS:
            atom = ids[points[ahead]] if ahead < end else ids[-1]
            ahead += 1
            code = (code << bits | atom) & mask


@device
def read_single(machine, ids, codes, points, place, end, stack):
    """The same with one character ahead; stack[0] is 0."""
    cells, written, classes = machine
    at_end = codes[ids[-1]]
    kind = codes[ids[points[place]]] if place < end else at_end
    row, height, steps = classes, 1, 0
    while True:
        cell = cells[row + kind]
        steps += 1
        if cell < 0:
            return 0, steps
        if row == 0:
            return 1, steps
        row, height = _rewritten(cell, height, written, stack)
        if height < 0:
            return 2, steps
        if cell & READS:
            place += 1
            kind = codes[ids[points[place]]] if place < end else at_end


@entry
def run(machine, alphabet, points, bounds, stack, result):
    """Fill `found` with 0, 1 or 2 (the stack overflowed), and how many steps each string took.

    `bounds` are where each string begins in `points`, and where it ends.

    stack[0] is the row below all others, 0; the start has the next one.
    """
    ids, codes, _, k = alphabet
    found, steps = result
    stack[0] = 0
    starts, ends = bounds
    for string in range(starts.size):
        place, end = starts[string], ends[string]
        if k == 1:
            state, taken = read_single(machine, ids, codes, points, place, end, stack)
        else:
            state, taken = _longer(machine, alphabet, points, place, end, stack)
        found[string] = state
        steps[string] = taken
