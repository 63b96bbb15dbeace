"""The two-part code of `scoring.coding` for packed programs: bits of the program, of the examples, of the edits.

The path of a string through the generator is the cheapest one (Viterbi); its open choices are counted over all
examples and then coded adaptively. Examples outside the language are outliers: they pay for the edits to the nearest
string of the language, found over the same arcs.
"""

from __future__ import annotations

from math import lgamma, log, log2
from typing import Final

import numpy as np

from dsl.expressions.programs import CONCAT, EPSILON_TOKEN, OPTION, PLUS, REPEAT, UNION
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
    Texts,
    compare,
    count_changed,
    count_paths,
    read_changed,
    refer,
    start_counts,
)

# columns of the result
TOTAL, PATTERN, EXAMPLES, EDITS, NEGATIVES, OUTLIERS, ACCEPTED_NEGATIVES = range(7)
COLUMNS: Final = 7

# the numbers of searchers.scoring.coding that the kernel needs, as one array
(
    CONCAT_PRICE,
    UNION_PRICE,
    OPTION_PRICE,
    PLUS_PRICE,
    STAR_PRICE,
    EXACT_PRICE,
    OPEN_FROM_PRICE,
    BOUNDED_PRICE,
    EPSILON_PRICE,
    COUNT_WEIGHT_PRICE,
    NEGATIVE_PRICE,
    NOISE_PRICE,
    OUTLIER_PRICE,
    EDIT_PRICE,
    OUTSIDE_PRICE,
    INTEGER_SLOPE,
    CHOICE_PRIOR,
    GO_PRIOR,
    STOP_PRIOR,
) = range(19)

TOO_FAR: Final = -1
MAX_DISTANCE: Final = 1 << 20
ROUNDING: Final = 1e-6  # bits; what is above the cutoff by less may be so by rounding alone

# A place on the way from a text to the language: characters of the text that are done with, and the position.
PLACE: Final = np.dtype([("time", np.int32), ("position", np.int32)])


@device
def _integer_bits(n, prices):
    return prices[INTEGER_SLOPE] * log2(n) + 1.0


@device
def _program_bits(program, class_bits, written, prices):
    for index in range(written.size):
        written[index] = False
    bits = 0.0
    index = 0
    while index < program.size:
        token = program[index]
        index += 1
        if token >= 0:
            bits += class_bits[token, 1] if written[token] else class_bits[token, 0]
            written[token] = True
        elif token == CONCAT:
            bits += prices[CONCAT_PRICE]
        elif token == UNION:
            bits += prices[UNION_PRICE]
        elif token == OPTION:
            bits += prices[OPTION_PRICE]
        elif token == EPSILON_TOKEN:
            bits += prices[EPSILON_PRICE]
        elif token == REPEAT:
            low, high = program[index], program[index + 1]
            index += 2
            if high < 0:
                bits += prices[OPEN_FROM_PRICE] + _integer_bits(low, prices)
            elif low == high:
                bits += prices[EXACT_PRICE] + _integer_bits(low, prices)
            else:
                bits += prices[BOUNDED_PRICE] + _integer_bits(low + 1, prices) + _integer_bits(high - low, prices)
        else:
            bits += prices[PLUS_PRICE] if token == PLUS else prices[STAR_PRICE]
    return bits


@device
def _edit_distance(text, g, character_bits, queue, seen, mark, limit):
    """Levenshtein distance from `text` to the language, or TOO_FAR beyond `limit`.

    Breadth first over pairs of a place in the text and a position: all that is reached with no edit, with one, …
    """
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
            bits += prices[COUNT_WEIGHT_PRICE] * _choice_bits(chosen, other, prices[GO_PRIOR], prices[STOP_PRIOR])
        else:
            bits += _choice_bits(chosen, other, prices[CHOICE_PRIOR], prices[CHOICE_PRIOR])
    return bits


@device
def _strange_bits(read, strange, total_characters, prices):
    """Bits of a character of an outlier: what others cost, the dearer the more such characters there are."""
    return (read + strange * prices[OUTSIDE_PRICE]) / max(total_characters, 1.0)


