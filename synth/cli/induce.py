"""synth induce: from a file of strings to a regular expression."""

from __future__ import annotations

from json import dumps
from typing import Any

import click

from synth.cli import options


@click.command("induce", context_settings=options.SETTINGS)
@click.argument("file")
@click.option("--reject", metavar="FILE", help="Strings the answer must not match.")
@click.option("--kind", default="regex", show_default=True, metavar="KIND", help="regex")
@click.option("--searcher", default="auto", show_default=True, metavar="NAME", help="auto, beam or exact.")
@click.option("--objective", default="mdl", show_default=True, metavar="NAME", help="mdl or median.")
@click.option("--effort", type=int, default=2, show_default=True, help="1 (a glance) to 5 (exhaustive).")
@click.option("--timeout", type=float, metavar="SECONDS", help="Answer with the best so far after this long.")
@options.seed
@click.option("--workers", type=int, default=1, show_default=True, help="Threads that score candidates.")
@click.option("--constraint", multiple=True, metavar="NAME", help="posix, linear-time, max-states=N, …")
@click.option("--guess", multiple=True, metavar="PATTERN", help="A pattern to start from.")
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
    to: str,
    constraint: tuple[str, ...],
    guess: tuple[str, ...],
    null: bool,
    keep_empty: bool,
    json: bool,
    quiet: bool,
    no_progress: bool,
    **search: Any,  # noqa: ANN401 (what api.induce calls by the same names)
) -> None:
    """Induce a regular expression from the strings in FILE, one a line; - is standard input.

    The best pattern goes to stdout, the hall of fame to stderr.
    """
    from searchers.kernels import compiled_before
    from synth.api import induce
    from synth.cli.hall_of_fame import HallOfFame
    from synth.inputs import read_both
    from synth.runs import ResultNotSaved

    positives, negatives = read_both(file, reject, null=null, keep_empty=keep_empty)
    if not quiet and not compiled_before():
        click.echo("compiling kernels, this happens once and takes some seconds", err=True)
    view = HallOfFame(quiet=quiet, progress=not no_progress)
    failure = None
    with view:
        try:
            result = induce(
                positives, reject=negatives, constraints=constraint, guesses=guess, on_event=view.take, **search
            )
        except ResultNotSaved as error:
            result, failure = error.result, error
    view.conclude(result, len(positives), len(set(negatives)))
    if json:
        click.echo(dumps(result.to_json(), ensure_ascii=False))
    else:
        click.echo(result.best.language.to(to))
    if failure is not None:
        raise failure
    if result.interrupted:
        context.exit(130)
