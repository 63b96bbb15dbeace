"""What is learned and asked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, Literal

Mark = Literal["official", "slice", "derived", "generated"]
OFFICIAL: Final = "official"  # a whole official split; the others are named in every table
HELD_OUT: Final = 10  # one of so many training examples is chosen by, where nothing else is there


@dataclass(frozen=True, slots=True)
class Example:
    """One text, or two, and what is right.

    tokens    what the encoder reads: words or characters, as they are written
    target    what is right, as the metric takes it: a label, a tag for each token, (start, end) of a span, (head,
              relation) of each token, a tree, the tokens of another sequence
    second    the other text of a pair, read by the same encoder: a hypothesis, a question
    tags      a given class of each token, which is read beside the word: part of speech, shape
    group     of a stress test: a length, the number of attractors
    notes     what the metric needs besides: the text that spans are cut from, the table of a query
    """

    tokens: tuple[str, ...]
    target: Any = None
    second: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    group: str = ""
    notes: Any = None


@dataclass(frozen=True)
class Part:
    """Examples of one split.

    official    the whole official split of that name
    slice       some of it
    derived     cut here from something else: a number on it is never a benchmark result
    generated   by code, with a seed
    """

    examples: Sequence[Example]
    mark: Mark = "official"

    def limited(self, most: int | None) -> Part:
        """At most so many of the examples, drawn once and for all, in their order."""
        if most is None or len(self.examples) <= most:
            return self
        places = sorted(Random(0).sample(range(len(self.examples)), most))
        return Part([self.examples[place] for place in places], self.mark).as_slice()

    def as_slice(self) -> Part:
        """The same, no whole official split."""
        return replace(self, mark="slice") if self.mark == OFFICIAL else self

    def share(self, share: float, seed: int) -> Part:
        """A share of the examples, at least one: of one seed, each smaller share lies in the larger ones."""
        if share >= 1:
            return self
        places = list(range(len(self.examples)))
        Random(seed).shuffle(places)
        kept = sorted(places[: max(math.ceil(share * len(places)), 1)])
        return replace(self, examples=[self.examples[place] for place in kept])


@dataclass(frozen=True)
class Splits:
    """What is learned from, what may be looked at meanwhile, and tests by name, the main one first.

    `words` are those that are asked for, where tasks ask for words; the others are one.
    """

    train: Part
    tests: Mapping[str, Part]
    valid: Part = field(default_factory=lambda: Part([]))
    words: Sequence[str] | None = None

    def share(self, share: float, seed: int) -> Splits:
        """The same, with a share of the training examples. What is asked stays: figures of shares can be compared."""
        return replace(self, train=self.train.share(share, seed))

    def held_out(self) -> Splits:
        """The same, with something to choose by: where there is none, the last tenth of the training examples."""
        count = len(self.train.examples) // HELD_OUT or 1
        if self.valid.examples or len(self.train.examples) <= count:
            return self
        train = replace(self.train, examples=self.train.examples[:-count]).as_slice()
        return replace(self, train=train, valid=Part(self.train.examples[-count:], "derived"))

    def as_slices(self) -> Splits:
        """The same, none of them a whole official split."""
        tests = {name: part.as_slice() for name, part in self.tests.items()}
        return replace(self, train=self.train.as_slice(), tests=tests, valid=self.valid.as_slice())

    def parts(self) -> dict[str, Part]:
        """All of them by name."""
        return {"train": self.train, "valid": self.valid, **self.tests}
