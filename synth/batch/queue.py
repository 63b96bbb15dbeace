"""Who does the tasks: this process, processes beside it, or a cluster. All are driven by the same queue."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator
from typing import Final, Protocol, TypeVar

from dsl.errors import LimitError
from synth.batch.outcome import Outcome
from synth.batch.tasks import Task

ATTEMPTS: Final = 3  # a task that kills its worker so often has failed

Handle = TypeVar("Handle")


class WorkerLostError(Exception):
    """The worker died, or never answered, before the task was done."""


class Crew(Protocol[Handle]):
    """Workers with one task each."""

    @property
    def free(self) -> int:
        """How many more tasks may be sent now."""
        ...

    def send(self, task: Task) -> Handle:
        """Begin a task."""
        ...

    def done(self, handles: Collection[Handle]) -> Collection[Handle]:
        """Those of `handles` that have ended; waits until there is one."""
        ...

    def collect(self, handle: Handle) -> Outcome:
        """What came of a task that has ended. Raises WorkerLostError."""
        ...


def work_off(tasks: Iterable[Task], crew: Crew[Handle]) -> Iterator[Outcome]:
    """Each task's outcome, as it ends. A task whose worker is lost is sent again, and has failed after a few times."""
    waiting, under_way, lost = deque(tasks), dict[Handle, Task](), Counter[str]()
    while waiting or under_way:
        while waiting and crew.free:
            task = waiting.popleft()
            under_way[crew.send(task)] = task
        for handle in crew.done(under_way.keys()):
            task = under_way.pop(handle)
            try:
                yield crew.collect(handle)
            except WorkerLostError as error:
                lost[task.id] += 1
                if lost[task.id] < ATTEMPTS:
                    waiting.appendleft(task)
                else:
                    hint = "it may need more memory, or an easier task"
                    reason = LimitError(f"its worker was lost {ATTEMPTS} times: {error}", hint=hint)
                    yield Outcome(task.id, None, reason)
