"""Shares of what is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def accuracy(gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
    """The share of answers that are equal to what is right."""
    right = sum(one == other for one, other in zip(gold, predicted, strict=True))
    return {"accuracy": right / max(len(gold), 1)}


def balanced_accuracy(gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
    """The accuracy, and its mean over the classes, which a leaning to the frequent one does not raise."""
    pairs = list(zip(gold, predicted, strict=True))
    shares = [
        sum(one == other for one, other in pairs if one == label) / gold.count(label) for label in sorted(set(gold))
    ]
    return {**accuracy(gold, predicted), "balanced": sum(shares) / max(len(shares), 1)}
