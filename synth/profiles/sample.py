"""A sample of values that is the same in whatever order they come, and however they are cut into blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

MOST: Final = 20_000  # different values of a sample
ALL: Final = 1 << 64  # digests


@dataclass
class Sample:
    """The different values with the smallest digests, each with how often it comes (Bar-Yossef et al. 2002).

    total  values, of which these are all as long as they are few
    limit  digests from which on values are left out
    """

    most: int = MOST
    counts: Counter[str] = field(default_factory=Counter)
    total: int = 0
    limit: int = ALL

    @property
    def is_whole(self) -> bool:
        """Whether no value is left out."""
        return self.limit == ALL

    @property
    def distinct(self) -> int:
        """Different values; an estimate, a hundredth off, where some are left out."""
        return len(self.counts) if self.is_whole else round(len(self.counts) * ALL / self.limit)

    def add(self, values: Iterable[str]) -> None:
        """More values."""
        for value in values:
            self.total += 1
            self.counts[value] += 1
            if len(self.counts) > 2 * self.most:
                self._cut()

    def __add__(self, other: Sample) -> Sample:
        """The sample of the values of both."""
        both = Sample(self.most, self.counts + other.counts, self.total + other.total, min(self.limit, other.limit))
        both._cut()
        return both

    def _cut(self) -> None:
        digests = {value: digest for value in self.counts if (digest := digest_of(value)) < self.limit}
        kept = sorted(digests, key=digests.__getitem__)
        if len(kept) > self.most:
            self.limit = digests[kept[self.most]]
        self.counts = Counter({value: self.counts[value] for value in kept[: self.most]})

    def values(self, most: int) -> Iterator[str]:
        """The values of the sample in the order of their digests, repeated as they are, at most about so often."""
        share = min(1.0, most / max(1, self.counts.total()))
        for value in sorted(self.counts, key=digest_of):
            for _ in range(max(1, round(share * self.counts[value]))):
                yield value


def digest_of(value: str) -> int:
    """A number below 2⁶⁴ that is as good as drawn, and the same everywhere."""
    return int.from_bytes(blake2b(value.encode("utf-8", "surrogatepass"), digest_size=8).digest())
