"""Whether two entries of the bank, joined, are an answer: decided on the examples alone, without storing anything."""

# mypy: disable-error-code="untyped-decorator, no-any-return, return-value"
# (numba is untyped, and its integers are not Python's)
import numpy as np
from numpy.typing import NDArray

from dsl.kernels.compilation.decorators import entry
from searchers.exact.infixes import Bits, Indices, Splits
from searchers.exact.kernels.bank import CONCAT, UNION, Bank, Goal, Hits, consistent, hit, touches
from searchers.exact.kernels.sequences import tabulate

STARTS, ENDS, CLEAN = 1, 2, 4


@entry
def describe(bank: Bank, start: int, goal: Goal, roles: NDArray[np.uint8]) -> None:
    """Write what the entries from `start` on can be part of: roles[i] is a sum of STARTS, ENDS and CLEAN.

    STARTS: has a prefix of every positive. ENDS: has a suffix of every positive. CLEAN: has no negative.
    """
    for i in range(roles.size):
        sequence = bank.sequences[start + i]
        empty = sequence[0] & np.uint64(1) != 0
        role = STARTS if empty or touches(sequence, goal.prefixes) else 0
        if empty or touches(sequence, goal.suffixes):
            role += ENDS
        wrong = np.uint64(0)
        for k in range(sequence.size):
            wrong |= sequence[k] & goal.negatives[k]
        if wrong == 0:
            role += CLEAN
        roles[i] = role


@entry
def match_entries(bank: Bank, entries: Indices, goal: Goal, hits: Hits) -> None:
    """Note every consistent entry."""
    for i in entries:
        if consistent(bank.sequences[i], goal):
            hit(hits, bank.kinds[i], bank.lefts[i], bank.rights[i], -1)


@entry
def match_concatenations(
    bank: Bank, fixed: Indices, free: Indices, fixed_is_left: bool, splits: Splits, wanted: Bits, hits: Hits
) -> None:
    """Note every consistent concatenation of an entry of `fixed` with one of `free`.

    `splits` is grouped by the free half and has the cuts of the examples alone, numbered as columns; `wanted`
    uint64 has the columns of the positives.
    """
    words, width = splits.starts.size - 1, wanted.size
    masks = np.empty((words, width), dtype=np.uint64)
    table = np.empty(((words + 7) // 8, 256, width), dtype=np.uint64)
    for i in fixed:
        tabulate(bank.sequences[i], splits, masks, table)
        for j in free:
            right = True
            for k in range(width):
                columns = np.uint64(0)
                for chunk in range(table.shape[0]):
                    columns |= table[chunk, bank.octets[j, chunk], k]
                if columns != wanted[k]:
                    right = False
                    break
            if right and fixed_is_left:
                hit(hits, CONCAT, i, j, -1)
            elif right:
                hit(hits, CONCAT, j, i, -1)


@entry
def match_unions(bank: Bank, lefts: Indices, rights: Indices, goal: Goal, hits: Hits) -> None:
    """Note every consistent union of an entry of `lefts`, none a union, with a later one of `rights`."""
    sequence = np.empty(goal.positives.size, dtype=np.uint64)
    for i in lefts:
        for j in rights:
            if i >= (bank.lefts[j] if bank.kinds[j] == UNION else j):
                continue
            for k in range(sequence.size):
                sequence[k] = bank.sequences[i, k] | bank.sequences[j, k]
            if consistent(sequence, goal):
                hit(hits, UNION, i, j, -1)
