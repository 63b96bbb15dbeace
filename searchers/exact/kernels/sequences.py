"""Concatenation and repetition of languages given as characteristic sequences over an infix closure."""

# mypy: disable-error-code="untyped-decorator, no-any-return, return-value"
# (numba is untyped, and its integers are not Python's)
import numpy as np

from dsl.kernels.compilation.decorators import device
from searchers.exact.infixes import Bits, Splits


@device
def holds(sequence: Bits, number: int) -> bool:
    """Whether the language has the word `number`."""
    return (sequence[number >> 6] >> np.uint64(number & 63)) & np.uint64(1) != 0


@device
def put(sequence: Bits, number: int) -> None:
    """Add the word `number` to the language."""
    sequence[number >> 6] |= np.uint64(1) << np.uint64(number & 63)


@device
def one_more(counts: np.uint64) -> np.uint64:
    """Every count of pieces raised by one; bit 63 stands for 63 and all above."""
    return counts << np.uint64(1) | counts & (np.uint64(1) << np.uint64(63))


@device
def repeats(body: Bits, fits: Bits, by_right: Splits, pieces: Bits, results: Bits) -> None:
    """Write `body` repeated to `results`, once for every column of `fits`, as Goal describes it.

    `pieces` is working space: for every word, into how many non-empty words of the body it can be cut, as bits.
    """
    pieces[:] = 0
    pieces[0] = 1
    for word in range(pieces.size):  # shorter words first: `word` is settled when it is reached
        if pieces[word] != 0:
            counts = one_more(pieces[word])
            for entry in range(by_right.starts[word], by_right.starts[word + 1]):
                other = by_right.others[entry]
                if other != 0 and holds(body, other):
                    pieces[by_right.wholes[entry]] |= counts
    results[:] = 0
    nullable = 1 if holds(body, 0) else 0
    for i in range(fits.shape[1]):
        for word in range(pieces.size):
            if pieces[word] & fits[nullable, i] != 0:
                put(results[i], word)


@device
def tabulate(fixed: Bits, splits: Splits, masks: Bits, table: Bits) -> None:
    """Prepare the concatenation of one language with many: table[c, b] has what byte c with the value b gives.

    masks (words, width) and table (words / 8, 256, width) are working space. `splits` is grouped by the free half.
    """
    masks[:] = 0
    for word in range(splits.starts.size - 1):
        for entry in range(splits.starts[word], splits.starts[word + 1]):
            if holds(fixed, splits.others[entry]):
                put(masks[word], splits.wholes[entry])
    for chunk in range(table.shape[0]):
        for k in range(table.shape[2]):
            table[chunk, 0, k] = 0
        for bit in range(8):
            word = 8 * chunk + bit
            for low in range(1 << bit):
                for k in range(table.shape[2]):
                    mask = masks[word, k] if word < masks.shape[0] else np.uint64(0)
                    table[chunk, (1 << bit) + low, k] = table[chunk, low, k] | mask
