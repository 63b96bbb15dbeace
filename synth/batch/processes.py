"""Processes on this machine, each with one task at a time, so that the death of one costs that task alone."""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final, Generic, Self, TypeAlias, TypeVar

from dsl.errors import LimitError
from synth.batch.outcome import Outcome
from synth.batch.tasks import Task

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Choice: TypeAlias = Callable[[Sequence[Asked], Asked | None, Iterable[Asked]], Asked]
ATTEMPTS: Final = 3  # a task that kills its worker so often has failed


class WorkerLostError(Exception):
    """The worker died before the task was done."""


class Processes(Generic[Asked, Answer]):
    """A crew of so many processes that do `action`; a context manager, which ends them."""

    def __init__(self, count: int, action: Callable[[Asked], Answer]) -> None:
        self._action = action
        self._idle = [_executor() for _ in range(count)]
        self._last: dict[ProcessPoolExecutor, Asked] = {}
        self._busy: dict[Future[Answer], ProcessPoolExecutor] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for executor in [*self._idle, *self._busy.values()]:
            for process in list((executor._processes or {}).values()):
                process.kill()  # what it still does would be done in vain
            executor.shutdown(cancel_futures=True)

    @property
    def free(self) -> int:
        """Processes without a task."""
        return len(self._idle)

    @property
    def last(self) -> Asked | None:
        """What the process did before that gets the next task, None where it is new."""
        return self._last.get(self._idle[-1])

    def send(self, task: Asked) -> Future[Answer]:
        """Begin a task."""
        executor = self._idle.pop()
        self._last[executor] = task
        future = executor.submit(self._action, task)
        self._busy[future] = executor
        return future

    def done(self, handles: Collection[Future[Answer]]) -> Collection[Future[Answer]]:
        """The tasks that have ended; waits until there is one."""
        return wait(handles, return_when=FIRST_COMPLETED).done

    def collect(self, handle: Future[Answer]) -> Answer:
        """What came of it. Raises WorkerLostError when the process was killed."""
        executor = self._busy.pop(handle)
        try:
            outcome = handle.result()
        except BrokenProcessPool:
            executor.shutdown()
            self._idle.append(_executor())
            raise WorkerLostError("a process was killed") from None
        self._idle.append(executor)
        return outcome


def work_through(
    waiting: deque[Asked], crew: Processes[Asked, Answer], choose: Choice[Asked] | None = None
) -> Iterator[tuple[Asked, Answer | WorkerLostError]]:
    """Each task with its answer, or with how its worker was lost, as it ends; what waits again is begun again.

    `choose` says which one is next, given what its process did last and what others do; without it, the first is.
    """
    under_way: dict[Future[Answer], Asked] = {}
    while waiting or under_way:
        while waiting and crew.free:
            task = choose(waiting, crew.last, under_way.values()) if choose else waiting[0]
            waiting.remove(task)
            under_way[crew.send(task)] = task
        for handle in crew.done(under_way.keys()):
            task = under_way.pop(handle)
            try:
                answer: Answer | WorkerLostError = crew.collect(handle)
            except WorkerLostError as error:
                answer = error
            yield task, answer


def work_off(tasks: Iterable[Task], crew: Processes[Task, Outcome]) -> Iterator[Outcome]:
    """Each task's outcome, as it ends. A task whose worker is lost is sent again, and has failed after a few times."""
    waiting, lost = deque(tasks), Counter[str]()
    for task, outcome in work_through(waiting, crew):
        if not isinstance(outcome, WorkerLostError):
            yield outcome
            continue
        lost[task.id] += 1
        if lost[task.id] < ATTEMPTS:
            waiting.appendleft(task)
        else:
            hint = 'it may need more memory, or an easier task; a script needs if __name__ == "__main__" around it'
            reason = LimitError(f"its worker was lost {ATTEMPTS} times: {outcome}", hint=hint)
            yield Outcome(task.id, None, reason)


def _executor() -> ProcessPoolExecutor:
    # spawned, not forked: threads of numba and of others do not survive a fork
    return ProcessPoolExecutor(1, get_context("spawn"), initializer=_leave_interrupts_to_the_parent)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
