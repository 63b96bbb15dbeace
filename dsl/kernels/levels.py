"""Exact edit distance from strings to the language of a program, error level by error level.

After i characters with at most e edits (insertions, deletions, substitutions) an automaton can be in the states

    reached[e][i] = follow[e][i-1] & matching[x_i] | reached[e-1][i-1] | follow[e-1][i-1] | follow[e-1][i]

where follow[e][i] are the successors of reached[e][i]: read a character, drop one, replace one, or skip a state
(Wu and Manber 1992, on automata). The distance is the first level that reaches an accepting state at the end.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.automaton import MAX_STATES, ONE, ZERO, build, match_masks
from dsl.kernels.batch import LANES
from dsl.kernels.compilation.decorators import entry, hot
from dsl.kernels.lanes import load, spread, store, where_any

TOO_LARGE: Final = -1
MAX_LEVELS: Final = 256  # about the number of errors at which `relax`, whose time does not depend on it, is as fast
NEVER: Final = 1 << 30


@hot
def _follow_lanes(automaton, stay, step, skip, words, states):
    """What some arc reaches from `states`; the masks of the shifts come in lanes as wide as the words of `words`."""
    reached = (states & stay) | ((states & step) << 1) | ((states & skip) << 2)
    for biclique in range(automaton.bicliques):
        sources = spread(words, automaton.sources[biclique])
        reached = reached | where_any(states & sources, spread(words, automaton.targets[biclique]))
    return reached


@hot
def _scan_block(automaton, readable, reached, following, lengths, strings, limit, found):
    """The distances of the strings in one block, in found[lane]; limit + 1 for those beyond `limit`.

    `readable` holds the states that read the character of each column and lane, `reached` and `following` are
    scratch memory for one row more; all three are flat arrays of words, LANES words a row.
    """
    columns = readable.size // LANES
    stay, step = spread(readable, automaton.stay), spread(readable, automaton.step)
    skip = spread(readable, automaton.skip)
    states = spread(readable, ONE)
    following_states = _follow_lanes(automaton, stay, step, skip, readable, states)
    store(reached, 0, states)
    store(following, 0, following_states)
    for column in range(columns):
        states = following_states & load(readable, column)
        following_states = _follow_lanes(automaton, stay, step, skip, readable, states)
        store(reached, column + 1, states)
        store(following, column + 1, following_states)
    open_lanes = 0
    for lane in range(LANES):
        found[lane] = -1 if strings[lane] >= 0 else 0
        open_lanes += strings[lane] >= 0
    level = 0
    while True:
        for lane in range(LANES):
            if found[lane] < 0 and reached[lengths[lane] * LANES + lane] & automaton.accepting != ZERO:
                found[lane] = level
                open_lanes -= 1
        if open_lanes == 0 or level >= limit:
            break
        level += 1
        before_states, before_following = load(reached, 0), load(following, 0)
        states = before_states | before_following
        following_states = _follow_lanes(automaton, stay, step, skip, readable, states)
        store(reached, 0, states)
        store(following, 0, following_states)
        for column in range(columns):
            next_states, next_following = load(reached, column + 1), load(following, column + 1)
            states = (following_states & load(readable, column)) | before_states | before_following | next_following
            following_states = _follow_lanes(automaton, stay, step, skip, readable, states)
            store(reached, column + 1, states)
            store(following, column + 1, following_states)
            before_states, before_following = next_states, next_following
    for lane in range(LANES):
        if found[lane] < 0:
            found[lane] = limit + 1


class _Words(NamedTuple):
    """Scratch memory in words of one width."""

    matching: NDArray[np.unsignedinteger]
    readable: NDArray[np.unsignedinteger]
    reached: NDArray[np.unsignedinteger]
    following: NDArray[np.unsignedinteger]


@hot
def _words(like, symbols, rows):
    """Scratch memory for blocks of up to `rows` characters, in words as wide as those of the array `like`."""
    return _Words(
        np.empty(symbols, like.dtype),
        np.empty(rows * LANES, like.dtype),
        np.empty((rows + 1) * LANES, like.dtype),
        np.empty((rows + 1) * LANES, like.dtype),
    )


@hot
def _measure(automaton, blocks, words, cutoff, median_only, distances, levels):
    """The weighted lower median of the distances, or cutoff + 1 when it is larger; or else all `distances`.

    Strings and errors that cannot change the median any more are left out. `levels` is scratch memory for cutoff + 1
    weights.
    """
    if blocks.strings.shape[0] == 0:
        return 0
    match_masks(automaton, blocks.member_starts, blocks.member_symbols, words.matching)
    total = blocks.total_weight
    limit = cutoff
    within = 0  # the weight of the strings seen with a distance up to limit
    beyond = 0  # and of those with a larger one
    levels[:] = 0
    found = np.empty(LANES, np.int32)
    for block in range(blocks.strings.shape[0]):
        first, end = blocks.starts[block] * LANES, blocks.starts[block + 1] * LANES
        readable = words.readable[: end - first]
        for place in range(end - first):
            readable[place] = words.matching[blocks.symbols[first + place]]
        strings = blocks.strings[block]
        _scan_block(automaton, readable, words.reached, words.following, blocks.lengths[block], strings, limit, found)
        if not median_only:
            for lane in range(LANES):
                if strings[lane] >= 0:
                    distances[strings[lane]] = found[lane]
            continue
        for lane in range(LANES):
            weight = blocks.weights[block, lane]
            if found[lane] > limit:
                beyond += weight
            else:
                within += weight
                levels[found[lane]] += weight
        while limit >= 0 and 2 * within >= total:
            within -= levels[limit]
            beyond += levels[limit]
            limit -= 1
        if limit < 0 or 2 * (total - beyond) < total:
            break
    return limit + 1


@entry
def score(tokens, offsets, blocks, cutoff, memory, median_only, medians, table):
    """Fill medians[program], or else table[program] with the distances of all strings.

    A program of more than 63 positions gets TOO_LARGE in medians, either way. `memory` is an array of one AUTOMATON,
    `table` has a row even when it is not filled.
    """
    automaton = memory[0]
    rows = 0
    for block in range(blocks.strings.shape[0]):
        rows = max(rows, blocks.starts[block + 1] - blocks.starts[block])
    narrow = _words(np.empty(0, np.uint32), blocks.symbol_count, rows)
    wide = _words(np.empty(0, np.uint64), blocks.symbol_count, rows)
    cutoff = min(cutoff, rows + MAX_STATES)
    levels = np.empty(cutoff + 1, np.int64)
    for program in range(offsets.size - 1):
        fits = build(tokens[offsets[program] : offsets[program + 1]], automaton)
        distances = table[0 if median_only else program]
        if not fits:
            medians[program] = TOO_LARGE
        elif automaton.size <= 32:
            medians[program] = _measure(automaton, blocks, narrow, cutoff, median_only, distances, levels)
        else:
            medians[program] = _measure(automaton, blocks, wide, cutoff, median_only, distances, levels)


@entry
def relax(symbols, membership, classes, successor_starts, successors, ends, costs, next_costs, stop):
    """The distance of one string to an automaton of any size, by the plain recursion over characters and states.

    `classes[q]` is the class that state q reads, state 0 the start; `ends` are the accepting states; `costs` and
    `next_costs` are scratch memory, one int32 a state. Anything once stop[0] is true.
    """
    costs[:] = NEVER
    costs[0] = 0
    _skip_states(costs, successor_starts, successors)
    for symbol in symbols:
        if stop[0]:
            break
        for state in range(costs.size):
            next_costs[state] = costs[state] + 1
        for state in range(costs.size):
            for arc in range(successor_starts[state], successor_starts[state + 1]):
                reached = successors[arc]
                cost = costs[state] + (0 if membership[classes[reached], symbol] else 1)
                next_costs[reached] = min(next_costs[reached], cost)
        _skip_states(next_costs, successor_starts, successors)
        costs, next_costs = next_costs, costs
    return costs[ends].min()


@hot
def _skip_states(costs, successor_starts, successors):
    """Let every state be passed without a character, at a cost of 1 each, until nothing gets cheaper."""
    changed = True
    while changed:
        changed = False
        for state in range(costs.size):
            for arc in range(successor_starts[state], successor_starts[state + 1]):
                if costs[state] + 1 < costs[successors[arc]]:
                    costs[successors[arc]] = costs[state] + 1
                    changed = changed or successors[arc] < state
