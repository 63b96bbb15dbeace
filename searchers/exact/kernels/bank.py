"""The bank of a bottom-up enumeration: every distinct characteristic sequence once, with how it came about."""

# mypy: disable-error-code="untyped-decorator, no-any-return, return-value"
# (numba is untyped, and its integers are not Python's)
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.compilation.decorators import device, entry
from searchers.exact.infixes import Bits, Indices, Splits
from searchers.exact.kernels.sequences import holds, one_more, repeats, tabulate

LEAF, CONCAT, UNION, REPEAT = 0, 1, 2, 3


class Bank(NamedTuple):
    """Entry e is a leaf (lefts: its number), a repeat (lefts: the body, rights: which count), or joins two entries.

    sequences uint64 (capacity, width), octets the same memory as uint8 (capacity, 8 · width), kinds int8, lefts and
    rights int32 (capacity,), slots int32 (a power of two,): an open hash set of entry numbers plus one.
    """

    sequences: Bits
    octets: NDArray[np.uint8]
    kinds: NDArray[np.int8]
    lefts: Indices
    rights: Indices
    slots: Indices


class Goal(NamedTuple):
    """What an answer has to do: contain `positives`, avoid `negatives`, both uint64 (width,).

    A row of `prefixes` and of `suffixes` (non-empty positives, width) has the non-empty prefixes, suffixes of one
    positive. Of every example, shortest first: `lengths` int32 is its length, `belongs` whether it is a positive, and
    `cuts` int32, one example after another, has its infixes from i to j for j = 1, 2, …, for i = 0 to j - 1.
    fits[n, i] uint64 says into how many non-empty words of a body an example may be cut, bit k for k of them, for the
    i-th repeat to read it; n is 1 when the body has the empty word, and bit 63 stands for 63 and all above.
    """

    positives: Bits
    negatives: Bits
    prefixes: Bits
    suffixes: Bits
    lengths: Indices
    belongs: NDArray[np.bool_]
    cuts: Indices
    fits: Bits


class Hits(NamedTuple):
    """Consistent expressions found: rows int32 (limit, 4) of kind, left, right and the repeat around it (-1: none).

    `found` int64 (1,) counts them, also those that no row was left for.
    """

    rows: Indices
    found: NDArray[np.int64]


