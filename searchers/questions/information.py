"""How much an answer tells: expected information over candidates (docs/design.md, "Questions").

`wrong` is the share of answers that the right candidate is expected not to explain: answers that are mistaken, and
where what was meant is hardly among the candidates, those that the nearest one gives otherwise.
"""

from __future__ import annotations

from math import log, log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

WRONG: Final = 0.03  # share of answers that are expected to be mistaken
TEMPER: Final = 0.3  # nats that a bit of description counts; benchmarks.objective fits weights exp(−.35 · bits)
MISSING: Final = 0.5  # weight of all that nobody thought of, beside the candidate that a search picked
FORESEEN: Final = 0.8  # share of answers that it agrees with: most strings that are asked about are outside


def against(wrong: float) -> float:
    """Nats that an answer speaks against a candidate that did not expect it."""
    return log((1 - wrong) / wrong)


def weights(
    bits: NDArray[np.float64], accepted: NDArray[np.bool_], answers: NDArray[np.bool_], wrong: float = WRONG
) -> NDArray[np.float64]:
    """The probability of each candidate, shape (candidates,), from its bits and what it accepts of the strings that
    were asked about, shape (candidates, answers)."""
    nats = log_weights(bits, accepted, answers, wrong)
    shares = np.exp(nats - nats.max())
    total: NDArray[np.float64] = shares / shares.sum()
    return total


def log_weights(
    bits: NDArray[np.float64], accepted: NDArray[np.bool_], answers: NDArray[np.bool_], wrong: float = WRONG
) -> NDArray[np.float64]:
    """The logarithm of each candidate's weight, shape (candidates,): 0 for no bits and no answer to the contrary."""
    nats: NDArray[np.float64] = -TEMPER * bits - against(wrong) * (accepted != answers).sum(axis=1)
    return nats


def expected(
    shares: NDArray[np.float64], accepted: NDArray[np.bool_], answers: NDArray[np.bool_], wrong: float = WRONG
) -> NDArray[np.float64]:
    """The probability of each answer by all but itself, shape (answers,), from weights that count it."""
    agree = accepted == answers
    without = shares[:, None] * np.where(agree, 1.0, np.exp(against(wrong)))
    told: NDArray[np.float64] = (without * agree).sum(axis=0) / without.sum(axis=0)
    return told


def unknown(answers: int, wrong: float = WRONG) -> float:
    """The weight of what nobody thought of, beside the weights of candidates who agree with all but `wrong`."""
    return MISSING * (FORESEEN / (1 - wrong)) ** answers


def information(probabilities: NDArray[np.float64], wrong: float = WRONG) -> NDArray[np.float64]:
    """Bits that an answer is expected to tell of the candidates, from the weight of those that accept each string."""
    said = probabilities * (1 - wrong) + (1 - probabilities) * wrong
    return _entropy(said) - (-wrong * log2(wrong) - (1 - wrong) * log2(1 - wrong))


def _entropy(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    entropy: NDArray[np.float64] = -shares * np.log2(shares) - (1 - shares) * np.log2(1 - shares)
    return entropy
