"""The two-part code of `scoring.coding` for packed programs: bits of the program, of the examples, of the edits.

The path of a string through the generator is the cheapest one (Viterbi); its open choices are counted over all
examples and then coded adaptively. Examples outside the language are outliers: they pay for the edits to the nearest
string of the language, found over the same arcs.
"""

from __future__ import annotations

from math import lgamma, log, log2
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.compilation.decorators import device, entry
from searchers.scoring.kernels.generator import (
    NOTHING,
    OPEN_NODE,
    build_generator,
)
from searchers.scoring.kernels.paths import (
    MAX_STEPS,
    NO_PATH,
    STEP,
    Reference,
    compare,
    count_changed,
    count_paths,
    read_changed,
    refer,
    start_counts,
)
from searchers.scoring.kernels.writing import program_bits

# columns of the result
TOTAL, PATTERN, EXAMPLES, EDITS, NEGATIVES, OUTLIERS, ACCEPTED_NEGATIVES = range(7)
COLUMNS: Final = 7

TOO_FAR: Final = -1
MAX_DISTANCE: Final = 1 << 20
ROUNDING: Final = 1e-6  # bits; what is above the cutoff by less may be so by rounding alone

# A place on the way from a text to the language: characters of the text that are done with, and the position.
PLACE: Final = np.dtype([("time", np.int32), ("position", np.int32)])


class Outliers(NamedTuple):
    """Examples outside the language: texts[:total], their characters, and the bits that their least edits leave."""

    texts: NDArray[np.int64]
    total: int
    characters: float
    room: float


class Places(NamedTuple):
    """Memory for a breadth-first search of places."""

    queue: NDArray[np.void]  # (any,) of PLACE
    seen: NDArray[np.int32]  # (any,), the last search that reached a place


@device
def _edit_distance(text, character_bits, g, places, mark, limit):
    """Levenshtein distance from `text` to the language, or TOO_FAR beyond `limit`.

    Breadth first over pairs of a place in the text and a position: all that is reached with no edit, with one, …
    """
    queue, seen = places
    states = g.positions + 2
    end = states - 1
    queue[0].time = queue[0].position = 0
    seen[0] = mark
    first, count = 0, 1
    for distance in range(limit + 1):
        index = first
        while index < count:  # along arcs that read the next character
            time, position = queue[index].time, queue[index].position
            index += 1
            for arc in range(g.first_arc[position], g.first_arc[position + 1]):
                target = g.arcs[arc].target
                if character_bits[g.classes[target], 0, text[time]] < np.inf:
                    if target == end:
                        return distance
                    count = _visit(time + 1, target, states, queue, seen, mark, count)
        level_end = count
        for index in range(first, level_end):
            time, position = queue[index].time, queue[index].position
            more = time < text.size - 1
            if more:
                count = _visit(time + 1, position, states, queue, seen, mark, count)
            for arc in range(g.first_arc[position], g.first_arc[position + 1]):
                target = g.arcs[arc].target
                if target != end:
                    count = _visit(time, target, states, queue, seen, mark, count)
                    if more:
                        count = _visit(time + 1, target, states, queue, seen, mark, count)
        first = level_end
    return TOO_FAR


@device
def _visit(time, position, states, queue, seen, mark, count):
    if seen[time * states + position] == mark:
        return count
    seen[time * states + position] = mark
    queue[count].time = time
    queue[count].position = position
    return count + 1


@device
def _choice_bits(chosen, other, a, b):
    if chosen == 0.0 and other == 0.0:
        return 0.0
    log_mixture = lgamma(chosen + a) + lgamma(other + b) - lgamma(chosen + other + a + b)
    return (lgamma(a) + lgamma(b) - lgamma(a + b) - log_mixture) / log(2.0)


