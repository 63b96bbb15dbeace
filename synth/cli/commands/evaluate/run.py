"""synth evaluate run: cells, each a line in the directory of the run."""

from __future__ import annotations

import click

from synth.cli import parameters
from synth.cli.commands.evaluate.showing import show_run
from synth.evaluation.task import PROFILES


@parameters.command("run")
@click.option("--tasks", default="all", show_default=True, metavar="LIST", help="Numbers and names: 1,5-7,tomita.")
@click.option("--encoders", default="mean,conv,rnn,lstm,attention", show_default=True, metavar="LIST", help="By name.")
@click.option("--profile", type=click.Choice(PROFILES), default="minutes", show_default=True, help="How much of each.")
@click.option("--seeds", type=click.IntRange(min=1), default=1, show_default=True, help="How many.")
@click.option("--data", type=parameters.path, metavar="DIR", help="Data sets, a folder each.")
@click.option("--out", metavar="RUN", required=True, help="Record the run in this new directory.")
@parameters.quiet
def command(tasks: str, encoders: str, profile: str, seeds: int, data: str | None, out: str, quiet: bool) -> None:
    """Measure every encoder, and the baselines, on every task; `synth resume RUN` does what is missing."""
    from pathlib import Path

    from synth.evaluation.record import Record
    from synth.evaluation.suite import planned

    arguments = {
        "tasks": tasks, "encoders": encoders.split(","), "profile": profile, "seeds": seeds,
        **({} if data is None else {"data": str(Path(data).resolve())}),
    }  # fmt: skip
    planned(arguments)  # what is wrong with them is said before there is a directory
    show_run(Record.create(out, arguments), quiet=quiet)
