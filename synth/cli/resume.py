"""synth resume: go on with a recorded search."""

from __future__ import annotations

from typing import Any

import click

from synth.cli import options
from synth.cli.searching import show


@click.command("resume", short_help="Go on with a recorded search.", context_settings=options.SETTINGS)
@click.argument("run", type=options.path)
@click.option("--oracle", metavar="COMMAND", help="The oracle that the run began with.")
@options.timeout
@click.option("--steps", type=int, metavar="N", help="Stop after so many steps, counted from the beginning of the run.")
@options.workers
@options.json
@options.quiet
@options.no_progress
@options.common
@click.pass_context
def command(
    context: click.Context,
    /,
    run: str,
    oracle: str | None,
    json: bool,
    quiet: bool,
    no_progress: bool,
    **limits: Any,  # noqa: ANN401 (what api.resume calls by the same names)
) -> None:
    """Go on with the search in the directory RUN, which `synth induce --out` made.

    It goes on from the last checkpoint as if it had never stopped. --timeout gives it time from now on.
    """
    from synth.api import resume
    from synth.cli.hall_of_fame import HallOfFame
    from synth.command_oracle import CommandOracle
    from synth.runs import Run

    problem = Run.open(run).problem
    judge = None if oracle is None else CommandOracle(oracle)
    show(
        context,
        lambda on_event: resume(run, oracle=judge, on_event=on_event, **limits),
        HallOfFame(quiet=quiet, progress=not no_progress),
        (problem.total, len(problem.negatives)),
        json=json,
    )
