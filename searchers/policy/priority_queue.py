"""The best programs met so far, on which the policy is trained besides its own."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from searchers.policy.spelling import Tokens


@dataclass(frozen=True, order=True)
class Entry:
    """A program, ordered by its total; `tokens` are empty where the policy cannot spell it."""

    total: float
    notation: str
    tokens: Tokens = field(compare=False)


OF_A_LENGTH: Final = 3


class PriorityQueue:
    """Keeps the `size` best programs that can be spelled, and as many others, one of each total.

    Programs of the same total to the last bit are hardly ever more than one in several spellings. Of those that can be
    spelled at most three have as many tokens, or all would soon be variants of the first good one.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: list[Entry] = []

    def push(self, entry: Entry) -> None:
        """Take in a program; the worst leaves when there are too many of its kind."""
        alike = self._alike(len(entry.tokens))
        if any(known.total == entry.total for known in self.entries if bool(known.tokens) == bool(entry.tokens)):
            return
        insort(self.entries, entry)
        if entry.tokens and len(alike) == OF_A_LENGTH:
            self.entries.remove(max(*alike, entry))
        kind = [known for known in self.entries if bool(known.tokens) == bool(entry.tokens)]
        if len(kind) > self.size:
            self.entries.remove(kind[-1])

    def takes(self, total: float, length: int) -> bool:
        """Whether a program of this total and so many tokens would be new and stay."""
        totals = [entry.total for entry in self.entries if entry.tokens]
        worst = totals[-1] if len(totals) >= self.size else inf
        alike = self._alike(length)
        return total not in totals and total < (min(worst, alike[-1].total) if len(alike) == OF_A_LENGTH else worst)

    def _alike(self, length: int) -> list[Entry]:
        return [entry for entry in self.entries if len(entry.tokens) == length]

    @property
    def spelled(self) -> list[Tokens]:
        """What the policy can be trained on, the best first."""
        return [entry.tokens for entry in self.entries if entry.tokens]

    def to_json(self) -> list[Any]:
        """What `restore` takes."""
        return [[entry.total, entry.notation, list(entry.tokens)] for entry in self.entries]

    def restore(self, values: list[Any]) -> None:
        """Go on with a saved queue."""
        self.entries = [Entry(total, notation, tuple(tokens)) for total, notation, tokens in values]
