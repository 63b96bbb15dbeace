"""synth induce: from a file of strings to a regular expression or a grammar."""

from __future__ import annotations

from typing import Any

import click

from dsl.errors import ConfigurationError
from synth.cli import options
from synth.cli.searching import show


@click.command("induce", short_help="From examples to a pattern or a grammar.", context_settings=options.SETTINGS)
@click.argument("file", type=options.path, required=False)
@click.option("--batch", type=options.path, metavar="TASKS", help="Many tasks, a JSON object a line, instead of FILE.")
@click.option("--reject", type=options.path, metavar="FILE", help="Strings the answer must not match.")
@click.option("--oracle", metavar="COMMAND", help="Says whether a string is one: 'check {}', exit code 0 yes, 1 no.")
@click.option("--questions", type=int, metavar="N", help="Ask the oracle about this many strings at most.")
@click.option("--kind", default="regex", show_default=True, metavar="KIND", help="regex, cfg (a grammar) or auto.")
@click.option(
    "--searcher", default="auto", show_default=True, metavar="NAME", help="auto, beam, evolve, exact, reinforce."
)
@click.option("--objective", default="mdl", show_default=True, metavar="NAME", help="mdl or median.")
@click.option("--effort", type=int, default=2, show_default=True, metavar="N", help="1 (a glance) to 5 (exhaustive).")
@options.timeout
@options.memory
@click.option("--steps", type=int, metavar="N", help="Stop after so many steps of the search.")
@click.option(
    "--no-warm-start", "warm_start", flag_value=False, default=True, help="Begin from nothing, not from the examples."
)
@options.seed
@options.workers
@options.ray
@click.option("--constraint", multiple=True, metavar="NAME", help="posix, linear-time, max-states=N, …")
@click.option("--guess", multiple=True, metavar="PATTERN", help="A pattern, or the file of a grammar, to start from.")
@click.option(
    "--policy", type=options.path, metavar="FILE", help="Weights of `synth train policy`, for --searcher reinforce."
)
@options.device
@click.option("--out", type=options.path, metavar="RUN", help="Record the run in this new directory.")
@options.storage
@options.trust
@click.option("--tensorboard", type=options.path, metavar="DIR", help="Write curves for TensorBoard into DIR.")
@options.to
@options.null
@options.keep_empty
@options.json
@options.quiet
@options.no_progress
@options.common
@click.pass_context
def command(
    context: click.Context,
    /,
    file: str | None,
    batch: str | None,
    reject: str | None,
    oracle: str | None,
    kind: str,
    to: str | None,
    constraint: tuple[str, ...],
    guess: tuple[str, ...],
    trust: bool,
    tensorboard: str | None,
    null: bool,
    keep_empty: bool,
    memory: int,
    json: bool,
    quiet: bool,
    no_progress: bool,
    **search: Any,  # noqa: ANN401 (what api.induce calls by the same names)
) -> None:
    """Induce a regular expression or a grammar from the strings in FILE, one a line; - is standard input.

    The best one goes to stdout, the hall of fame to stderr.
    """
    from searchers.scoring.kernels import compiled_before
    from synth.api import induce
    from synth.batch.search import induce_batch
    from synth.cli.commands.batch import show_batch
    from synth.cli.hall_of_fame import HallOfFame
    from synth.inputs.command_oracle import CommandOracle
    from synth.inputs.examples import read_both
    from synth.inputs.languages import read_language
    from synth.limits.memory import at_most
    from synth.results.tensorboard import TensorBoard

    guesses = tuple(str(read_language(one)) for one in guess)
    if batch is not None:
        alone = {"FILE": file, "--reject": reject, "--to": to, "--tensorboard": tensorboard}
        _check_batch(alone)
        tasks = induce_batch(
            batch,
            trust=trust,
            oracle=oracle,
            kind=kind,
            constraints=list(constraint),
            guesses=list(guesses),
            **search,
        )
        with at_most(None if search["ray"] else memory // (search["workers"] or 1)):
            show_batch(context, tasks, where=search["out"], quiet=quiet, progress=not no_progress)
        return
    if file is None:
        raise click.MissingParameter(ctx=context, param_hint="'FILE'", param_type="argument")
    if trust:
        raise ConfigurationError("--trust is for --batch", hint="leave it out: nothing names an oracle here")
    judge = None if oracle is None else CommandOracle(oracle)
    positives, negatives = read_both(file, reject, null=null, keep_empty=keep_empty)
    if not quiet and not compiled_before():
        click.echo("compiling kernels, this happens once and takes some seconds", err=True)
    with at_most(None if search["ray"] else memory):  # a cluster gives its processes what they have
        show(
            context,
            lambda on_event: induce(
                positives,
                reject=negatives,
                oracle=judge,
                kind=kind,
                constraints=constraint,
                guesses=guesses,
                on_event=on_event,
                **search,
            ),
            HallOfFame(quiet=quiet, progress=not no_progress),
            (len(positives), len(set(negatives))),
            json=json,
            to=to,
            board=None if tensorboard is None else TensorBoard(tensorboard),
        )


def _check_batch(alone: dict[str, str | None]) -> None:
    for name, value in alone.items():
        if value is not None:
            hint = "a task has positives, negatives and options of its own"
            raise ConfigurationError(f"{name} is not for --batch", hint=hint)
