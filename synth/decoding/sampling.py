"""One token after the other: the likeliest, or a drawn one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from synth.decoding.decoding import Decoding, Hypothesis
from synth.decoding.model import LogProbs


def greedy(decoding: Decoding) -> Hypothesis:
    """The text of the likeliest tokens, one after the other: the lecture's eq. 9, under the constraint eq. 15.

    Raises LimitError in a dead end.
    """
    hypothesis = decoding.start()
    while not hypothesis.finished:
        hypothesis = _chosen(decoding, hypothesis, decoding.scores([hypothesis])[0], _likeliest)
    return hypothesis


def sample(decoding: Decoding, count: int = 1, rng: np.random.Generator | int | None = None) -> list[Hypothesis]:
    """`count` texts, each token drawn from the renormalised step (eq. 15), from a stream or a seed.

    Without a constraint these are samples of the model. With one they are not samples of p(y | y ∈ L), since a step
    does not see how much mass lies ahead: for that there are `ExactSampler` and `particles`.
    Raises LimitError in a dead end.
    """
    stream = np.random.default_rng(rng)

    def draw(scores: LogProbs) -> int:
        # the largest of log p + Gumbel noise is a draw from p, whatever p sums to
        possible = np.flatnonzero(scores > -np.inf)
        return int(possible[(scores[possible] + stream.gumbel(size=len(possible))).argmax()])

    texts = [decoding.start()] * count
    while pending := [place for place, text in enumerate(texts) if not text.finished]:
        scores = decoding.scores([texts[place] for place in pending])  # (B, V)
        for place, row in zip(pending, scores, strict=True):
            texts[place] = _chosen(decoding, texts[place], row, draw)
    return texts


def _likeliest(scores: LogProbs) -> int:
    return int(scores.argmax())


def _chosen(
    decoding: Decoding, hypothesis: Hypothesis, scores: LogProbs, choose: Callable[[LogProbs], int]
) -> Hypothesis:
    token = choose(scores)
    longer = decoding.extended(hypothesis, token, float(scores[token]))
    if longer is None:  # the choice among timely tokens is the first choice, given that it is timely
        scores = decoding.timely_scores(hypothesis)
        token = choose(scores)
        longer = decoding.extended(hypothesis, token, float(scores[token]))
    assert longer is not None
    return longer
