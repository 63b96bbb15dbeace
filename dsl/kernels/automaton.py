"""The position automaton of a program in one machine word (Glushkov 1961; as bit masks, Navarro and Raffinot 2001).

State 0 is the start, state p > 0 the p-th leaf, counted repeats written out. Sets of states are uint64 masks. The
follow relation is kept as what is cheap to apply to many strings at once: arcs p -> p, p -> p + 1 and p -> p + 2 as
masks of their sources, all others as bicliques, pairs (sources, targets) of sets with every arc between them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dsl.program import CONCAT, EPSILON_TOKEN, OPTION, PLUS, REPEAT, STAR, UNION

MAX_STATES: Final = 64
MAX_BICLIQUES: Final = 256
MAX_DEPTH: Final = 1024
ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
TWO: Final = np.uint64(2)

Masks = NDArray[np.uint64]


class Workspace(NamedTuple):
    """Scratch memory of `build`: the open fragments, and the arrays of the automaton it returns."""

    first: Masks
    last: Masks
    nullable: NDArray[np.bool_]
    state_start: NDArray[np.int64]
    biclique_start: NDArray[np.int64]
    shifts: Masks
    atoms: NDArray[np.int16]
    sources: Masks
    targets: Masks


class Automaton(NamedTuple):
    """A position automaton; its arrays are those of the workspace, good until the next `build`."""

    size: int  # states, the start among them; -1 when they do not fit a word
    accepting: np.uint64
    stay: np.uint64  # states p with an arc to p
    step: np.uint64  # with an arc to p + 1
    skip: np.uint64  # with an arc to p + 2
    bicliques: int
    sources: Masks  # (bicliques,)
    targets: Masks  # (bicliques,)
    atoms: NDArray[np.int16]  # (size,), the class that each state reads; atoms[0] is unused


@njit(cache=True, nogil=True)
def workspace() -> Workspace:
    """Scratch memory for `build`, one for each thread."""
    return Workspace(
        np.empty(MAX_DEPTH, np.uint64),
        np.empty(MAX_DEPTH, np.uint64),
        np.empty(MAX_DEPTH, np.bool_),
        np.empty(MAX_DEPTH, np.int64),
        np.empty(MAX_DEPTH, np.int64),
        np.empty(3, np.uint64),
        np.empty(MAX_STATES, np.int16),
        np.empty(MAX_BICLIQUES, np.uint64),
        np.empty(MAX_BICLIQUES, np.uint64),
    )


@njit(cache=True, nogil=True)
def _join(sources, targets, bicliques, space):
    """Add the arcs from all sources to all targets; returns the new number of bicliques."""
    if sources == ZERO or targets == ZERO:
        return bicliques
    low_source = sources & (~sources + ONE)
    low_target = targets & (~targets + ONE)
    within_two = targets & ~(low_source | low_source << ONE | low_source << TWO) == ZERO
    forward = sources & ~((low_target << ONE) - ONE) == ZERO
    if within_two and forward:
        space.shifts[0] |= sources & targets
        space.shifts[1] |= sources & targets >> ONE
        space.shifts[2] |= sources & targets >> TWO
        return bicliques
    if bicliques > 0 and space.sources[bicliques - 1] == sources and space.targets[bicliques - 1] == targets:
        return bicliques  # x**
    if bicliques < MAX_BICLIQUES:
        space.sources[bicliques] = sources
        space.targets[bicliques] = targets
    return bicliques + 1


@njit(cache=True, nogil=True)
def build(program, space):
    """The position automaton of a program (an int16 array); `size` is -1 when it has more than 63 leaves."""
    size = 1
    bicliques = 0
    depth = 0
    fits = True
    first, last, nullable = space.first, space.last, space.nullable
    space.shifts[:] = ZERO
    index = 0
    while index < program.size and fits:
        token = program[index]
        index += 1
        if token >= 0 or token == EPSILON_TOKEN:
            if size == MAX_STATES or depth == MAX_DEPTH:
                fits = False
                break
            space.state_start[depth] = size
            space.biclique_start[depth] = bicliques
            nullable[depth] = token < 0
            first[depth] = ZERO
            if token >= 0:
                first[depth] = ONE << np.uint64(size)
                space.atoms[size] = token
                size += 1
            last[depth] = first[depth]
            depth += 1
        elif token == CONCAT:
            depth -= 1
            left = depth - 1
            bicliques = _join(last[left], first[depth], bicliques, space)
            if nullable[left]:
                first[left] |= first[depth]
            if nullable[depth]:
                last[left] |= last[depth]
            else:
                last[left] = last[depth]
            nullable[left] = nullable[left] and nullable[depth]
        elif token == UNION:
            depth -= 1
            left = depth - 1
            first[left] |= first[depth]
            last[left] |= last[depth]
            nullable[left] = nullable[left] or nullable[depth]
        elif token == REPEAT:
            low, high = program[index], program[index + 1]
            index += 2
            size, bicliques = _repeat(low, high, size, bicliques, depth - 1, space)
            fits = size <= MAX_STATES
        else:
            if token != OPTION:
                bicliques = _join(last[depth - 1], first[depth - 1], bicliques, space)
            if token != PLUS:
                nullable[depth - 1] = True
        fits = fits and bicliques <= MAX_BICLIQUES
    accepting = ZERO
    if fits:
        bicliques = _join(ONE, first[0], bicliques, space)
        fits = bicliques <= MAX_BICLIQUES
        accepting = last[0] | ONE if nullable[0] else last[0]
    shifts = space.shifts
    return Automaton(
        size if fits else -1,
        accepting,
        shifts[0],
        shifts[1],
        shifts[2],
        bicliques,
        space.sources,
        space.targets,
        space.atoms,
    )


@njit(cache=True, nogil=True)
def _repeat(low, high, size, bicliques, top, space):
    """Write out the copies of the body on top of the stack; returns the new numbers of states and bicliques.

    A word that repeats the body fewer times uses the first copies, so the only arcs needed between copies join
    neighbours: x{1,3} -> x(x(x)?)?
    """
    start = space.state_start[top]
    width = size - start
    own = space.biclique_start[top]
    body_bicliques = bicliques - own
    if high == 0 or width == 0:  # x{0} -> ε
        space.first[top] = space.last[top] = ZERO
        space.nullable[top] = True
        return start, own
    copies = high if high > 0 else max(low, 1)
    if start + width * copies > MAX_STATES:
        return MAX_STATES + 1, bicliques
    first, last = space.first[top], space.last[top]
    every_end = low == 0 or space.nullable[top]
    ends = last if every_end or low == 1 else ZERO
    region = ~ZERO if width == MAX_STATES else ((ONE << np.uint64(width)) - ONE) << np.uint64(start)
    stay, step, skip = space.shifts[0] & region, space.shifts[1] & region, space.shifts[2] & region
    for copy in range(1, copies):
        shift = np.uint64(copy * width)
        space.shifts[0] |= stay << shift
        space.shifts[1] |= step << shift
        space.shifts[2] |= skip << shift
        for place in range(width):
            space.atoms[start + copy * width + place] = space.atoms[start + place]
        for biclique in range(own, own + body_bicliques):
            bicliques = _join(space.sources[biclique] << shift, space.targets[biclique] << shift, bicliques, space)
            if bicliques > MAX_BICLIQUES:
                return size, bicliques
        bicliques = _join(last << (shift - np.uint64(width)), first << shift, bicliques, space)
        if bicliques > MAX_BICLIQUES:
            return size, bicliques
        if every_end or copy >= low - 1:
            ends |= last << shift
    if high < 0:
        shift = np.uint64((copies - 1) * width)
        bicliques = _join(last << shift, first << shift, bicliques, space)
    space.last[top] = ends
    space.nullable[top] = every_end
    return start + width * copies, bicliques


@njit(cache=True, nogil=True)
def follow(automaton, states):
    """The states that some arc reaches from `states`."""
    reached = states & automaton.stay | (states & automaton.step) << ONE | (states & automaton.skip) << TWO
    for biclique in range(automaton.bicliques):
        if states & automaton.sources[biclique] != ZERO:
            reached |= automaton.targets[biclique]
    return reached


@njit(cache=True, nogil=True)
def match_masks(automaton, member_starts, member_symbols, matching):
    """Fill matching[symbol] with the states that read the symbol. `matching` may have words of 16, 32 or 64 bits."""
    matching[:] = 0
    for state in range(1, automaton.size):
        atom = automaton.atoms[state]
        bit = ONE << np.uint64(state)
        for index in range(member_starts[atom], member_starts[atom + 1]):
            matching[member_symbols[index]] |= bit


@njit(cache=True, nogil=True)
def accepts(automaton, matching, symbols):
    """Whether the automaton accepts the string `symbols` (a uint16 array)."""
    states = ONE
    for symbol in symbols:
        states = follow(automaton, states) & matching[symbol]
    return states & automaton.accepting != ZERO
