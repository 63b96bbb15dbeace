"""Whether probabilities mean what they say: of what is held 80 % likely, 80 % should be right."""

from __future__ import annotations

from typing import Final, NamedTuple

from torch import Tensor

from dsl.errors import ExampleError

BINS: Final = 10


class Bin(NamedTuple):
    """The decisions made with a confidence from `low` to `high`."""

    low: float
    high: float
    decisions: int
    confidence: float  # their mean
    accuracy: float


class Calibration(NamedTuple):
    """The expected calibration error (Guo et al. 2017), the mean of |accuracy − confidence|, and its table."""

    error: float
    bins: tuple[Bin, ...]

    def __str__(self) -> str:
        lines = ["confidence   decisions  mean   right"]
        for part in self.bins:
            row = f"{part.low:.2f}-{part.high:.2f} {part.decisions:12,}  "
            lines.append(row + (f"{part.confidence:.3f}  {part.accuracy:.3f}" if part.decisions else "    -      -"))
        return "\n".join([*lines, f"expected calibration error {self.error:.4f}"])


def calibration(probabilities: Tensor, labels: Tensor, bins: int = BINS) -> Calibration:
    """Of the likeliest class of each row of probabilities (B, C), given the right classes (B,).

    Raises ExampleError on shapes that do not fit.
    """
    if probabilities.dim() != 2 or labels.shape != probabilities.shape[:1] or not len(labels) or bins < 1:
        message = f"probabilities {tuple(probabilities.shape)} with labels {tuple(labels.shape)}"
        raise ExampleError(message, hint="give (B, C) and (B,), with at least one row and one bin")
    confidence, chosen = probabilities.max(-1)
    right = (chosen == labels).double()
    number = (confidence * bins).long().clamp(max=bins - 1)  # (B,)
    found = []
    error = 0.0
    for place in range(bins):
        own = number == place
        count = int(own.sum())
        mean = float(confidence[own].double().mean()) if count else 0.0
        accuracy = float(right[own].mean()) if count else 0.0
        error += count / len(labels) * abs(accuracy - mean)
        found.append(Bin(place / bins, (place + 1) / bins, count, mean, accuracy))
    return Calibration(error, tuple(found))
