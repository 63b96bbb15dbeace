"""How long a search may go on, and where its work runs."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from searchers.pool import InProcess, Pool


@dataclass
class Budget:
    """Wall-clock seconds and search steps, whichever ends first; None means no limit.

    `effort` from 1 (a glance) to 5 (exhaustive) scales how widely a searcher looks before it calls itself finished.
    `workers` is the number of threads that a task may use, `pool` where tasks run.
    """

    seconds: float | None = None
    steps: int | None = None
    effort: int = 2
    workers: int = 1
    started: float = field(default_factory=lambda: time.perf_counter())
    taken: int = 0
    pool: Pool = field(default_factory=InProcess)

    def step(self) -> None:
        """Count one step of the search."""
        self.taken += 1

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.started

    @property
    def left(self) -> float:
        """Seconds that remain; infinite without a limit."""
        return float("inf") if self.seconds is None else self.seconds - self.elapsed

    @property
    def spent(self) -> bool:
        """Whether the search has to stop now."""
        return self.left <= 0 or (self.steps is not None and self.taken >= self.steps)