@device
def _choices_bits(g, prices):
    """Bits of all open choices that the counted arcs make."""
    pending, choice_counts = g.pending, g.choice_counts
    for choice in range(2 * g.nodes):
        choice_counts[choice] = 0.0
    for arc in range(g.arc_count):
        weight = g.arc_counts[arc]
        if weight > 0.0 and g.arcs[arc].choices != NOTHING:
            pending[0] = g.arcs[arc].choices
            waiting = 1
            while waiting:
                waiting -= 1
                cell = pending[waiting]
                if cell < NOTHING:
                    choice_counts[-2 - cell] += weight
                else:
                    pending[waiting] = g.cells[cell, 0]
                    pending[waiting + 1] = g.cells[cell, 1]
                    waiting += 2
    bits = 0.0
    for node in range(g.nodes):
        chosen, other = choice_counts[2 * node], choice_counts[2 * node + 1]
        if g.kinds[node] == OPEN_NODE:
            bits += g.weights[node] * _choice_bits(chosen, other, prices.go_prior, prices.stop_prior)
        else:
            bits += _choice_bits(chosen, other, prices.choice_prior, prices.choice_prior)
    return bits


@device
def _outlier_character_bits(read, strange, texts, prices):
    """Bits of a character of an outlier: what others cost, the dearer the more such characters there are."""
    return (max(read, 0.0) + strange * prices.outlier_character) / max(texts.characters, 1.0)


@device
def _set_aside(text, texts, outliers, prices):
    """The outliers with one more."""
    outliers.texts[outliers.total] = text
    characters = texts.weights[text] * (texts.starts[text + 1] - texts.starts[text] - 1)
    bits = texts.weights[text] * (prices.outlier + prices.edit + texts.constants[text])
    room = outliers.room if outliers.total > 0 else outliers.room - prices.noise
    return Outliers(outliers.texts, outliers.total + 1, outliers.characters + characters, room - bits)


@device
def _set_impossible_aside(texts, possible, outliers, prices):
    """The outliers that are known before anything is read; their room is below 0 where there is none."""
    for text in range(texts.examples):
        if not possible[text]:
            outliers = _set_aside(text, texts, outliers, prices)
    strange = outliers.characters
    if strange * _outlier_character_bits(0.0, strange, texts, prices) > outliers.room:
        return Outliers(outliers.texts, outliers.total, strange, -1.0)
    return outliers


@device
def _read_examples(texts, possible, outliers, g, change, reference, trellis, prices):
    """Bits of the characters and fixed choices of the examples, or infinity when all is certainly above the room.

    Counts the arcs of `g` on their paths; returns the outliers with those that no path reads as well.
    """
    read = 0.0
    for text in range(texts.examples):
        last, time = NO_PATH, 0
        if possible[text]:
            last, time, bits = read_changed(text, texts, g, change, reference, trellis)
            if last == NO_PATH:
                outliers = _set_aside(text, texts, outliers, prices)
            else:
                read += texts.weights[text] * bits
            # what is read and what is strange only grow, so this price of a strange character is the least
            strange = outliers.characters
            each = _outlier_character_bits(read - texts.constant, strange, texts, prices)
            if read + strange * each > outliers.room:
                return np.inf, outliers
        count_changed(text, texts, last, time, g, change, reference, trellis)
    return read, outliers


@device
def _edits_bits(texts, outliers, each, room, g, places, mark, prices):
    """Bits of the outliers, each character at `each` bits, or infinity when they are certainly more than `room`."""
    bits = prices.noise
    room -= bits
    weights, starts = texts.weights, texts.starts
    for number in outliers:  # by at least one edit
        characters = texts.constants[number] + each * (starts[number + 1] - starts[number] - 1)
        room -= weights[number] * (prices.outlier + prices.edit + characters)
    for number in outliers:
        text = texts.symbols[starts[number] : starts[number + 1]]
        price = weights[number] * prices.edit
        if room < 0.0:
            return np.inf
        limit = min(2.0 ** min(1.0 + room / price, 20.0), MAX_DISTANCE)
        distance = _edit_distance(text, texts.character_bits, g, places, mark, int(limit))
        mark += 1
        if distance == TOO_FAR:
            return np.inf
        edit_bits = log2(1.0 + distance)
        room -= price * (edit_bits - 1.0)
        characters = texts.constants[number] + each * (text.size - 1)
        bits += weights[number] * (prices.outlier + prices.edit * edit_bits + characters)
    return bits


