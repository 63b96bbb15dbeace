"""Tasks on a Ray cluster, each on one core, sent again when their worker is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from dsl.errors import LimitError
from searchers.budget import Budget
from synth.batch.outcome import Outcome
from synth.batch.run_task import perform_all
from synth.batch.tasks import Task, largest_first
from synth.cluster.connection import connected


@contextmanager
def on_cluster(tasks: Sequence[Task], address: str, workers: int | None) -> Iterator[Iterator[Outcome]]:
    """Workers, and each task's outcome as it ends, the largest tasks first. Raises what connecting raises."""
    if not tasks:
        yield iter(())
        return
    with connected(address, workers):
        from synth.cluster.pool import ray_pool

        libraries = ["torch"] if any(task.request.searcher == "reinforce" for task in tasks) else []
        # one call at a time: a task that waits behind a long one could have begun elsewhere
        with ray_pool(workers, libraries=libraries, calls=1) as pool:
            ended = pool.run_apart(perform_all, None, list(largest_first(tasks)), Budget())
            yield (outcome or Outcome(task.id, None, _lost()) for task, outcome in ended)


def _lost() -> LimitError:
    return LimitError("its workers were lost, one after another", hint="it may need more memory, or an easier task")
