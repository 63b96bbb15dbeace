"""A run as it goes on, a line for each cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from synth.cli.output import say

if TYPE_CHECKING:
    from synth.evaluation.record import Record


def show_run(record: Record, *, quiet: bool) -> None:
    """Measure what is missing, a line on stderr for each cell."""
    from synth.evaluation.suite import work_off

    for line in work_off(record):
        text = _told(line)
        record.say(text)
        if not quiet:
            say(text)


def _told(line: Mapping[str, Any]) -> str:
    from synth.evaluation.cell import Cell

    cell = Cell.from_json(line["cell"])
    if line["status"] == "failed":
        return f"{cell}: failed: {line['reason']}"
    scores = [f"{test} {next(iter(found.values())):.4g}" for test, found in line["scores"].items()]
    return f"{cell}: {', '.join(scores)} ({line['seconds']:.1f} s)"