@entry
def describe(
    tokens, program_offsets, texts, leaves, words, vocabularies, prices, prior, cutoff, possible, memory, results
):
    """The code lengths of packed programs, a row of `results` (programs, COLUMNS) each; TOTAL is infinite when a
    program is too large, or certainly above `cutoff`, and the terms of such a row are not all known.

    Each program is read by what it differs in from the first, so neighbours of the first are quick. `possible`
    (programs, texts) is false for texts that a program does not accept, as far as that is known. `memory` is an array
    of two GENERATOR.
    """
    starts = texts.starts
    end_class = texts.character_bits.shape[0] - 1
    strings = starts.size - 1
    longest = 0
    for string in range(strings):
        longest = max(longest, starts[string + 1] - starts[string] - 1)
    r, g = memory[0], memory[1]
    if not build_generator(tokens[: program_offsets[1]], leaves.kinds, prior, end_class, r):
        r.positions = r.arc_count = 0
        r.first_arc[:3] = 0
    reference = Reference(
        np.empty(max(1, min(MAX_STEPS, (starts[-1] + 2 * strings) * (r.positions + 2))), STEP),
        np.empty((strings, longest + 3), np.int64),
        np.empty((strings, longest + 3), np.int64),
        np.empty((strings, r.positions + 2), np.int64),
    )
    refer(texts, r, reference)
    count_paths(texts, r, reference)
    written = np.empty(leaves.bits.shape[0], np.uint64)
    outlying = np.empty(texts.examples, np.int64)
    trellis = np.empty(0, STEP)
    places = Places(np.empty(0, PLACE), np.empty(0, np.int32))
    mark = 1  # increases, so that what was seen need not be cleared
    for index in range(program_offsets.size - 1):
        program = tokens[program_offsets[index] : program_offsets[index + 1]]
        row = results[index]
        row[:] = 0.0
        row[TOTAL] = np.inf
        row[PATTERN] = program_bits(program, leaves, words, vocabularies, written, prices, prior)
        if row[PATTERN] > cutoff:
            continue
        room = cutoff + ROUNDING - row[PATTERN]
        outliers = _set_impossible_aside(texts, possible[index], Outliers(outlying, 0, 0.0, room), prices)
        if outliers.room < 0.0 or not build_generator(program, leaves.kinds, prior, end_class, g):
            continue
        grid = (longest + 2) * (g.positions + 2)
        if trellis.size < grid:
            trellis = np.empty(grid, STEP)
        change = compare(g, r)
        for string in range(texts.examples, strings):
            if possible[index, string] and read_changed(string, texts, g, change, reference, trellis)[0] != NO_PATH:
                row[ACCEPTED_NEGATIVES] += 1.0
        row[NEGATIVES] = row[ACCEPTED_NEGATIVES] * prices.negative
        start_counts(g, r, change)
        outliers = Outliers(outlying, outliers.total, outliers.characters, outliers.room - row[NEGATIVES])
        read, outliers = _read_examples(texts, possible[index], outliers, g, change, reference, trellis, prices)
        if read == np.inf:
            continue
        row[EXAMPLES] = read + _choices_bits(g, prices)
        room = cutoff + ROUNDING - row[PATTERN] - row[NEGATIVES] - row[EXAMPLES]
        if outliers.total > 0:
            if places.seen.size < grid:
                places = Places(np.empty(grid, PLACE), np.zeros(grid, np.int32))
            for string in outlying[: outliers.total]:
                row[OUTLIERS] += texts.weights[string]
            read = row[EXAMPLES] - texts.constant
            for string in outlying[: outliers.total]:
                read += texts.weights[string] * texts.constants[string]
            each = _outlier_character_bits(read, outliers.characters, texts, prices)
            row[EDITS] = _edits_bits(texts, outlying[: outliers.total], each, room, g, places, mark, prices)
            mark += outliers.total
        row[TOTAL] = row[PATTERN] + row[EXAMPLES] + row[EDITS] + row[NEGATIVES]
