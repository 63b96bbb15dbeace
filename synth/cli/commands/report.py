"""synth report: a run as one HTML page."""

from __future__ import annotations

from pathlib import Path

import click

from dsl.errors import RunError
from synth.cli import parameters
from synth.cli.output import give


@parameters.command("report", short_help="Show a recorded search as an HTML page.")
@click.argument("run", type=parameters.path)
@click.option(
    "--out", type=parameters.path, metavar="FILE", help="Where to write the page.  [default: RUN/report.html]"
)
def command(run: str, out: str | None) -> None:
    """Write what the run directory RUN holds as one HTML page that needs nothing else, and print its name."""
    from synth.report.page import report
    from synth.report.recorded import RecordedRun
    from synth.runs.files import write_atomically

    recorded = RecordedRun.read(run)
    path = Path(run, "report.html") if out is None else Path(out)
    try:
        write_atomically(path, report(recorded))
    except OSError as error:
        raise RunError(f"cannot write {path}: {error.strerror}", hint="choose another --out") from None
    give(str(path))
