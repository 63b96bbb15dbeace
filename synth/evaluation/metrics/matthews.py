"""Matthews' correlation coefficient, of two classes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any


def matthews(gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
    """Between -1 and 1, 0 for an answer that is always the same (Matthews 1975), and the accuracy."""
    counts = Counter(zip(gold, predicted, strict=True))
    one, *others = sorted(set(gold) | set(predicted))
    if not others:
        return {"matthews": 0.0, "accuracy": 1.0}
    other = others[0]
    right = counts[one, one] * counts[other, other] - counts[one, other] * counts[other, one]
    sums = [gold.count(label) * predicted.count(label) for label in (one, other)]
    accuracy = (counts[one, one] + counts[other, other]) / len(gold)
    return {"matthews": right / math.sqrt(math.prod(sums)) if all(sums) else 0.0, "accuracy": accuracy}
