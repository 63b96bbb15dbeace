"""Where the work of a search runs: in this process, or in others that the application has found.

Work is a function of a setting, which many tasks share, of the tasks, and of nothing else. So it may run anywhere, be
cut into calls of any size, and be run again where a worker is lost: the result is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from searchers.budget import Budget

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
