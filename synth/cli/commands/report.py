"""synth report: a run as one HTML page."""

from __future__ import annotations

from pathlib import Path

import click

from dsl.errors import RunError
from synth.cli import options
from synth.cli.output import give


@click.command("report", short_help="Show a recorded search as an HTML page.", context_settings=options.SETTINGS)
@click.argument("run", type=options.path)
@click.option("--out", type=options.path, metavar="FILE", help="Where to write the page.  [default: RUN/report.html]")
@options.common
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
