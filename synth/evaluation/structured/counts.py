"""What counts say of the next word: n-grams of the training text, and a cache of what was read just before.

A network that is mixed with them learns their shares from training text, of which its own counts would know too much.
So what n-grams say of a piece is counted in the other parts of the text (deleted interpolation: Jelinek and Mercer
1980). A cache knows nothing but what was read (Kuhn and De Mori 1990).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from synth.evaluation.baselines.kneser_ney import KneserNey

ORDER: Final = 3
PARTS: Final = 5  # of the training text
CACHE: Final = 500  # words


class Place(NamedTuple):
    """Where a piece begins in the text that it was cut from."""

    text: Sequence[str]
    start: int

    def before(self) -> Sequence[str]:
        """The words before it that a cache holds."""
        return self.text[max(self.start - CACHE, 0) : self.start]

    def part(self) -> int:
        """Which of the parts of the text it is in."""
        return PARTS * self.start // len(self.text)


class Piece(NamedTuple):
    """A piece of text as numbers of words: the first, and what follows each; `part` None is new text."""

    words: Sequence[int]
    before: Sequence[int]
    part: int | None = None


class Counts:
    """Chances of words, as numbers from 0 to `words` - 1, by counts of training pieces."""

    def __init__(self, pieces: Sequence[Piece], words: int) -> None:
        self._all = KneserNey([piece.words for piece in pieces], ORDER, words)
        self._others = [
            KneserNey([piece.words for piece in pieces if piece.part != part], ORDER, words) for part in range(PARTS)
        ]

    def chances(self, piece: Piece) -> list[tuple[float, float]]:
        """What n-grams and the cache give each word of a piece but the first."""
        ngrams = self._all if piece.part is None else self._others[piece.part]
        return list(zip(ngrams.chances(piece.words), cached(piece), strict=True))


def cached(piece: Piece) -> list[float]:
    """How often each word of a piece but the first is among those read last, as a share of them."""
    read = [*piece.before, *piece.words]
    first = len(piece.before) + 1
    held = Counter(read[max(first - CACHE, 0) : first])
    found = []
    for place in range(first, len(read)):
        found.append(held[read[place]] / min(place, CACHE))
        held[read[place]] += 1
        if place >= CACHE:
            held[read[place - CACHE]] -= 1
    return found
