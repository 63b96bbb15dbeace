"""Where the probabilities of next tokens come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

LogProbs = NDArray[np.float64]  # natural logarithms; -inf is impossible
Prefix = tuple[int, ...]  # the tokens generated so far; a prompt is the model's own business


class LanguageModel(Protocol):
    """p(v | prefix) over `vocabulary_size` tokens, of which `end` ends the text."""

    vocabulary_size: int
    end: int

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        """The log-probabilities of the tokens after each prefix, (B, V); the caller may write into them."""


class NextToken:
    """A plain function from a prefix to the log-probabilities (V,) of the next token, as a model."""

    def __init__(self, function: Callable[[Prefix], LogProbs], vocabulary_size: int, end: int) -> None:
        self.function = function
        self.vocabulary_size = vocabulary_size
        self.end = end

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        return np.array([self.function(prefix) for prefix in prefixes], dtype=np.float64)  # (B, V)


def log_normalised(scores: LogProbs) -> LogProbs:
    """The rows (…, V) shifted so that their probabilities sum to 1; a row of -inf alone stays."""
    highest = scores.max(axis=-1, keepdims=True)  # (…, 1)
    highest[highest == -np.inf] = 0.0
    shifted = scores - highest
    with np.errstate(divide="ignore"):
        total: LogProbs = np.log(np.exp(shifted).sum(axis=-1, keepdims=True))  # (…, 1)
    total[total == -np.inf] = 0.0
    normalised: LogProbs = shifted - total
    return normalised
