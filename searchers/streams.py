"""Random streams as JSON values, so that a search goes on with the very numbers that would have come."""

from __future__ import annotations

import random
from typing import Any


def stream_to_json(rng: random.Random) -> list[Any]:
    """Where the stream is."""
    version, numbers, following = rng.getstate()
    return [version, list(numbers), following]


def restore_stream(rng: random.Random, saved: list[Any]) -> None:
    """Be where `stream_to_json` was."""
    version, numbers, following = saved
    rng.setstate((version, tuple(numbers), following))
