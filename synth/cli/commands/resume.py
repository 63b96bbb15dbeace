"""synth resume: go on with a recorded search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dsl.errors import ConfigurationError, RunError
from synth.cli import parameters
from synth.cli.commands.batch import show_batch
from synth.cli.searching import show


@parameters.command("resume", short_help="Go on with a recorded search.")
@click.argument("run", type=parameters.path)
@click.option("--oracle", metavar="COMMAND", help="The oracle that the run, or tasks of it, began with.")
@parameters.ask
@parameters.of("timeout")
@parameters.memory
@parameters.of("steps", help="Stop after so many steps, counted from the beginning of the run.")
@parameters.of("workers", "ray", "storage")
@parameters.trust
@parameters.to
@parameters.json
@parameters.quiet
@parameters.no_progress
@click.pass_context
def command(
    context: click.Context,
    /,
    run: str,
    oracle: str | None,
    trust: bool,
    ask: int | None,
    **given: Any,  # noqa: ANN401 (parameters by their names)
) -> None:
    """Go on with the search, the batch, the training or the evaluation in the directory RUN that --out made.

    A search goes on from the last checkpoint as if it had never stopped; --timeout gives it time from now on. Of a
    batch or an evaluation, what has no result is done. What RUN names, an oracle or a storage, is used when it is given
    again, or with --trust: RUN may be a stranger's. --ask goes on with the questions of a search that asked you.
    """
    from synth.api import resume
    from synth.batch.record import is_batch
    from synth.batch.search import resume_batch
    from synth.evaluation.record import Record, is_evaluation
    from synth.inputs.command_oracle import CommandOracle
    from synth.runs.run import Run
    from synth.runs.storage import bring

    where = {name: given[name] for name in ("workers", "ray", "storage")}
    limits = {name: given[name] for name in ("timeout", "steps")}
    bring(run, given["storage"])
    if _is_language_run(Path(run)):
        from synth.cli.commands.train.lm import show_training
        from synth.training.language.run import LanguageRun

        show_training(LanguageRun.resume(run).looks(), quiet=given["quiet"])
        return
    if is_evaluation(run):
        from synth.cli.commands.evaluate.showing import show_run

        show_run(Record.open(run), workers=given["workers"], ray=given["ray"], quiet=given["quiet"])
        return
    if is_batch(run):
        for name, value in {**limits, "to": given["to"]}.items():
            if value is not None:
                raise ConfigurationError(f"--{name} is not for a batch", hint="its tasks say what is asked of them")
        show_batch(context, resume_batch(run, oracle=oracle, trust=trust, **where), where=run)
        return
    if ask is not None:
        _go_on_asking(context, run, ask)
        return
    problem = Run.open(run).problem
    judge = None if oracle is None else CommandOracle(oracle)
    show(
        context,
        lambda on_event: resume(run, oracle=judge, trust=trust, on_event=on_event, **where, **limits),
        (problem.total, len(problem.negatives)),
    )


def _go_on_asking(context: click.Context, run: str, most: int) -> None:
    from synth.cli.asking import converse, require_terminal
    from synth.sessions.saving import taken_up

    require_terminal()
    converse(context, lambda hear: taken_up(run, on_event=hear), most, run)


def _is_language_run(folder: Path) -> bool:
    from synth.runs.configuration import read_any_config

    try:
        arguments = read_any_config(folder).get("arguments", {})
    except RunError:  # whoever opens the run says what is wrong
        return False
    return bool(arguments.get("kind") == "lm")
