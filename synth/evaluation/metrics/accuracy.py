"""Shares of what is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def accuracy(gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
    """The share of answers that are equal to what is right."""
    right = sum(one == other for one, other in zip(gold, predicted, strict=True))
    return {"accuracy": right / max(len(gold), 1)}
