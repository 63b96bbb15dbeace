"""Beam search: the best few hypotheses of each length, and, by an allocation, which ones those are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from heapq import nlargest
from typing import Protocol

from synth.decoding.decoders.decoding import Decoding, Hypothesis
from synth.decoding.model import LogProbs


class Allocation(Protocol):
    """Which longer hypotheses are looked at, and which of them are kept."""

    def candidates(self, decoding: Decoding, hypothesis: Hypothesis, scores: LogProbs) -> list[Hypothesis]:
        """Longer hypotheses, unfinished and finished, given the scores of the next tokens (V,)."""

    def keep(self, candidates: Sequence[Hypothesis]) -> list[Hypothesis]:
        """The unfinished ones to go on with."""


class Flat:
    """The best `width` of all."""

    def __init__(self, width: int) -> None:
        self.width = width

    def candidates(self, decoding: Decoding, hypothesis: Hypothesis, scores: LogProbs) -> list[Hypothesis]:
        return decoding.best(hypothesis, scores, self.width + 1)  # one of them may be the end

    def keep(self, candidates: Sequence[Hypothesis]) -> list[Hypothesis]:
        return nlargest(self.width, candidates, key=score)


def score(hypothesis: Hypothesis) -> float:
    """What hypotheses of one length are compared by."""
    return hypothesis.score


def beam(decoding: Decoding, width: int = 4, *, length_reward: float = 0.0) -> list[Hypothesis]:
    """The best texts that beam search finds, at most `width`, best first: argmax of log p(y) + α · len(y)
    with α = `length_reward` for each token before the end. `score` has the reward in it.

    Raises LimitError in a dead end.
    """
    return search(decoding, Flat(width), width, length_reward)


def search(decoding: Decoding, allocation: Allocation, count: int, length_reward: float) -> list[Hypothesis]:
    """The best `count` texts, best first; ends when what is unfinished cannot be among them any more."""
    active, finished = [decoding.start()], list[Hypothesis]()
    while active:
        candidates = [
            candidate
            for hypothesis, scores in zip(active, decoding.scores(active), strict=True)
            for candidate in allocation.candidates(decoding, hypothesis, scores)
        ]
        length = len(active[0].tokens)
        ended = [candidate for candidate in candidates if candidate.finished]
        rewarded = [replace(one, score=one.score + length_reward * len(one.tokens)) for one in ended]
        finished = nlargest(count, [*finished, *rewarded], key=score)
        active = allocation.keep([candidate for candidate in candidates if not candidate.finished])
        still_possible = length_reward * (decoding.limit if length_reward > 0 else length + 1)
        if len(finished) == count:
            active = [hypothesis for hypothesis in active if hypothesis.score + still_possible > finished[-1].score]
    return finished


def rerank(
    texts: Sequence[Hypothesis], penalty: Callable[[Hypothesis], float], strength: float = 1.0
) -> list[Hypothesis]:
    """Candidates by log p(y) − λ φ(y), best first, λ being `strength` and φ the `penalty`."""
    return sorted(texts, key=lambda text: text.score - strength * penalty(text), reverse=True)