@device
def _set_aside(string, texts, weights, outliers, count, strange, room, prices):
    """One outlier more: how many there are, the characters of all, and the room that their least edits leave."""
    outliers[count] = string
    if count == 0:
        room -= prices[NOISE_PRICE]
    strange += weights[string] * (texts.starts[string + 1] - texts.starts[string] - 1)
    return count + 1, strange, room - weights[string] * (prices[OUTLIER_PRICE] + prices[EDIT_PRICE])


@device
def _set_impossible_aside(texts, weights, positives, total_characters, room, possible, outliers, prices):
    """The outliers that are known before anything is read, their characters, and the room that they leave, below 0
    where there is none. Fills `outliers`."""
    strange = 0.0
    count = 0
    for string in range(positives):
        if not possible[string]:
            count, strange, room = _set_aside(string, texts, weights, outliers, count, strange, room, prices)
    if strange * _strange_bits(0.0, strange, total_characters, prices) > room:
        room = -1.0
    return count, strange, room


@device
def _read_examples(
    texts, weights, positives, total_characters, count, strange, room, possible, g, change, reference, trellis,
    outliers, prices,
):  # fmt: skip
    """Bits of the characters and fixed choices of the examples, or infinity when all is certainly above `room` bits.

    Counts the arcs of `g` on their paths, and adds those that no path reads to the `count` outliers with `strange`
    characters; returns the number of all as well.
    """
    read = 0.0
    for string in range(positives):
        last, time = NO_PATH, 0
        if possible[string]:
            last, time, bits = read_changed(string, texts, g, change, reference, trellis)
            if last == NO_PATH:
                count, strange, room = _set_aside(string, texts, weights, outliers, count, strange, room, prices)
            else:
                read += weights[string] * bits
            # what is read and what is strange only grow, so this price of a strange character is the least
            if read + strange * _strange_bits(read, strange, total_characters, prices) > room:
                return np.inf, count
        size = texts.starts[string + 1] - texts.starts[string]
        count_changed(string, size, last, time, weights[string], g, change, reference, trellis)
    return read, count


@device
def _edits_bits(texts, starts, weights, outliers, each, room, g, character_bits, queue, seen, mark, prices):
    """Bits of the outliers, each character at `each` bits, or infinity when they are certainly more than `room`."""
    bits = prices[NOISE_PRICE]
    room -= bits
    for string in outliers:  # by at least one edit
        room -= weights[string] * (
            prices[OUTLIER_PRICE] + prices[EDIT_PRICE] + each * (starts[string + 1] - starts[string] - 1)
        )
    for string in outliers:
        text = texts[starts[string] : starts[string + 1]]
        price = weights[string] * prices[EDIT_PRICE]
        if room < 0.0:
            return np.inf
        limit = min(2.0 ** min(1.0 + room / price, 20.0), MAX_DISTANCE)
        distance = _edit_distance(text, g, character_bits, queue, seen, mark, int(limit))
        mark += 1
        if distance == TOO_FAR:
            return np.inf
        edit_bits = log2(1.0 + distance)
        room -= price * (edit_bits - 1.0)
        bits += weights[string] * (prices[OUTLIER_PRICE] + prices[EDIT_PRICE] * edit_bits + each * (text.size - 1))
    return bits


