"""How much an answer tells: expected information over candidates (docs/design.md, "Questions")."""

from __future__ import annotations

from math import log, log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

WRONG: Final = 0.03  # share of answers that are expected to be mistaken
TEMPER: Final = 0.3  # nats that a bit of description counts; benchmarks.objective fits weights exp(−.35 · bits)
AGAINST: Final = log((1 - WRONG) / WRONG)  # nats that an answer speaks against who did not expect it


MISSING: Final = 0.5  # weight of all that nobody thought of, beside the candidate that a search picked
FORESEEN: Final = 0.8  # share of answers that it agrees with: most strings that are asked about are outside


def weights(bits: NDArray[np.float64], accepted: NDArray[np.bool_], answers: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The probability of each candidate, shape (candidates,), from its bits and what it accepts of the strings that
    were asked about, shape (candidates, answers)."""
    nats = log_weights(bits, accepted, answers)
    shares = np.exp(nats - nats.max())
    total: NDArray[np.float64] = shares / shares.sum()
    return total


def log_weights(
    bits: NDArray[np.float64], accepted: NDArray[np.bool_], answers: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The logarithm of each candidate's weight, shape (candidates,): 0 for no bits and no answer to the contrary."""
    nats: NDArray[np.float64] = -TEMPER * bits - AGAINST * (accepted != answers).sum(axis=1)
    return nats


def expected(
    shares: NDArray[np.float64], accepted: NDArray[np.bool_], answers: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The probability of each answer by all but itself, shape (answers,), from weights that count it."""
    agree = accepted == answers
    without = shares[:, None] * np.where(agree, 1.0, np.exp(AGAINST))
    told: NDArray[np.float64] = (without * agree).sum(axis=0) / without.sum(axis=0)
    return told


def unknown(answers: int) -> float:
    """The weight of what nobody thought of, beside the weights of candidates that agree with all answers but WRONG."""
    return MISSING * (FORESEEN / (1 - WRONG)) ** answers


def information(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bits that an answer is expected to tell of the candidates, from the weight of those that accept each string."""
    said = probabilities * (1 - WRONG) + (1 - probabilities) * WRONG
    return _entropy(said) - (-WRONG * log2(WRONG) - (1 - WRONG) * log2(1 - WRONG))


def _entropy(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    entropy: NDArray[np.float64] = -shares * np.log2(shares) - (1 - shares) * np.log2(1 - shares)
    return entropy
