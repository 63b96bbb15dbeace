"""How well a language model predicts: perplexity, and bits a character."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any


def perplexity(gold: Sequence[Any], predicted: Sequence[Sequence[float]]) -> dict[str, float]:
    """exp of the mean nats a token, and the share of tokens without a word, which are all one.

    `predicted` are (nats, tokens, unknown tokens) of each text.
    """
    nats, tokens, unknown = (sum(part) for part in zip(*predicted, strict=True))
    return {"perplexity": math.exp(min(nats / tokens, 700)), "unknown": unknown / tokens}


def bits(gold: Sequence[Any], predicted: Sequence[Sequence[float]]) -> dict[str, float]:
    """The mean bits a character, of the same."""
    nats, tokens, _ = (sum(part) for part in zip(*predicted, strict=True))
    return {"bits": nats / tokens / math.log(2)}
