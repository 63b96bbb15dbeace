"""Workers on a Ray cluster: named actors of one core each, which are sent work in calls of twenty milliseconds or more.

The driver depends on no worker. One that is lost, or that no longer answers while its calls are out, is replaced, and
its calls are sent again: they are pure, so that the result is the same, and a second answer is dropped. Calls that
several workers did not survive, or that there is no worker for, are done by the driver.
"""

from __future__ import annotations

import pickle
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from math import ceil
from typing import Any, Final, TypeAlias
from weakref import ReferenceType, ref

import ray
from ray.exceptions import ActorDiedError, GetTimeoutError, RayError, RayTaskError

from dsl.errors import ConfigurationError, LimitError
from searchers.budget import Budget, InProcess, ResultT, SettingT, TaskT, Work
from synth.cluster.worker import SETTINGS, About, Worker, parts_of

CALL_SECONDS: Final = 0.02  # of work in a call at least, so that sending it takes under a twentieth of it
CALLS: Final = 2  # that a worker has at a time: one in work, one waiting
QUIET_SECONDS: Final = 2.0  # without an answer, before a worker is pinged
DEADLINE: Final = 8.0  # seconds to answer the ping
GET_SECONDS: Final = 10.0  # to fetch a result that is said to be there
START_SECONDS: Final = 60.0  # until the first worker is there
GRACE_SECONDS: Final = 5.0  # more for the others, which may have to wait for cores that others use
WORKERLESS_SECONDS: Final = 30.0  # without any worker, then the driver does the work
SENDS: Final = 4  # of a call to workers that are lost
STORE_SHARE: Final = 0.5  # of a node's object store that a setting may take
LIBRARIES: Final = ("numba", "deap", "rapidfuzz")

AnyWork: TypeAlias = Callable[[Any, Sequence[Any], Budget], Iterable[Any]]


@contextmanager
def ray_pool(
    workers: int | None, *, libraries: Sequence[str] = (), size: int = 0, calls: int = CALLS
) -> Iterator[RayPool]:
    """Workers on the cluster that Ray is connected to, as many as it has cores where their number is not given.

    `libraries` are needed by the work beside the usual ones; `size` is that of the examples in bytes; a worker has so
    many `calls` at a time. Raises ConfigurationError where no worker comes, or one that cannot do the work, and
    LimitError where the examples have no room in an object store.
    """
    _check_room(size)
    pool = RayPool(workers or max(1, int(ray.cluster_resources().get("CPU", 1))), (*LIBRARIES, *libraries), calls)
    try:
        pool.start()
        yield pool
    finally:
        pool.stop()


@dataclass(eq=False)
class _Call:
    """Some tasks, pickled; their results are there once `results` is no longer None."""

    work: AnyWork
    setting: Any
    tasks: bytes
    count: int
    budget: Budget
    sent: int = 0
    results: list[Any] | None = None
    error: Exception | None = None

    @property
    def is_done(self) -> bool:
        return self.results is not None or self.error is not None


@dataclass(eq=False)
class _Handle:
    """A worker as the driver sees it."""

    actor: Any
    about: Any  # the reference of its first answer; until that is there it is sent nothing
    is_ready: bool = False
    calls: dict[Any, ReferenceType[_Call]] = field(default_factory=dict)
    answered: float = field(default_factory=time.monotonic)
    ping: Any = None
    pinged: float = 0.0

    @property
    def waited_for(self) -> list[Any]:
        """References that an answer is expected for."""
        return [*([] if self.is_ready else [self.about]), *self.calls, *([] if self.ping is None else [self.ping])]


