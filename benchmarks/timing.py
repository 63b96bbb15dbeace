"""How long one action takes on one core."""

from __future__ import annotations

import time
from collections.abc import Callable


def best(action: Callable[[], object]) -> float:
    """Seconds of process time, the best of five after one to warm up."""
    action()
    seconds = []
    for _ in range(5):
        begun = time.process_time()
        action()
        seconds.append(time.process_time() - begun)
    return min(seconds)
