"""The infix closure of the examples: the words on which a bottom-up enumeration compares languages.

What a language says about the infixes of the examples decides what it says about the examples, and the infixes of a
union, a concatenation or a repeat follow from those of its parts (Valizadeh and Berger, "Search-Based Regular
Expression Inference on a GPU", PLDI 2023). So a language is kept as its characteristic sequence, one bit a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.errors import LimitError

MAX_INFIXES: Final = 4_000
WORD_BITS: Final = 64

Bits = NDArray[np.uint64]
Indices = NDArray[np.int32]


class Splits(NamedTuple):
    """Ways to cut words in two, grouped by one of the halves.

    For the half numbered h, entries starts[h] to starts[h + 1] of `others` and `wholes` say: h joined to the half
    `others` is the word (or column) `wholes`. All three are int32.
    """

    starts: Indices
    others: Indices
    wholes: Indices


class InfixClosure:
    """All infixes of the examples, shortest first, the empty word number 0. Raises LimitError on over MAX_INFIXES."""

    def __init__(self, examples: Iterable[str]) -> None:
        found = {""}
        for text in examples:
            for start in range(len(text)):
                found.update(text[start:end] for end in range(start + 1, min(len(text), start + MAX_INFIXES) + 1))
                if len(found) > MAX_INFIXES:
                    raise LimitError(
                        f"the exact search takes at most {MAX_INFIXES:,} distinct infixes, the examples have more",
                        hint="use the beam searcher, or give fewer and shorter examples",
                    )
        self.words = sorted(found, key=lambda word: (len(word), word))
        self.numbers = {word: number for number, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    @property
    def width(self) -> int:
        """How many uint64 a characteristic sequence takes."""
        return (len(self.words) + WORD_BITS - 1) // WORD_BITS

    def sequence(self, words: Iterable[str]) -> Bits:
        """The characteristic sequence of a finite language: uint64 (width,)."""
        return pack((self.numbers[word] for word in words), self.width)

    def splits(self, columns: Mapping[int, int], *, by_right: bool) -> Splits:
        """The cuts of the words that `columns` numbers anew, grouped by their right or their left half."""
        grouped: list[list[tuple[int, int]]] = [[] for _ in self.words]
        for number, column in columns.items():
            word = self.words[number]
            for cut in range(len(word) + 1):
                left, right = self.numbers[word[:cut]], self.numbers[word[cut:]]
                grouped[right if by_right else left].append((left if by_right else right, column))
        starts = np.cumsum([0, *map(len, grouped)]).astype(np.int32)
        pairs = np.array([pair for group in grouped for pair in group], dtype=np.int32).reshape(-1, 2)
        return Splits(starts, np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1]))


def pack(numbers: Iterable[int], width: int) -> Bits:
    """The set of `numbers` as bits: uint64 (width,)."""
    packed = np.zeros(width, dtype=np.uint64)
    for number in numbers:
        packed[number // WORD_BITS] |= np.uint64(1 << number % WORD_BITS)
    return packed
