"""How long a search may go on, and where its work runs: in this process, or in others that the application has found.

Work is a function of a setting, which many tasks share, of the tasks, and of nothing else. So it may run anywhere, be
cut into calls of any size, and be run again where a worker is lost: the result is the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

SettingT = TypeVar("SettingT")
TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")
Work: TypeAlias = "Callable[[SettingT, Sequence[TaskT], Budget], Iterable[ResultT]]"


class Pool(Protocol):
    """Some workers. A setting is sent to each of them once, as long as it is the same object; of a tuple each part."""

    def run(
        self, work: Work[SettingT, TaskT, ResultT], setting: SettingT, tasks: Sequence[TaskT], budget: Budget
    ) -> Iterator[ResultT]:
        """Begin the tasks; then what `work` yields for each of them, in their order, or less when the time is up."""


class InProcess:
    """No other process: a task begins when its result is asked for, and may use the threads of the budget."""

    def run(
        self, work: Work[SettingT, TaskT, ResultT], setting: SettingT, tasks: Sequence[TaskT], budget: Budget
    ) -> Iterator[ResultT]:
        """The results, each made when it is asked for."""
        return iter(work(setting, tasks, budget))


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
