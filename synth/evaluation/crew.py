"""Where cells are measured: in this process, in several, or on a Ray cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from searchers.budget import Budget
from synth.batch.processes import Processes, WorkerLostError, work_through
from synth.evaluation.measuring import Order, measure, measure_all

Line = dict[str, Any]


def measured(orders: Sequence[Order], *, workers: int = 1, ray: str | None = None) -> Iterator[Line]:
    """The line of each cell, as it ends. Raises what connecting to a cluster raises."""
    if not orders:
        return
    if ray is not None:
        yield from _on_cluster(orders, ray, workers)
    elif workers == 1 or len(orders) == 1:
        yield from map(measure, orders)
    else:
        yield from _in_processes(orders, min(workers, len(orders)))


def _in_processes(orders: Sequence[Order], count: int) -> Iterator[Line]:
    with Processes(count, measure) as crew:
        for order, line in work_through(deque(orders), crew, at_hand):
            yield _lost(order, str(line)) if isinstance(line, WorkerLostError) else line


def at_hand(waiting: Sequence[Order], last: Order | None, others: Iterable[Order]) -> Order:
    """The next cell for a process: of the task whose data it has read, or else of one that no other is at.

    Seeds, shares and modes keep their order.
    """
    read = None if last is None else last.cell.task
    begun = {order.cell.task for order in others}
    of_round = [order for order in waiting if _round(order) == _round(waiting[0])]
    return min(of_round, key=lambda order: (order.cell.task != read, order.cell.task in begun))


def _round(order: Order) -> tuple[object, ...]:
    cell = order.cell
    return cell.seed, cell.share < 1, cell.mode != "soft"


def _on_cluster(orders: Sequence[Order], address: str, workers: int | None) -> Iterator[Line]:
    from synth.cluster.connection import connected

    with connected(address, workers):
        from synth.cluster.pool import ray_pool

        with ray_pool(workers, libraries=["torch"], calls=1) as pool:
            for order, line in pool.run_apart(measure_all, None, list(orders), Budget()):
                yield line or _lost(order, "its workers were lost, one after another")


def _lost(order: Order, reason: str) -> Line:
    hint = "it may need more memory than there is"
    return {"digest": order.digest, "cell": asdict(order.cell), "status": "failed", "reason": reason, "hint": hint,
            "seconds": 0.0, "wall_seconds": 0.0}  # fmt: skip
