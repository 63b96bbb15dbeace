"""The search for the answers of many tasks, and going on with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, cast

from dsl.errors import ConfigurationError
from synth.batch.outcome import Outcome
from synth.batch.processes import Processes, work_off
from synth.batch.record import Record
from synth.batch.run_task import perform
from synth.batch.tasks import Task, largest_first, make_tasks, read_tasks
from synth.options import Options
from synth.runs.files import alone
from synth.runs.storage import bring


def induce_batch(
    tasks: str | os.PathLike[str] | Iterable[Mapping[str, Any]],
    *,
    workers: int | None = None,
    ray: str | None = None,
    out: str | os.PathLike[str] | None = None,
    storage: str | None = None,
    trust: bool = False,
    **options: Any,  # noqa: ANN401 (what induce calls by the same names)
) -> Iterator[Outcome]:
    """Search for the answers of many tasks; yields each outcome as it ends.

    tasks    a file of JSON lines, or mappings: `id`, `positives`, and where needed `negatives` and `options`, which are
             keyword arguments of `synth.induce`; the oracle is a command, the same as in `options` below
    workers  processes, each with one task at a time; with 1 and without a number, tasks are done here, in their order
    ray      "local", "auto" or the address of a Ray cluster: there, each on one core, on so many workers or all
    out      a new directory that keeps the outcomes, for `resume_batch`
    storage  a path or URI, of any file system that fsspec knows, where a copy of that directory is kept
    trust    run other oracles, too, that tasks name
    options  for tasks that do not say otherwise

    All tasks are checked before the first begins: raises ExampleError with the line, and RunError. What goes wrong in a
    task is its outcome. Ctrl-C is a KeyboardInterrupt; what was yielded is kept. A script that gives `workers` has to
    stand under `if __name__ == "__main__":`, as for multiprocessing.
    """
    Options.of(workers=workers)
    if isinstance(tasks, str | os.PathLike):
        checked = read_tasks(os.fspath(tasks), options, trust=trust)
    else:
        checked = make_tasks(tasks, options, trust=trust)
    if out is None and storage is not None:
        raise ConfigurationError("the storage keeps a copy of a batch", hint="name the batch with out, too")
    return _begun(
        _outcomes(checked, lambda: None if out is None else Record.create(out, checked, storage), workers, ray)
    )


def resume_batch(
    path: str | os.PathLike[str],
    *,
    workers: int | None = None,
    ray: str | None = None,
    oracle: str | None = None,
    storage: str | None = None,
    trust: bool = False,
) -> Iterator[Outcome]:
    """Do the tasks of the batch in the directory `path`, or in `storage`, that have no result.

    `oracle` is the command that tasks name; with `trust` they may name any, and the batch its storage. Raises RunError,
    and ConfigurationError when what is named is neither given again nor trusted.
    """
    Options.of(workers=workers)
    bring(path, storage)
    record = Record.open(path, storage, trust=trust)
    tasks = [task.granted(oracle, trust=trust) for task in record.left]
    return _begun(_outcomes(tasks, lambda: record, workers, ray))


def _outcomes(
    tasks: list[Task], keep: Callable[[], Record | None], workers: int | None, ray: str | None
) -> Iterator[Outcome | None]:
    """None when all is ready, then the outcomes. The record comes after the workers: without them there is none."""
    with ExitStack() as stack:
        outcomes = stack.enter_context(_at_work(tasks, workers, ray))
        record = keep()
        if record is not None:
            stack.enter_context(alone(record.path))
            if record.storage is not None:
                stack.callback(record.storage.settle)
        yield None
        for outcome in outcomes:
            if record is not None:
                record.add(outcome)
            yield outcome
        if record is not None:
            record.finish()


def _begun(outcomes: Iterator[Outcome | None]) -> Iterator[Outcome]:
    """So that what is wrong is raised at once, not with the first outcome."""
    next(outcomes)
    return cast("Iterator[Outcome]", outcomes)


@contextmanager
def _at_work(tasks: list[Task], workers: int | None, ray: str | None) -> Iterator[Iterator[Outcome]]:
    if ray is not None:
        from synth.batch.cluster import on_cluster

        with on_cluster(tasks, ray, workers) as outcomes:
            yield outcomes
    elif workers is None or workers == 1 or not tasks:
        yield map(perform, tasks)
    else:
        with Processes(min(workers, len(tasks)), perform) as processes:
            yield work_off(largest_first(tasks), processes)
