"""synth score: how well a pattern or a grammar fits a file of examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from synth.cli import parameters
from synth.cli.output import show
from synth.results.json_text import json_text

if TYPE_CHECKING:
    from synth.results.evaluation import Fit

SHOWN = 5


@parameters.command("score", short_help="How well a pattern or a grammar fits examples.")
@click.argument("pattern")
@click.argument("file", type=parameters.path)
@click.option("--reject", type=parameters.path, metavar="FILE", help="Strings that PATTERN must not match.")
@parameters.null
@parameters.keep_empty
@parameters.json
@click.pass_context
def command(
    context: click.Context, /, pattern: str, file: str, reject: str | None, null: bool, keep_empty: bool, json: bool
) -> None:
    """Measure the Levenshtein distance from each string in FILE to the language of PATTERN.

    PATTERN may be the name of a file that holds a grammar. Exit code 1 when an example is not matched, or a string to
    reject is.
    """
    from synth.inputs.examples import read_both
    from synth.inputs.languages import read_language
    from synth.results.evaluation import Fit

    fit = Fit.of(read_language(pattern), *read_both(file, reject, null=null, keep_empty=keep_empty))
    if json:
        click.echo(json_text(fit.to_json()))
    else:
        _print(fit)
    context.exit(0 if fit.perfect else 1)


def _print(fit: Fit) -> None:
    show(f"accepted  {fit.accepted} of {len(fit.examples)}")
    if fit.reject:
        show(f"rejected  {fit.rejected} of {len(fit.reject)}")
    show(f"distance  median {fit.median}, largest {max(fit.distances)}")
    _list("furthest from the language", [f"{distance:>4}  {text!r}" for text, distance in fit.furthest])
    _list("wrongly accepted", [f"      {text!r}" for text in fit.wrongly_accepted])


def _list(title: str, lines: list[str]) -> None:
    if lines:
        show(f"{title}:")
    for line in lines[:SHOWN]:
        show(line)
    if len(lines) > SHOWN:
        show(f"      and {len(lines) - SHOWN} more")