@device
def slot_of(sequence: Bits, slots: Indices) -> int:
    """Where to look for a sequence first."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for k in range(sequence.size):
        mixed = (mixed ^ sequence[k]) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(slots - 1))


@device
def insert(bank: Bank, count: int, sequence: Bits, kind: int, left: int, right: int) -> int:
    """Add a sequence unless the bank of `count` entries has it. Returns the new count."""
    slot = slot_of(sequence, bank.slots.size)
    while bank.slots[slot] != 0:
        entry = bank.slots[slot] - 1
        same = True
        for k in range(sequence.size):
            if bank.sequences[entry, k] != sequence[k]:
                same = False
                break
        if same:
            return count
        slot = (slot + 1) & (bank.slots.size - 1)
    bank.slots[slot] = count + 1
    for k in range(sequence.size):
        bank.sequences[count, k] = sequence[k]  # a slice takes seconds to compile
    bank.kinds[count] = kind
    bank.lefts[count] = left
    bank.rights[count] = right
    return count + 1


@entry
def add_leaf(bank: Bank, count: int, sequence: Bits, number: int) -> int:
    """Add what a leaf reads. Returns the new count."""
    return insert(bank, count, sequence, LEAF, number, 0)


@entry
def move(bank: Bank, larger: Bank, start: int, end: int) -> None:
    """Copy the entries from `start` to `end` into a larger bank."""
    for place in range(start, end):
        slot = slot_of(bank.sequences[place], larger.slots.size)
        while larger.slots[slot] != 0:
            slot = (slot + 1) & (larger.slots.size - 1)
        larger.slots[slot] = place + 1
        for k in range(bank.sequences.shape[1]):
            larger.sequences[place, k] = bank.sequences[place, k]
        larger.kinds[place] = bank.kinds[place]
        larger.lefts[place] = bank.lefts[place]
        larger.rights[place] = bank.rights[place]


@device
def consistent(sequence: Bits, goal: Goal) -> bool:
    """Whether a language has every positive and no negative."""
    wrong = np.uint64(0)
    for k in range(sequence.size):
        wrong |= sequence[k] & goal.negatives[k] | goal.positives[k] & ~sequence[k]
    return wrong == 0


@device
def touches(sequence: Bits, sets: Bits) -> bool:
    """Whether a language has a word of every set."""
    for i in range(sets.shape[0]):
        common = np.uint64(0)
        for k in range(sequence.size):
            common |= sequence[k] & sets[i, k]
        if common == 0:
            return False
    return True


@device
def hit(hits: Hits, kind: int, left: int, right: int, count: int) -> None:
    """Note a consistent expression."""
    found = hits.found[0]
    if found < hits.rows.shape[0]:
        hits.rows[found, 0] = kind
        hits.rows[found, 1] = left
        hits.rows[found, 2] = right
        hits.rows[found, 3] = count
    hits.found[0] = found + 1


@device
def piece_counts(body: Bits, cuts: Indices, start: int, length: int, reached: Bits) -> np.uint64:
    """Into how many non-empty words of a language an example can be cut: bit k for k pieces, bit 63 for 63 or more.

    The cuts of the example begin at `start`; `reached`, longer than the example, is working space.
    """
    reached[0] = 1
    cut = start
    for end in range(1, length + 1):
        counts = np.uint64(0)
        for begin in range(end):
            if reached[begin] and holds(body, cuts[cut]):
                counts |= one_more(reached[begin])
            cut += 1
        reached[end] = counts
    return reached[length]


@device
def match_repeats(body: Bits, kind: int, left: int, right: int, goal: Goal, reached: Bits, hits: Hits) -> None:
    """Note the consistent ones among the repeats of a language that is not in the bank, example by example."""
    if not (touches(body, goal.prefixes) and touches(body, goal.suffixes)):
        return  # whatever the repeat, a word of the body begins and another ends every positive
    fits = goal.fits[1 if holds(body, 0) else 0]
    alive = ~np.uint64(0) >> np.uint64(64 - fits.size)
    start = 0
    for example in range(goal.lengths.size):
        length = goal.lengths[example]
        counts = piece_counts(body, goal.cuts, start, length, reached)
        start += length * (length + 1) // 2
        for i in range(fits.size):
            if (counts & fits[i] != 0) != goal.belongs[example]:
                alive &= ~(np.uint64(1) << np.uint64(i))
        if alive == 0:
            return
    for i in range(fits.size):
        if alive >> np.uint64(i) & np.uint64(1):
            hit(hits, kind, left, right, i)


@entry
def concatenations(
    bank: Bank,
    count: int,
    fixed: Indices,
    free: Indices,
    fixed_is_left: bool,
    splits: Splits,
    goal: Goal,
    hits: Hits,
    storing: bool,
) -> int:
    """Join every entry of `fixed` with every entry of `free`: store what comes about, or match its repeats.

    `splits` is grouped by the free half. Returns the new count of entries.
    """
    words, width = splits.starts.size - 1, bank.sequences.shape[1]
    masks = np.empty((words, width), dtype=np.uint64)
    table = np.empty(((words + 7) // 8, 256, width), dtype=np.uint64)
    sequence = np.empty(width, dtype=np.uint64)
    reached = np.empty(goal.lengths[-1] + 1, dtype=np.uint64)
    for i in fixed:
        tabulate(bank.sequences[i], splits, masks, table)
        for j in free:
            sequence[:] = 0
            for chunk in range(table.shape[0]):
                for k in range(width):
                    sequence[k] |= table[chunk, bank.octets[j, chunk], k]
            left, right = (i, j) if fixed_is_left else (j, i)
            if storing:
                count = insert(bank, count, sequence, CONCAT, left, right)
            else:
                match_repeats(sequence, CONCAT, left, right, goal, reached, hits)
    return count


@entry
def unions(bank: Bank, count: int, lefts: Indices, rights: Indices, goal: Goal, hits: Hits, storing: bool) -> int:
    """Unite every entry of `lefts`, none a union, with every later one of `rights`: store or match as above."""
    width = bank.sequences.shape[1]
    sequence = np.empty(width, dtype=np.uint64)
    reached = np.empty(goal.lengths[-1] + 1, dtype=np.uint64)
    for i in lefts:
        for j in rights:
            # b|(a|c) -> a|(b|c)
            if i >= (bank.lefts[j] if bank.kinds[j] == UNION else j):
                continue
            for k in range(width):
                sequence[k] = bank.sequences[i, k] | bank.sequences[j, k]
            if storing:
                count = insert(bank, count, sequence, UNION, i, j)
            else:
                match_repeats(sequence, UNION, i, j, goal, reached, hits)
    return count


@entry
def repetitions(
    bank: Bank, count: int, bodies: Indices, by_right: Splits, goal: Goal, hits: Hits, storing: bool
) -> int:
    """Repeat every entry of `bodies` by every count: store or match as above."""
    width = bank.sequences.shape[1]
    pieces = np.empty(by_right.starts.size - 1, dtype=np.uint64)
    results = np.empty((goal.fits.shape[1], width), dtype=np.uint64)
    reached = np.empty(goal.lengths[-1] + 1, dtype=np.uint64)
    for body in bodies:
        if not storing and not (
            touches(bank.sequences[body], goal.prefixes) and touches(bank.sequences[body], goal.suffixes)
        ):
            continue  # a repeat of a repeat begins and ends every positive with the body
        repeats(bank.sequences[body], goal.fits, by_right, pieces, results)
        for i in range(goal.fits.shape[1]):
            if storing:
                count = insert(bank, count, results[i], REPEAT, body, i)
            else:
                match_repeats(results[i], REPEAT, body, i, goal, reached, hits)
    return count
