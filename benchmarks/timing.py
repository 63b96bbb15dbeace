"""How long one action takes on one core, and limits of time that other work on the machine does not shorten."""

from __future__ import annotations

import time
from collections.abc import Callable

from synth.limits.alarm import Alarm


def best(action: Callable[[], object]) -> float:
    """Seconds of process time, the best of five after one to warm up."""
    action()
    seconds = []
    for _ in range(5):
        begun = time.process_time()
        action()
        seconds.append(time.process_time() - begun)
    return min(seconds)


def limit_processor_time() -> None:
    """From here on the time limits of searches count seconds of this process's processors."""
    time.perf_counter = time.process_time
    Alarm.__enter__ = lambda alarm: alarm  # it would ring by the clock on the wall
