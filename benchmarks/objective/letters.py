"""How likely letters follow each other in words that people write into patterns: `letters` of the prior.

Counted in datasets/patterns: the words of words.txt, and the runs of letters that the training patterns spell out.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.corpus.patterns import FILE, read_patterns
from dsl.expressions.expression import Chars, Concat, walk
from dsl.regex import Regex
from searchers.scoring.prior import LETTERS, NO_LETTER, letter_of

WORDS: Final = FILE.with_name("words.txt")
BACK_OFF: Final = 4.0  # letters that each row takes from what letters are in any place


def words(file: Path = WORDS) -> set[str]:
    """Those of the file, and those of the training patterns."""
    listed = {line.strip().lower() for line in file.read_text(encoding="utf-8").splitlines() if line[:1] != "#"}
    return {word for word in listed if word} | {
        word for pattern in read_patterns() if pattern.split == "train" for word in _spelled(pattern.pattern)
    }


def _spelled(pattern: str) -> set[str]:
    """aGET|b[0-9]put -> get, put: letters beside each other in a sequence, two at least."""
    found = set()
    for node in walk(Regex(pattern).expression):
        if isinstance(node, Concat):
            letters = [letter_of(part.set) if isinstance(part, Chars) else NO_LETTER for part in node.parts]
            text = "".join(" " if letter == NO_LETTER else LETTERS[letter] for letter in letters)
            found |= {word for word in text.split() if len(word) > 1}
    return found


@cache
def letter_bits() -> NDArray[np.float64]:
    """Bits of a letter behind a letter more than of one of 26 alike, (letters + 1, letters + 1); 0 of no letter."""
    counts = np.zeros((NO_LETTER + 1, NO_LETTER + 1))
    for word in sorted(words()):
        places = [NO_LETTER, *map(LETTERS.find, word)]
        for before, letter in pairwise(places):
            if letter >= 0:
                counts[before, letter] += 1
    anywhere = counts[:, :NO_LETTER].sum(axis=0) + 1
    shares = (counts[:, :NO_LETTER] + BACK_OFF * anywhere / anywhere.sum()) / (
        counts[:, :NO_LETTER].sum(axis=1, keepdims=True) + BACK_OFF
    )
    bits = np.zeros_like(counts)
    bits[:, :NO_LETTER] = -np.log2(shares) - log2(NO_LETTER)
    return bits
