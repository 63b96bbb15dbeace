"""synth resume: go on with a recorded search."""

from __future__ import annotations

from typing import Any

import click

from dsl.errors import ConfigurationError
from synth.cli import options
from synth.cli.searching import show


@click.command("resume", short_help="Go on with a recorded search.", context_settings=options.SETTINGS)
@click.argument("run", type=options.path)
@click.option("--oracle", metavar="COMMAND", help="The oracle that the run, or tasks of it, began with.")
@options.timeout
@options.memory
@click.option("--steps", type=int, metavar="N", help="Stop after so many steps, counted from the beginning of the run.")
@options.workers
@options.ray
@options.storage
@options.trust
@options.to
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
    to: str | None,
    memory: int,
    json: bool,
    quiet: bool,
    no_progress: bool,
    **limits: Any,  # noqa: ANN401 (what api.resume calls by the same names)
) -> None:
    """Go on with the search, or the batch, in the directory RUN, which `synth induce --out` made.

    A search goes on from the last checkpoint as if it had never stopped; --timeout gives it time from now on. Of a
    batch, the tasks without a result are done. What RUN names, an oracle or a storage, is used when it is given again,
    or with --trust: RUN may be a stranger's.
    """
    from synth.api import resume
    from synth.batch.record import is_batch
    from synth.batch.search import resume_batch
    from synth.cli.commands.batch import show_batch
    from synth.cli.hall_of_fame import HallOfFame
    from synth.inputs.command_oracle import CommandOracle
    from synth.limits.memory import at_most
    from synth.runs.run import Run
    from synth.runs.storage import bring

    bring(run, limits["storage"])
    if is_batch(run):
        _check_batch(timeout=limits.pop("timeout"), steps=limits.pop("steps"), to=to)
        outcomes = resume_batch(run, oracle=oracle, **limits)
        with at_most(None if limits["ray"] else memory // (limits["workers"] or 1)):
            show_batch(context, outcomes, where=run, quiet=quiet, progress=not no_progress)
        return
    problem = Run.open(run).problem
    judge = None if oracle is None else CommandOracle(oracle)
    with at_most(None if limits["ray"] else memory):  # a cluster gives its processes what they have
        show(
            context,
            lambda on_event: resume(run, oracle=judge, on_event=on_event, **limits),
            HallOfFame(quiet=quiet, progress=not no_progress),
            (problem.total, len(problem.negatives)),
            json=json,
            to=to,
        )


def _check_batch(**options: object) -> None:
    for name, value in options.items():
        if value is not None:
            raise ConfigurationError(f"--{name} is not for a batch", hint="its tasks say what is asked of them")