class RayPool:
    """A `searchers.budget.Pool`; use it from one thread."""

    def __init__(self, workers: int, libraries: Sequence[str], calls: int = CALLS) -> None:
        self._size = workers
        self._calls = calls
        self._libraries = list(libraries)
        self._here = About.here(libraries)
        self._numbers = count(1)
        self._handles: list[_Handle] = []
        self._queue: deque[ReferenceType[_Call]] = deque()  # weak: unwanted calls are not sent
        self._settings: OrderedDict[int, tuple[Any, int, Any]] = OrderedDict()  # by identity
        self._keys = count()
        self._seconds: dict[AnyWork, float] = {}  # of a task
        self._last_ready = time.monotonic()
        self._has_started = False
        self.lost = 0  # workers

    def start(self) -> None:
        """Start the workers and wait for them. Raises ConfigurationError where none comes, or one is unfit."""
        self._handles = [self._start_worker() for _ in range(self._size)]
        end = time.monotonic() + START_SECONDS
        while not all(handle.is_ready for handle in self._handles):
            if any(handle.is_ready for handle in self._handles):
                end = min(end, time.monotonic() + GRACE_SECONDS)
                if time.monotonic() >= end:
                    break
            elif time.monotonic() >= end:
                free = ray.available_resources().get("CPU", 0)
                raise ConfigurationError(
                    f"no worker started within {START_SECONDS:.0f} s: of the cluster's"
                    f" {ray.cluster_resources().get('CPU', 0):.0f} CPUs {free:.0f} are free",
                    hint="wait until others have ended, or use fewer --workers",
                )
            self._attend(1.0)
        self._has_started = True

    def stop(self) -> None:
        """End the workers."""
        for handle in self._handles:
            with suppress(RayError):
                ray.kill(handle.actor)

    def run(
        self, work: Work[SettingT, TaskT, ResultT], setting: SettingT, tasks: Sequence[TaskT], budget: Budget
    ) -> Iterator[ResultT]:
        """Send the tasks in calls; the results in the order of the tasks, until the time is up."""
        size = self._tasks_of_a_call(work, len(tasks))
        calls = [
            _Call(work, setting, pickle.dumps(part), len(part), budget)
            for part in (tasks[start : start + size] for start in range(0, len(tasks), size))
        ]
        self._queue.extend(map(ref, calls))
        self._send()
        return self._results(deque(calls))

    def run_apart(
        self, work: Work[SettingT, TaskT, ResultT], setting: SettingT, tasks: Sequence[TaskT], budget: Budget
    ) -> Iterator[tuple[TaskT, ResultT | None]]:
        """Send each task in a call of its own; its result as it comes, None where it has cost too many workers."""
        waiting = {_Call(work, setting, pickle.dumps([task]), 1, budget): task for task in tasks}
        self._queue.extend(map(ref, waiting))
        self._send()
        while waiting:
            self._attend(1.0)
            if self._is_without_workers:
                self._help(next(iter(waiting)))
            out = {call() for handle in self._handles for call in handle.calls.values()}
            for call in [call for call in waiting if call.is_done or (call.sent >= SENDS and call not in out)]:
                if call.error is not None:
                    raise call.error
                yield waiting.pop(call), None if call.results is None else call.results[0]

    def _tasks_of_a_call(self, work: AnyWork, tasks: int) -> int:
        """As few as are worth a call; a share for each worker as long as that is not known."""
        return max(1, ceil(CALL_SECONDS / self._seconds[work]) if work in self._seconds else tasks // self._size)

    def _results(self, calls: deque[_Call]) -> Iterator[Any]:
        while calls:
            call = calls[0]
            while not call.is_done:
                if call.budget.left <= 0:
                    return
                self._attend(min(1.0, call.budget.left))
                self._help(call)
            if call.error is not None:
                raise call.error
            yield from call.results or ()
            calls.popleft()

    @property
    def _is_without_workers(self) -> bool:
        return time.monotonic() - self._last_ready > WORKERLESS_SECONDS

    def _help(self, call: _Call) -> None:
        """Do a call that no worker survived, or that there is no worker for."""
        if not call.is_done and (call.sent >= SENDS or self._is_without_workers):
            call.results = list(InProcess().run(call.work, call.setting, pickle.loads(call.tasks), call.budget))

    # ------------------------------------------------------------------------------------------- talking to workers

    def _start_worker(self) -> _Handle:
        actor = _Actor.options(name=f"synth worker {next(self._numbers)}", num_cpus=1).remote()
        return _Handle(actor, actor.about.remote(self._libraries))

    def _send(self) -> None:
        """Send waiting calls to the workers with the fewest calls."""
        while self._queue:
            handle = min(
                (handle for handle in self._handles if handle.is_ready),
                key=lambda handle: len(handle.calls),
                default=None,
            )
            if handle is None or len(handle.calls) >= self._calls:
                return
            call = self._queue.popleft()()
            if call is None or call.is_done or call.sent >= SENDS:
                continue
            if not handle.calls:
                handle.answered = time.monotonic()
            call.sent += 1
            setting = [self._shared(part) for part in parts_of(call.setting)]
            seconds = None if call.budget.seconds is None else call.budget.left
            answer = handle.actor.run.remote(call.work, setting, call.tasks, seconds, call.budget.effort)
            handle.calls[answer] = ref(call)

    def _shared(self, setting: Any) -> tuple[int, Any]:  # noqa: ANN401 (whatever the work is given)
        if id(setting) not in self._settings:
            self._settings[id(setting)] = setting, next(self._keys), ray.put(setting)
            if len(self._settings) > SETTINGS:
                self._settings.popitem(last=False)
        self._settings.move_to_end(id(setting))
        _, key, reference = self._settings[id(setting)]
        return key, reference

    def _attend(self, seconds: float) -> None:
        """Wait for an answer, for so long at most; take it, and ping workers that have not answered lately."""
        waited_for = {answer: handle for handle in self._handles for answer in handle.waited_for}
        if not waited_for:
            time.sleep(min(seconds, 0.1))
            return
        ready, _ = ray.wait(list(waited_for), num_returns=1, timeout=max(0.0, min(seconds, QUIET_SECONDS / 2)))
        for answer in ready:
            self._take(waited_for[answer], answer)
        for handle in list(self._handles):
            self._look_after(handle)
        if any(handle.is_ready for handle in self._handles):
            self._last_ready = time.monotonic()
        self._send()

    def _take(self, handle: _Handle, answer: Any) -> None:  # noqa: ANN401 (a reference)
        try:
            value = ray.get(answer, timeout=GET_SECONDS)
        except RayTaskError as error:
            if isinstance(error.cause, RayError):  # the worker could not fetch the setting
                self._lose(handle, error)
            else:
                self._failed(handle, answer, error)
            return
        except (RayError, GetTimeoutError) as error:
            self._lose(handle, error)
            return
        handle.answered = time.monotonic()
        if answer == handle.about:
            handle.is_ready = True
            if (unfit := self._unfit(value)) is not None:
                self._refuse(handle, unfit)
        elif answer == handle.ping:
            handle.ping = None
        else:
            call = handle.calls.pop(answer)()
            results, seconds = value
            if call is not None:
                call.results = results
                each = seconds / call.count
                self._seconds[call.work] = max((self._seconds.get(call.work, each) + each) / 2, 1e-9)

    def _failed(self, handle: _Handle, answer: Any, error: RayTaskError) -> None:  # noqa: ANN401 (a reference)
        """What the work raised is raised where its result is asked for, once."""
        call = handle.calls.pop(answer, lambda: None)()
        if call is not None:
            call.error = error.cause if isinstance(error.cause, Exception) else error
        elif answer == handle.about:
            raise error

    def _look_after(self, handle: _Handle) -> None:
        now = time.monotonic()
        if not handle.calls or now - handle.answered < QUIET_SECONDS:
            return
        if handle.ping is None:
            handle.ping, handle.pinged = handle.actor.ping.remote(), now
        elif now - max(handle.pinged, handle.answered) > DEADLINE:
            self._lose(handle, TimeoutError("it did not answer"))

    def _lose(self, handle: _Handle, error: Exception) -> None:
        """Replace a worker; its calls are sent again, before all others."""
        if not handle.is_ready and isinstance(error, ActorDiedError) and "creation task" in str(error):
            reason = f"a worker cannot run synth: {str(error).strip().splitlines()[-1]}"
            self._refuse(handle, ConfigurationError(reason, hint=_SAME))
            return
        self.lost += 1
        self._queue.extendleft(reversed(handle.calls.values()))
        with suppress(RayError):
            ray.kill(handle.actor)
        self._handles[self._handles.index(handle)] = self._start_worker()

    def _refuse(self, handle: _Handle, error: ConfigurationError) -> None:
        """Before the search this is an error; later, when a new node is unfit, it does without it."""
        if not self._has_started:
            raise error
        self._handles.remove(handle)

    def _unfit(self, worker: About) -> ConfigurationError | None:
        """Why a worker would not do what this process does."""
        for name in ("python", "ray", "synth"):
            theirs, ours = getattr(worker, name), getattr(self._here, name)
            if theirs != ours:
                return ConfigurationError(f"a worker runs {name} {theirs}, this process {name} {ours}", hint=_SAME)
        if worker.missing:
            return ConfigurationError(f"a worker has no {' and no '.join(worker.missing)}", hint=_SAME)
        return None


_SAME: Final = "install the same synth, with its extras, on every node of the cluster"
_Actor: Any = ray.remote(concurrency_groups={"health": 1})(Worker)  # type: ignore[call-overload]


def _check_room(size: int) -> None:
    stores = [node["Resources"].get("object_store_memory", 0) for node in ray.nodes() if node["Alive"]]
    if stores and size > STORE_SHARE * min(stores):
        message = f"the examples take {size:,} bytes, the smallest object store of the cluster has {min(stores):,.0f}"
        raise LimitError(message, hint="start Ray with a larger --object-store-memory, or give fewer examples")
