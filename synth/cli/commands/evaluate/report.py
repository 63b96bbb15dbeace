"""synth evaluate report: what a run found."""

from __future__ import annotations

from pathlib import Path

import click

from dsl.errors import RunError
from synth.cli import parameters
from synth.cli.output import give


@parameters.command("report")
@click.argument("run", type=parameters.path)
@click.option("--out", type=parameters.path, metavar="DIR", help="Where to write.  [default: RUN/report]")
def command(run: str, out: str | None) -> None:
    """Write what RUN found so far as a page (index.html), CSV, Markdown and LaTeX, and print their names."""
    from synth.evaluation.record import Record
    from synth.evaluation.report.page import page
    from synth.evaluation.report.tables import tables
    from synth.evaluation.report.texts import as_csv, as_latex, as_markdown
    from synth.runs.files import write_atomically

    record = Record.open(run)
    lines = record.measured()
    if not lines:
        raise RunError(f"{run} has no cell yet", hint=f"go on with: synth resume {run}")
    found = tables(lines, record.points())
    folder = Path(run, "report") if out is None else Path(out)
    files = {"index.html": page(found, record.arguments, lines), "table.csv": as_csv(found),
             "table.md": as_markdown(found), "table.tex": as_latex(found)}  # fmt: skip
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            write_atomically(folder / name, text)
            give(str(folder / name))
    except OSError as error:
        raise RunError(f"cannot write {folder}: {error.strerror}", hint="choose another --out") from None
