"""Searching with a few of many examples, and with more of them when nothing improves any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Generic

from dsl.expressions.notation import parse
from dsl.language import Language
from searchers.spaces.space import Sampling, Space, TreeT

SAMPLES: Final = 3  # looks at the examples, at most
TOLERATED: Final = 0.002  # share of the examples that may stay outside without another look


class Sample(Generic[TreeT]):
    """A space over all examples, and over the few of them that are looked at; `few` is `whole` unless they are many."""

    def __init__(self, whole: Space[TreeT], sampling: Sampling) -> None:
        self.whole = whole
        self.sampling = sampling
        problem = whole.problem
        self.few = whole.over(problem.sample(sampling.first)) if len(problem.positives) > sampling.whole else whole
        self.number = 1

    @property
    def is_whole(self) -> bool:
        """Whether all examples are looked at."""
        return self.few is self.whole

    def grow(self, best: Language) -> bool:
        """Let examples outside the best language join the few; False when few are outside, or all were looked at."""
        if self.is_whole or self.number == SAMPLES:
            return False
        positives = self.whole.problem.positives
        accepted = best.accepts_all(positives)
        outside = [text for text, inside in zip(positives, accepted, strict=True) if not inside]
        if len(outside) <= TOLERATED * len(positives):
            return False
        self.number += 1
        self.few = self.few.grown(self.sampling.joiners(outside), best)
        return True

    def to_json(self) -> list[Any] | None:
        """The few with their weights, and the guesses; None where all examples are looked at."""
        few = self.few.problem
        return None if self.is_whole else [list(few.positives), list(few.weights), list(map(str, few.guesses))]

    def restore(
        self, number: int, positives: Sequence[str], weights: Sequence[int], guesses: Sequence[str] | None = None
    ) -> None:
        """Look at the examples of the look `number` again."""
        problem = replace(self.whole.problem, positives=tuple(positives), weights=tuple(weights))
        if guesses is not None:
            problem = replace(problem, guesses=tuple(map(parse, guesses)))
        self.number, self.few = number, self.whole.over(problem)
