"""A run: its cells are planned, those without a line are measured, and each line is kept as it comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from synth.evaluation.cell import Cell, crossed
from synth.evaluation.data import Data
from synth.evaluation.measuring import Order, measure, settings_of
from synth.evaluation.record import Record, done
from synth.evaluation.tasks.registry import chosen, make


def planned(arguments: Mapping[str, Any]) -> list[Cell]:
    """The cells that a run was asked for, in their order. Raises ConfigurationError."""
    tasks = chosen(arguments["tasks"])
    rows = [(task.name, [*task.baselines, *arguments["encoders"]]) for task in tasks]
    return list(crossed(rows, arguments["profile"], seeds=range(arguments["seeds"])))


def orders(cells: Sequence[Cell], data: str | None) -> Iterator[Order]:
    """The cells with their digests, and data. Raises DataError."""
    folder = Data(None if data is None else Path(data))
    digests: dict[str, str] = {}
    for cell in cells:
        task = make(cell.task)
        if cell.task not in digests:
            digests[cell.task] = folder.digest(task.data_sets)
        yield Order(cell, cell.digest(settings_of(task, cell.profile), digests[cell.task]), data)


def work_off(record: Record) -> Iterator[dict[str, Any]]:
    """Measure what has no line yet, each line as it comes. Raises RunError where the directory cannot be written."""
    finished = done(record.lines())
    for order in orders(planned(record.arguments), record.arguments.get("data")):
        if order.digest not in finished:
            line = measure(order)
            record.add(line)
            yield line
    record.finish()
