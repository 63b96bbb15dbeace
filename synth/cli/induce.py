"""synth induce: from a file of strings to a regular expression or a grammar."""

from __future__ import annotations

from json import dumps
from typing import Any, Final

import click

from dsl.errors import ConfigurationError
from synth.cli import options

NOTATIONS: Final = {"regex": "re", "cfg": "lark"}


@click.command("induce", context_settings=options.SETTINGS)
@click.argument("file")
@click.option("--reject", metavar="FILE", help="Strings the answer must not match.")
@click.option("--oracle", metavar="COMMAND", help="Says whether a string is one: 'check {}', exit code 0 yes, 1 no.")
@click.option("--questions", type=int, metavar="N", help="Ask the oracle about this many strings at most.")
@click.option("--kind", default="regex", show_default=True, metavar="KIND", help="regex, cfg (a grammar) or auto.")
@click.option("--searcher", default="auto", show_default=True, metavar="NAME", help="auto, beam, exact or reinforce.")
@click.option("--objective", default="mdl", show_default=True, metavar="NAME", help="mdl or median.")
@click.option("--effort", type=int, default=2, show_default=True, help="1 (a glance) to 5 (exhaustive).")
@click.option("--timeout", type=float, metavar="SECONDS", help="Answer with the best so far after this long.")
@options.seed
@click.option("--workers", type=int, default=1, show_default=True, help="Threads that score candidates.")
@click.option("--constraint", multiple=True, metavar="NAME", help="posix, linear-time, max-states=N, …")
@click.option("--guess", multiple=True, metavar="PATTERN", help="A pattern to start from.")
@click.option("--policy", metavar="FILE", help="Weights from `synth train policy`, for --searcher reinforce.")
@options.device
@click.option("--out", metavar="RUN", help="Record the run in this new directory.")
@options.to
@options.null
@options.keep_empty
@options.json
@click.option("--quiet", "-q", is_flag=True, help="Only the result, and errors.")
@click.option("--no-progress", is_flag=True, help="No progress during the search.")
@options.common
@click.pass_context
def command(
    context: click.Context,
    /,
    file: str,
    reject: str | None,
    oracle: str | None,
    kind: str,
    to: str | None,
    constraint: tuple[str, ...],
    guess: tuple[str, ...],
    null: bool,
    keep_empty: bool,
    json: bool,
    quiet: bool,
    no_progress: bool,
    **search: Any,  # noqa: ANN401 (what api.induce calls by the same names)
) -> None:
    """Induce a regular expression or a grammar from the strings in FILE, one a line; - is standard input.

    The best one goes to stdout, the hall of fame to stderr.
    """
    from searchers.kernels import compiled_before
    from synth.api import induce
    from synth.cli.hall_of_fame import HallOfFame
    from synth.command_oracle import CommandOracle
    from synth.inputs import read_both
    from synth.runs import ResultNotSaved

    _check_notation(kind, to)
    judge = None if oracle is None else CommandOracle(oracle)
    positives, negatives = read_both(file, reject, null=null, keep_empty=keep_empty)
    if not quiet and not compiled_before():
        click.echo("compiling kernels, this happens once and takes some seconds", err=True)
    view = HallOfFame(quiet=quiet, progress=not no_progress)
    failure = None
    with view:
        try:
            result = induce(
                positives,
                reject=negatives,
                oracle=judge,
                kind=kind,
                constraints=constraint,
                guesses=guess,
                on_event=view.take,
                **search,
            )
        except ResultNotSaved as error:
            result, failure = error.result, error
    view.conclude(result, len(positives), len(set(negatives)))
    if json:
        click.echo(dumps(result.to_json(), ensure_ascii=False))
    else:
        click.echo(result.best.language.to(NOTATIONS[result.kind]))
    if failure is not None:
        raise failure
    if result.interrupted:
        context.exit(130)


def _check_notation(kind: str, to: str | None) -> None:
    # before the search: its result would be lost
    if to is not None and to != NOTATIONS.get(kind, to):
        raise ConfigurationError(f"--to {to} is not for --kind {kind}", hint=f"use --to {NOTATIONS[kind]}")
    if to is not None and kind == "auto":
        raise ConfigurationError("--kind auto decides the notation", hint="leave --to out")
