"""Weighted samples of p(y | y ∈ L) from any model (docs/design.md, "Constrained decoding"): sequential Monte Carlo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dsl.errors import ConstraintError
from synth.decoding.decoders.decoding import Decoding, Hypothesis
from synth.decoding.decoders.sampling import draw


@dataclass(frozen=True, slots=True)
class Particles:
    """Texts with weights (N,) that sum to 1; `log_mass` estimates the logarithm of the mass of the language."""

    texts: list[Hypothesis]
    weights: NDArray[np.float64]
    log_mass: float

    @property
    def effective_sample_size(self) -> float:
        return float(1 / np.square(self.weights).sum())

    def draw(self, rng: np.random.Generator | int | None = None) -> Hypothesis:
        """One of the texts, in proportion to the weights."""
        return self.texts[int(np.random.default_rng(rng).choice(len(self.texts), p=self.weights))]


def particles(
    decoding: Decoding,
    count: int = 100,
    rng: np.random.Generator | int | None = None,
    *,
    resample_below: float = 0.5,
    penalty: Callable[[Hypothesis], float] | None = None,
) -> Particles:
    """`count` weighted samples of p(y | y ∈ L, at most `decoding.limit` tokens), from a stream or a seed.

    They are resampled whenever the effective sample size falls below `resample_below` times their number; 0 is plain
    importance sampling. With a `penalty` φ the target is p(y) exp(-φ(y)). With warpers it is their
    distribution that stands for p. Raises ConstraintError when the penalty of every text is infinite.
    """
    stream = np.random.default_rng(rng)
    texts = [decoding.start()] * count
    logs = np.zeros(count)  # of the weights
    log_mass = 0.0
    while pending := [place for place, text in enumerate(texts) if not text.finished]:
        scores = decoding.scores([texts[place] for place in pending])  # (B, V)
        for place, row in zip(pending, scores, strict=True):
            logs[place] += np.logaddexp.reduce(row)
            token = draw(row, stream)
            texts[place] = decoding.extended(texts[place], token, float(row[token]))
            if penalty is not None and texts[place].finished:
                logs[place] -= penalty(texts[place])
        found = Particles(texts, *_normalised(logs))
        if found.effective_sample_size < resample_below * count:
            texts = [texts[place] for place in _systematic(found.weights, stream)]
            log_mass += found.log_mass
            logs = np.zeros(count)
    weights, rest = _normalised(logs)
    return Particles(texts, weights, log_mass + rest)


def _normalised(logs: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """The weights, and the logarithm of what they were on average."""
    total = np.logaddexp.reduce(logs)
    if total == -np.inf:
        raise ConstraintError("the penalty leaves no text any weight", hint="let it be finite for some texts")
    return np.exp(logs - total), float(total - np.log(len(logs)))


def _systematic(weights: NDArray[np.float64], stream: np.random.Generator) -> list[int]:
    """As many places as there are weights, each as often as its share, rounded up or down."""
    points = (np.arange(len(weights)) + stream.random()) / len(weights)
    places = np.searchsorted(np.cumsum(weights), points, side="right")
    kept: list[int] = np.minimum(places, len(weights) - 1).tolist()
    return kept
