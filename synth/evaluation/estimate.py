"""How long the rest of a run will take, from what its cells took so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, Final, NamedTuple

from synth.evaluation.cell import Cell

PROMISED: Final = {"minutes": 15.0, "cpu": 120.0, "full": 3600.0}  # seconds of a cell, where nothing is known


class Estimate(NamedTuple):
    """Seconds that are left, and of how many of the cells that are left the task was not seen yet."""

    seconds: float
    unseen: int


def estimate(lines: Iterable[Mapping[str, Any]], left: Sequence[Cell], workers: int = 1) -> Estimate:
    """By task, times how much an encoder takes against the others of its tasks; failed cells count as they took."""
    seconds = {Cell.from_json(line["cell"]): float(line["wall_seconds"]) for line in lines}
    by_task: defaultdict[str, list[float]] = defaultdict(list)
    for cell, taken in seconds.items():
        by_task[cell.task].append(taken)
    of_task = {task: max(fmean(taken), 1e-3) for task, taken in by_task.items()}
    ratios: defaultdict[str, list[float]] = defaultdict(list)
    for cell, taken in seconds.items():
        ratios[cell.encoder].append(taken / of_task[cell.task])
    of_encoder = {name: fmean(found) for name, found in ratios.items()}
    total = sum(of_task.get(cell.task, PROMISED[cell.profile]) * of_encoder.get(cell.encoder, 1.0) for cell in left)
    return Estimate(total / max(workers, 1), sum(cell.task not in of_task for cell in left))