@entry
def describe(
    tokens, program_offsets, symbols, starts, weights, positives, class_bits, character_bits, kinds,
    prices, cutoff, possible, memory, results
):  # fmt: skip
    """The code lengths of packed programs, a row of `results` (programs, COLUMNS) each; TOTAL is infinite when a
    program is too large, or certainly above `cutoff`, and the terms of such a row are not all known.

    Each program is read by what it differs in from the first, so neighbours of the first are quick.

    Text i is symbols[starts[i] : starts[i + 1]], its last symbol the end of the text, the same for all. Texts below
    `positives` are examples with `weights`, the others are negatives. `class_bits` (classes, 2) are the bits of a
    class as a leaf, at first and again. `character_bits` (classes + 1, kinds + 1, symbols) are those of a character of
    it behind one of each kind and, last, as the first of a run; infinite for others; the last class is that of the
    end, which costs nothing. `kinds` (symbols,) are the kinds. `possible` (programs, texts) is false for texts that a
    program does not accept, as far as that is known.
    `memory` is an array of two GENERATOR.
    """
    end_class = character_bits.shape[0] - 1
    strings = starts.size - 1
    longest = 0
    total_characters = 0.0
    for string in range(strings):
        characters = starts[string + 1] - starts[string] - 1
        longest = max(longest, characters)
        if string < positives:
            total_characters += weights[string] * characters
    texts = Texts(symbols, starts, character_bits, kinds)
    r, g = memory[0], memory[1]
    if not build_generator(tokens[: program_offsets[1]], prices[COUNT_WEIGHT_PRICE], end_class, r):
        r.positions = r.arc_count = 0
        r.first_arc[:3] = 0
    reference = Reference(
        np.empty(max(1, min(MAX_STEPS, (starts[-1] + 2 * strings) * (r.positions + 2))), STEP),
        np.empty((strings, longest + 3), np.int64),
        np.empty((strings, longest + 3), np.int64),
        np.empty((strings, r.positions + 2), np.int64),
    )
    refer(texts, r, reference)
    count_paths(weights, positives, texts, r, reference)
    written = np.empty(class_bits.shape[0], np.bool_)
    outliers = np.empty(positives, np.int64)
    trellis = np.empty(0, STEP)
    queue = np.empty(0, PLACE)
    seen = np.empty(0, np.int32)
    mark = 1  # increases, so that `seen` need not be cleared
    for index in range(program_offsets.size - 1):
        program = tokens[program_offsets[index] : program_offsets[index + 1]]
        row = results[index]
        row[:] = 0.0
        row[TOTAL] = np.inf
        row[PATTERN] = _program_bits(program, class_bits, written, prices)
        if row[PATTERN] > cutoff:
            continue
        room = cutoff + ROUNDING - row[PATTERN]
        count, strange, room = _set_impossible_aside(
            texts, weights, positives, total_characters, room, possible[index], outliers, prices
        )
        if room < 0.0 or not build_generator(program, prices[COUNT_WEIGHT_PRICE], end_class, g):
            continue
        grid = (longest + 2) * (g.positions + 2)
        if trellis.size < grid:
            trellis = np.empty(grid, STEP)
        change = compare(g, r)
        for string in range(positives, strings):
            if possible[index, string] and read_changed(string, texts, g, change, reference, trellis)[0] != NO_PATH:
                row[ACCEPTED_NEGATIVES] += 1.0
        row[NEGATIVES] = row[ACCEPTED_NEGATIVES] * prices[NEGATIVE_PRICE]
        start_counts(g, r, change)
        read, count = _read_examples(
            texts, weights, positives, total_characters, count, strange, room - row[NEGATIVES], possible[index], g,
            change, reference, trellis, outliers, prices,
        )  # fmt: skip
        if read == np.inf:
            continue
        row[EXAMPLES] = read + _choices_bits(g, prices)
        room = cutoff + ROUNDING - row[PATTERN] - row[NEGATIVES] - row[EXAMPLES]
        if count > 0:
            if seen.size < grid:
                queue = np.empty(grid, PLACE)
                seen = np.zeros(grid, np.int32)
            strange = 0.0
            for string in outliers[:count]:
                row[OUTLIERS] += weights[string]
                strange += weights[string] * (starts[string + 1] - starts[string] - 1)
            each = _strange_bits(row[EXAMPLES], strange, total_characters, prices)
            row[EDITS] = _edits_bits(
                symbols, starts, weights, outliers[:count], each, room, g, character_bits, queue, seen, mark, prices
            )  # fmt: skip
            mark += count
        row[TOTAL] = row[PATTERN] + row[EXAMPLES] + row[EDITS] + row[NEGATIVES]
