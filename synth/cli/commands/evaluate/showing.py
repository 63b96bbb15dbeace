"""A run as it goes on, a line for each cell."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from synth.cli.output import say

if TYPE_CHECKING:
    from synth.evaluation.record import Record

SHOWN_SECONDS: Final = 10.0


def show_run(record: Record, *, workers: int | None, ray: str | None, quiet: bool) -> None:
    """Measure what is missing: a line on stderr for each cell, and now and then what is left.

    Leaves with exit code 2 when every cell failed.
    """
    from synth.evaluation.suite import orders, work_off

    left = {order.digest: order.cell for order in orders(record)}
    lines = record.measured()
    shown = time.perf_counter()
    for line in work_off(record, workers=workers or 1, ray=ray):
        left.pop(line["digest"], None)
        lines.append(line)
        _tell(record, told(line), quiet)
        if left and time.perf_counter() - shown > SHOWN_SECONDS:
            shown = time.perf_counter()
            _tell(record, _rest(lines, list(left.values()), workers or 1), quiet)
    failed = sum(line["status"] == "failed" for line in lines)
    _tell(record, f"{len(lines)} cells, {failed} of them failed; see them: synth evaluate report {record.path}", quiet)
    if lines and failed == len(lines):
        click.get_current_context().exit(2)


def told(line: Mapping[str, Any]) -> str:
    """A cell and what came of it."""
    from synth.evaluation.cell import Cell

    cell = Cell.from_json(line["cell"])
    if line["status"] == "failed":
        return f"{cell}: failed: {line['reason']} ({line['hint']})"
    scores = [f"{test} {next(iter(line['scores'][test].values())):.4g}" for test in line["points"]]
    return f"{cell}: {', '.join(scores)} ({line['seconds']:.1f} s)"


def _rest(lines: list[dict[str, Any]], left: list[Any], workers: int) -> str:
    from synth.evaluation.estimate import estimate

    found = estimate(lines, left, workers)
    minutes = f"{found.seconds / 60:.0f} min" if found.seconds > 90 else f"{found.seconds:.0f} s"
    doubt = f", {found.unseen} of them of tasks not seen yet" if found.unseen else ""
    return f"{len(left)} cells left{doubt}: about {minutes}"


def _tell(record: Record, text: str, quiet: bool) -> None:
    record.say(text)
    if not quiet:
        say(text)
