"""One token after the other: the likeliest, or a drawn one."""

from __future__ import annotations

import numpy as np

from synth.decoding.decoders.decoding import Decoding, Hypothesis
from synth.decoding.model import LogProbs


def greedy(decoding: Decoding) -> Hypothesis:
    """The text of the likeliest tokens, one after the other, under the mask. Raises LimitError in a dead end."""
    hypothesis = decoding.start()
    while not hypothesis.finished:
        (scores,) = decoding.scores([hypothesis])  # (V,)
        token = int(scores.argmax())
        hypothesis = decoding.extended(hypothesis, token, float(scores[token]))
    return hypothesis


def sample(decoding: Decoding, count: int = 1, rng: np.random.Generator | int | None = None) -> list[Hypothesis]:
    """`count` texts, each token drawn from the renormalised step, from a stream or a seed.

    Without a constraint these are samples of the model. With one they are not samples of p(y | y ∈ L), since a step
    does not see how much mass lies ahead: for that there are `ExactSampler` and `particles`.
    Raises LimitError in a dead end.
    """
    stream = np.random.default_rng(rng)
    texts = [decoding.start()] * count
    while pending := [place for place, text in enumerate(texts) if not text.finished]:
        scores = decoding.scores([texts[place] for place in pending])  # (B, V)
        for place, row in zip(pending, scores, strict=True):
            token = draw(row, stream)
            texts[place] = decoding.extended(texts[place], token, float(row[token]))
    return texts


def draw(scores: LogProbs, stream: np.random.Generator) -> int:
    """A token drawn in proportion to exp(scores), (V,)."""
    # the largest of log p + Gumbel noise is a draw from p, whatever p sums to
    possible = np.flatnonzero(scores > -np.inf)
    return int(possible[(scores[possible] + stream.gumbel(size=len(possible))).argmax()])
