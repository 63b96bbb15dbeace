"""A run: its cells are planned, those without a line are measured, and each line is kept as it comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dsl.errors import RunError
from synth.evaluation.cell import Cell
from synth.evaluation.crew import measured
from synth.evaluation.data import NOTHING, Data
from synth.evaluation.measuring import Order, settings_of
from synth.evaluation.protocols import check, planned
from synth.evaluation.record import Record
from synth.evaluation.tasks.registry import make
from synth.runs.files import alone


def begin(path: str, arguments: Mapping[str, Any]) -> Record:
    """The record of a new run. What is wrong is said before there is a directory.

    Raises ConfigurationError, DataError when there is no such folder of data, RunError when the directory exists.
    """
    check(arguments)
    cells = planned(arguments)
    for cell in cells:
        settings_of(make(cell.task), cell.profile)
    return Record.create(path, arguments, digests(cells, arguments.get("data")))


def digests(cells: Sequence[Cell], data: str | None) -> dict[str, str]:
    """The digest of what each task reads; where data is missing, its cells fail and the others go on."""
    folder = Data(None if data is None else Path(data))
    return {name: folder.digest(make(name).data_sets) for name in dict.fromkeys(cell.task for cell in cells)}


def orders(record: Record) -> list[Order]:
    """The cells of a run that have no line yet, those whose data was missing and has come since among them.

    Raises RunError when the data is not what the run began with.
    """
    cells = planned(record.arguments)
    data = record.arguments.get("data")
    now = digests(cells, data)
    changed = [name for name, digest in now.items() if record.data.get(name) not in (digest, NOTHING)]
    if changed:
        hint = "put the data back, or begin a new run"
        raise RunError(f"the data of {', '.join(changed)} is not what the run began with", hint=hint)
    finished = {line["digest"] for line in record.lines()}
    device = record.arguments.get("device", "cpu")
    found = (Order(cell, cell.digest(settings_of(make(cell.task), cell.profile), now[cell.task]), data, device)
             for cell in cells)  # fmt: skip
    return [order for order in found if order.digest not in finished]


def work_off(record: Record, *, workers: int = 1, ray: str | None = None) -> Iterator[dict[str, Any]]:
    """Measure what has no line yet, each line as it comes.

    Raises RunError where the directory cannot be written, or another process works on it, and what connecting raises.
    """
    with alone(record.path):
        for line in measured(orders(record), workers=workers, ray=ray):
            record.add(line)
            yield line
        record.finish()
