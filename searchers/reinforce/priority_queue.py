"""The best programs met so far, on which the policy is trained besides its own."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from math import inf
from typing import Any

from searchers.reinforce.spelling import Tokens


@dataclass(frozen=True, order=True)
class Entry:
    """A program, ordered by its total; `tokens` are empty where the policy cannot spell it."""

    total: float
    notation: str
    tokens: Tokens = field(compare=False)


class PriorityQueue:
    """Keeps the `size` best programs that can be spelled, and as many others, one of each total.

    Programs of the same total to the last bit are hardly ever more than one in several spellings.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: list[Entry] = []

    def push(self, entry: Entry) -> None:
        """Take in a program; the worst leaves when there are too many of its kind."""
        alike = [known for known in self.entries if bool(known.tokens) == bool(entry.tokens)]
        if any(known.total == entry.total for known in alike):
            return
        insort(self.entries, entry)
        if len(alike) == self.size:
            insort(alike, entry)
            self.entries.remove(alike[-1])

    def takes(self, total: float) -> bool:
        """Whether a program of this total that can be spelled would be new and stay."""
        totals = [entry.total for entry in self.entries if entry.tokens]
        return total not in totals and total < (totals[-1] if len(totals) >= self.size else inf)

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
