"""What Ray's dashboard, and Prometheus, show of a search."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from ray.util.metrics import Counter, Gauge

from searchers.protocol import Event, Improved, Progress


class Metrics:
    """Hears of the events of a search, and passes them on."""

    def __init__(self, on_event: Callable[[Event], object] | None) -> None:
        self._on_event = on_event
        self._scored = Counter("synth_candidates_scored", "Candidates that were scored.")
        self._best = Gauge("synth_best_score", "The least objective that was found.")
        self._count = 0
        self._least = inf

    def __call__(self, event: Event) -> None:
        """Count what is new."""
        match event:
            case Progress(candidates) if candidates > self._count:
                self._scored.inc(candidates - self._count)
                self._count = candidates
            case Improved(candidate):
                self._least = min(self._least, candidate.objective)
        if self._least < inf:
            self._best.set(self._least)  # each time: Ray forgets a gauge that is not set for some seconds
        if self._on_event is not None:
            self._on_event(event)
