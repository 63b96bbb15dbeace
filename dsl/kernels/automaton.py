"""The position automaton of a program in one machine word (Glushkov 1961; as bit masks, Navarro and Raffinot 2001).

State 0 is the start, state p > 0 the p-th leaf, counted repeats written out. Sets of states are uint64 masks. The
follow relation is kept as what is cheap to apply to many strings at once: arcs p -> p, p -> p + 1 and p -> p + 2 as
masks of their sources, all others as bicliques, pairs (sources, targets) of sets with every arc between them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from dsl.expressions.programs import CONCAT, EPSILON_TOKEN, OPTION, PLUS, REPEAT, UNION
from dsl.kernels.compilation.decorators import device

MAX_STATES: Final = 64
MAX_BICLIQUES: Final = 256
MAX_DEPTH: Final = 1024
ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
TWO: Final = np.uint64(2)

# One array element of this type is an automaton and the memory to build it; kernels pass it on as a single pointer.
AUTOMATON: Final = np.dtype(
    [
        ("size", np.int64),  # states, the start among them
        ("accepting", np.uint64),
        ("stay", np.uint64),  # states p with an arc to p
        ("step", np.uint64),  # with an arc to p + 1
        ("skip", np.uint64),  # with an arc to p + 2
        ("bicliques", np.int64),
        ("sources", np.uint64, MAX_BICLIQUES),
        ("targets", np.uint64, MAX_BICLIQUES),
        ("classes", np.int16, MAX_STATES),  # that each state reads; that of the start is unused
        # the open fragments while the program is read
        ("first", np.uint64, MAX_DEPTH),
        ("last", np.uint64, MAX_DEPTH),
        ("nullable", np.uint8, MAX_DEPTH),
        ("first_state", np.int64, MAX_DEPTH),
        ("first_biclique", np.int64, MAX_DEPTH),
    ]
)


@device
def _join(sources, targets, automaton):
    """Add the arcs from all sources to all targets. False when there is no room for them."""
    if sources == ZERO or targets == ZERO:
        return True
    low_source = sources & (~sources + ONE)
    low_target = targets & (~targets + ONE)
    within_two = targets & ~(low_source | low_source << ONE | low_source << TWO) == ZERO
    forward = sources & ~((low_target << ONE) - ONE) == ZERO
    if within_two and forward:
        automaton.stay |= sources & targets
        automaton.step |= sources & targets >> ONE
        automaton.skip |= sources & targets >> TWO
        return True
    count = automaton.bicliques
    if count > 0 and automaton.sources[count - 1] == sources and automaton.targets[count - 1] == targets:
        return True  # x**
    if count == MAX_BICLIQUES:
        return False
    automaton.sources[count] = sources
    automaton.targets[count] = targets
    automaton.bicliques = count + 1
    return True


@device
def build(program, automaton):
    """Make `automaton` that of a program (an int16 array). False when it does not fit: more than 63 leaves."""
    automaton.size = 1
    automaton.bicliques = 0
    automaton.stay = automaton.step = automaton.skip = ZERO
    depth = 0
    index = 0
    while index < program.size:
        token = program[index]
        index += 1
        fits = True
        if token >= 0 or token == EPSILON_TOKEN:
            fits = _push(token, depth, automaton)
            depth += 1
        elif token == CONCAT:
            depth -= 1
            fits = _concatenate(depth - 1, depth, automaton)
        elif token == UNION:
            depth -= 1
            automaton.first[depth - 1] |= automaton.first[depth]
            automaton.last[depth - 1] |= automaton.last[depth]
            automaton.nullable[depth - 1] |= automaton.nullable[depth]
        elif token == REPEAT:
            fits = _repeat(program[index], program[index + 1], depth - 1, automaton)
            index += 2
        else:
            if token != OPTION:
                fits = _join(automaton.last[depth - 1], automaton.first[depth - 1], automaton)
            if token != PLUS:
                automaton.nullable[depth - 1] = 1
        if not fits:
            return False
    automaton.accepting = automaton.last[0] | (ONE if automaton.nullable[0] else ZERO)
    return _join(ONE, automaton.first[0], automaton)


@device
def _push(token, place, automaton):
    if automaton.size == MAX_STATES or place == MAX_DEPTH:
        return False
    automaton.first_state[place] = automaton.size
    automaton.first_biclique[place] = automaton.bicliques
    automaton.nullable[place] = token < 0
    automaton.first[place] = automaton.last[place] = ZERO
    if token >= 0:
        automaton.first[place] = automaton.last[place] = ONE << np.uint64(automaton.size)
        automaton.classes[automaton.size] = token
        automaton.size += 1
    return True


@device
def _concatenate(left, right, automaton):
    fits = _join(automaton.last[left], automaton.first[right], automaton)
    if automaton.nullable[left]:
        automaton.first[left] |= automaton.first[right]
    if automaton.nullable[right]:
        automaton.last[left] |= automaton.last[right]
    else:
        automaton.last[left] = automaton.last[right]
    automaton.nullable[left] &= automaton.nullable[right]
    return fits


@device
def _repeat(low, high, place, automaton):
    """Write out the copies of a body.

    A word that repeats the body fewer times uses the first copies, so the only arcs needed between copies join
    neighbours: x{1,3} -> x(x(x)?)?
    """
    start = automaton.first_state[place]
    width = automaton.size - start
    own = automaton.first_biclique[place]
    end = automaton.bicliques
    if high == 0 or width == 0:  # x{0} -> ε
        automaton.size, automaton.bicliques = start, own
        automaton.first[place] = automaton.last[place] = ZERO
        automaton.nullable[place] = 1
        region = (ONE << np.uint64(start)) - ONE
        automaton.stay &= region
        automaton.step &= region
        automaton.skip &= region
        return True
    copies = int(high) if high > 0 else max(int(low), 1)
    if start + width * copies > MAX_STATES:
        return False
    automaton.size = start + width * copies
    first, last = automaton.first[place], automaton.last[place]
    automaton.nullable[place] |= low == 0
    low = 1 if automaton.nullable[place] else int(low)
    region = ((ONE << np.uint64(width)) - ONE) << np.uint64(start)  # the width is at most 63, the start is not in it
    stay, step, skip = automaton.stay & region, automaton.step & region, automaton.skip & region
    ends = last if low <= 1 else ZERO
    fits = True
    for copy in range(1, copies):
        shift = np.uint64(copy * width)
        automaton.stay |= stay << shift
        automaton.step |= step << shift
        automaton.skip |= skip << shift
        for state in range(start, start + width):
            automaton.classes[copy * width + state] = automaton.classes[state]
        for biclique in range(own, end):
            fits &= _join(automaton.sources[biclique] << shift, automaton.targets[biclique] << shift, automaton)
        fits &= _join(last << (shift - np.uint64(width)), first << shift, automaton)
        if copy >= low - 1:
            ends |= last << shift
    automaton.last[place] = ends
    if high < 0:
        shift = np.uint64((copies - 1) * width)
        fits &= _join(last << shift, first << shift, automaton)
    return fits


@device
def match_masks(automaton, member_starts, member_symbols, matching):
    """Fill matching[symbol] with the states that read the symbol. `matching` may have words of 32 or 64 bits."""
    matching[:] = 0
    for state in range(1, automaton.size):
        number = automaton.classes[state]
        if number >= member_starts.size - 1:
            raise IndexError("the program has a class that the batch was not made for")
        bit = ONE << np.uint64(state)
        for index in range(member_starts[number], member_starts[number + 1]):
            matching[member_symbols[index]] |= bit
