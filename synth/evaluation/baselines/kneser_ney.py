"""Interpolated n-grams of words with one discount (Kneser and Ney 1995; Chen and Goodman 1999).

    p(w | v u) = max(c(v u w) - D, 0) / c(v u) + D · n(v u) / c(v u) · p(w | u)

c counts at the highest order, and in how many contexts something occurred below it; n is how many different words
followed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

DISCOUNT: Final = 0.75
Gram = tuple[int, ...]


class KneserNey:
    """The chances of words, as numbers from 0 to `words` - 1, behind the `order` - 1 before them."""

    def __init__(self, texts: Iterable[Sequence[int]], order: int, words: int) -> None:
        self.order, self.words = order, words
        grams: Counter[Gram] = Counter()
        for text in texts:
            for place in range(1, len(text)):
                grams[tuple(text[max(0, place - order + 1) : place + 1])] += 1
        self._counts: list[dict[Gram, Counter[int]]] = [defaultdict(Counter) for _ in range(order)]
        self._fill(grams)
        self._totals = [{context: own.total() for context, own in level.items()} for level in self._counts]

    def _fill(self, grams: Counter[Gram]) -> None:
        for gram, count in grams.items():
            self._counts[len(gram) - 1][gram[:-1]][gram[-1]] += count
        for length in range(self.order - 1, 0, -1):  # a gram counts below once for each context that it has above
            for context, following in list(self._counts[length].items()):
                for word in following:
                    self._counts[length - 1][context[1:]][word] += 1

    def chances(self, words: Sequence[int]) -> list[float]:
        """The chance of each word but the first."""
        return [
            self.chance(tuple(words[max(0, place - self.order + 1) : place]), words[place])
            for place in range(1, len(words))
        ]

    def chance(self, context: Gram, word: int) -> float:
        """p(word | context), of as much of the context as has been seen."""
        shorter = self.chance(context[1:], word) if context else 1 / self.words
        own = self._counts[len(context)].get(context)
        if own is None:
            return shorter
        total = self._totals[len(context)][context]
        return max(own[word] - DISCOUNT, 0) / total + DISCOUNT * len(own) / total * shorter
