"""Cheapest paths of texts through a generator; those through a changed generator start from the paths they had before.

A neighbour of a program differs from it in one place. A text is read anew only from where it comes to that place to
where all that can still happen is again what happened before. The reference is the generator that was read in full.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.compilation.decorators import device, inlined_device

NO_PATH: Final = -1
MAX_STEPS: Final = 1 << 20  # of the reference; texts that take more are read anew each time
ROUNDING: Final = 1e-9  # bits

# A position that is reached after so many characters of a text, and how. Those of one text form a trellis.
STEP: Final = np.dtype(
    [
        ("bits", np.float64),  # with those of choices, by which the cheapest path is found
        ("read", np.float64),  # the characters and fixed choices alone
        ("position", np.int32),
        ("arc", np.int32),
        ("before", np.int32),
    ],
    align=True,
)


class Texts(NamedTuple):
    """Examples and negatives: text i is symbols[starts[i] : starts[i + 1]], its last symbol the end, the same for all.

    `character_bits` are those of a symbol as one of a class behind one of each kind and, last, as the first of a run;
    infinite for symbols of other classes. The last class is that of the end, which costs nothing.
    """

    symbols: NDArray[np.int32]
    starts: NDArray[np.int64]
    weights: NDArray[np.float64]  # (texts,)
    examples: int  # the first so many texts; the others are negatives
    characters: float  # of all examples
    constants: NDArray[np.float64]  # (texts,), bits of the characters of each, whatever class reads them
    constant: float  # those of all examples
    kinds: NDArray[np.int64]  # (symbols,)
    character_bits: NDArray[np.float64]  # (classes + 1, kinds + 1, symbols)


class Reference(NamedTuple):
    """How all texts are read by one generator. A text that is not kept has step 0 for its start and goes no further."""

    steps: NDArray[np.void]
    layers: NDArray[np.int64]  # (texts, longest + 2), where the steps after so many characters begin
    path: NDArray[np.int64]  # (texts, longest + 2), the step of the cheapest path after so many; path[i, 0] is NO_PATH
    entered: NDArray[np.int64]  # (texts, MAX_POSITIONS + 2), characters read when a position so high is first reached


class Change(NamedTuple):
    """Where a generator is another than the reference."""

    same: int  # arcs from the positions below are the same
    tail: int  # arcs from here on are the same too, and lead no further back than here
    shift: int  # positions that the reference has less before the tail
    arc_shift: int


@inlined_device
def _advance(symbol, kind, first, end, g, character_bits, trellis):
    """Read a character: the steps it leads to are written behind those it leads on from, first:end. Returns their end.

    `kind` is that of the character before it.
    """
    count = end
    first_of_run = character_bits.shape[1] - 1
    for step in range(first, end):
        so_far, read, position = trellis[step].bits, trellis[step].read, trellis[step].position
        for arc in range(g.first_arc[position], g.first_arc[position + 1]):
            target = g.arcs[arc].target
            behind = kind if g.classes[target] == g.classes[position] else first_of_run
            own = character_bits[g.classes[target], behind, symbol]
            reached = so_far + g.arcs[arc].cost + own
            if reached == np.inf:
                continue
            place = g.places[target]
            if place < end:
                place = g.places[target] = count
                count += 1
            elif reached >= trellis[place].bits:
                continue
            trellis[place].bits = reached
            trellis[place].read = read + (g.arcs[arc].fixed + own)
            trellis[place].position = target
            trellis[place].arc = arc
            trellis[place].before = step
    return count


@device
def refer(texts, g, reference):
    """Read all texts by `g` and keep how."""
    steps = reference.steps
    steps[0].bits = steps[0].read = 0.0
    steps[0].position = 0
    begin = 0
    for text in range(texts.starts.size - 1):
        symbols = texts.symbols[texts.starts[text] : texts.starts[text + 1]]
        layers, path = reference.layers[text], reference.path[text]
        if begin + 1 + (symbols.size + 1) * (g.positions + 1) > steps.size:
            layers[0] = 0
            for time in range(symbols.size + 1):
                layers[time + 1] = 1
            path[0] = NO_PATH
            reference.entered[text] = 0  # whatever has changed, it is read from its start
        else:
            last = _read(symbols, begin, g, texts, steps, layers)
            path[0] = NO_PATH
            if last != NO_PATH:
                for time in range(symbols.size, -1, -1):
                    path[time] = last
                    last = steps[last].before
            begin = layers[symbols.size + 1]
            _note_entries(steps, layers, symbols.size, g.positions + 1, reference.entered[text])


@device
def _read(symbols, begin, g, texts, steps, layers):
    """Read a text, its steps from `begin` on. Returns the last one, or NO_PATH."""
    for position in range(g.positions + 2):
        g.places[position] = NO_PATH
    steps[begin] = steps[0]
    layers[0] = begin
    layers[1] = begin + 1
    kind = texts.character_bits.shape[1] - 1
    for time in range(symbols.size):
        layers[time + 2] = _advance(symbols[time], kind, layers[time], layers[time + 1], g, texts.character_bits, steps)
        kind = texts.kinds[symbols[time]]
    return layers[symbols.size] if layers[symbols.size + 1] > layers[symbols.size] else NO_PATH


@device
def _note_entries(steps, layers, size, end, entered):
    """Note for each position when it or a higher one is first reached; beyond the text for those that never are."""
    highest = 0
    for time in range(size + 1):
        for step in range(layers[time], layers[time + 1]):
            while highest <= steps[step].position:
                entered[highest] = time
                highest += 1
    for position in range(highest, end + 1):
        entered[position] = size + 1


@device
def compare(g, r):
    """The change from generator `r` to `g`."""
    same = 0
    while same <= min(g.positions, r.positions) and _is_same(g, same, r, same):
        same += 1
    shift = g.positions - r.positions
    position = tail = lowest = g.positions + 1
    while position > max(same, same + shift):
        position -= 1
        if not _is_same(g, position, r, position - shift):
            break
        for arc in range(g.first_arc[position], g.first_arc[position + 1]):
            lowest = min(lowest, g.arcs[arc].target)
        if lowest >= position:
            tail = position
    return Change(same, tail, shift, g.arc_count - r.arc_count)


@device
def _is_same(g, position, r, other):
    """Whether a position of `g` and one of `r` read the same and have the same arcs, as seen from where they are."""
    first, begin = g.first_arc[position], r.first_arc[other]
    count = g.first_arc[position + 1] - first
    if g.classes[position] != r.classes[other] or count != r.first_arc[other + 1] - begin:
        return False
    for index in range(count):
        one, two = g.arcs[first + index], r.arcs[begin + index]
        if one.target - position != two.target - other or one.cost != two.cost or one.fixed != two.fixed:
            return False
        if g.classes[one.target] != r.classes[two.target]:
            return False
    return True


@device
def read_changed(text, texts, g, change, reference, trellis):
    """Read a text by a changed generator from where the change is met, its new steps in `trellis` from 0 on.

    Returns the last new step of the cheapest path, or NO_PATH; how many characters are read there, behind which the
    path of the reference goes on; and the bits of the whole path without open choices.
    """
    begin = texts.starts[text]
    size = texts.starts[text + 1] - begin
    steps, layers, path = reference.steps, reference.layers, reference.path
    time = int(reference.entered[text, change.same])
    if time > size:
        return NO_PATH, time, 0.0
    for position in range(g.positions + 2):
        g.places[position] = NO_PATH
    first, end = 0, layers[text, time + 1] - layers[text, time]
    for step in range(end):
        trellis[step] = steps[layers[text, time] + step]
    kind = texts.kinds[texts.symbols[begin + time - 1]] if time > 0 else texts.character_bits.shape[1] - 1
    while first < end:
        if _is_behind(change, trellis, first, end, steps, layers[text, time], layers[text, time + 1]):
            if path[text, 0] == NO_PATH:
                return NO_PATH, time, 0.0
            met = path[text, time]
            step = first + met - layers[text, time]
            return step, time, trellis[step].read + (steps[path[text, size]].read - steps[met].read)
        if time == size:
            return first, time, trellis[first].read
        symbol = texts.symbols[begin + time]
        first, end = end, _advance(symbol, kind, first, end, g, texts.character_bits, trellis)
        kind = texts.kinds[symbol]
        time += 1
    return NO_PATH, time, 0.0


@inlined_device
def _is_behind(change, trellis, first, end, steps, begin, stop):
    """Whether all goes on as it did for the reference: it was at the same positions, each as much cheaper or dearer."""
    if end - first != stop - begin:
        return False
    difference = trellis[first].bits - steps[begin].bits
    for index in range(end - first):
        new, old = trellis[first + index], steps[begin + index]
        if new.position < change.tail or new.position - change.shift != old.position:
            return False
        if abs(new.bits - old.bits - difference) > ROUNDING:
            return False
    return True


@device
def start_counts(g, r, change):
    """The counts of the reference `r` where its arcs are those of `g`, and none elsewhere."""
    head, tail = g.first_arc[change.same], g.first_arc[change.tail]
    for arc in range(g.arc_count):  # not by slices: numba takes a second to compile what compares their shapes
        if arc < head:
            g.arc_counts[arc] = r.arc_counts[arc]
        elif arc < tail:
            g.arc_counts[arc] = 0.0
        else:
            g.arc_counts[arc] = r.arc_counts[arc - change.arc_shift]


@device
def count_changed(text, texts, last, time, g, change, reference, trellis):
    """Count the path of a text that `read_changed` returned, and no longer that of the reference."""
    size, weight = texts.starts[text + 1] - texts.starts[text], texts.weights[text]
    steps, path = reference.steps, reference.path
    entered = int(reference.entered[text, change.same])
    new, old = last, NO_PATH
    if path[text, 0] != NO_PATH:
        if last == NO_PATH:
            time = size
        old = path[text, time]
    if new != NO_PATH:
        for _ in range(time - entered):
            g.arc_counts[trellis[new].arc] += weight
            new = trellis[new].before
        new += reference.layers[text, entered]
    if old != NO_PATH:
        for _ in range(time - entered):
            _uncount(steps[old].arc, weight, g, change)
            old = steps[old].before
    time = min(time, entered)
    while time > 0 and new != old:
        if new != NO_PATH:
            g.arc_counts[steps[new].arc] += weight
            new = steps[new].before
        if old != NO_PATH:
            _uncount(steps[old].arc, weight, g, change)
            old = steps[old].before
        time -= 1


@device
def _uncount(arc, weight, g, change):
    if arc < g.first_arc[change.same]:
        g.arc_counts[arc] -= weight
    elif arc + change.arc_shift >= g.first_arc[change.tail]:
        g.arc_counts[arc + change.arc_shift] -= weight


@device
def count_paths(texts, r, reference):
    """Count the arcs of the reference, the generator `r`, on its paths of the examples."""
    for arc in range(r.arc_count):
        r.arc_counts[arc] = 0.0
    for text in range(texts.examples):
        step = reference.path[text, 0]
        if step != NO_PATH:
            size = texts.starts[text + 1] - texts.starts[text]
            step = reference.path[text, size]
            for _ in range(size):
                r.arc_counts[reference.steps[step].arc] += texts.weights[text]
                step = reference.steps[step].before
