"""A search on the command line: the hall of fame while it runs, then its answer on stdout."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from dsl.errors import ExportError
from synth.cli import ending, options
from synth.cli.output import say
from synth.results.json_text import json_text

if TYPE_CHECKING:
    from dsl.grammar import Grammar
    from dsl.regex import Regex
    from searchers.protocol import Event
    from synth.cli.hall_of_fame import HallOfFame
    from synth.results.result import Result
    from synth.results.tensorboard import TensorBoard


def show(
    context: click.Context,
    search: Callable[[Callable[[Event], object]], Result],
    view: HallOfFame,
    counts: tuple[int, int],
    *,
    json: bool,
    to: str | None = None,
    board: TensorBoard | None = None,
) -> None:
    """Run `search`, show what it finds in so many examples and strings to reject, and print the answer.

    `to` is the format of the answer; without one it is a pattern, or a grammar. `board` hears of the search too. Leaves
    with the code of the signal that ended the search, if one did: 130 after Ctrl-C. Raises ResultNotSaved and
    ExportError, after the answer was printed.
    """
    from synth.runs.run import ResultNotSaved

    failure = None

    def hear(event: Event) -> None:
        view.take(event)
        if board is not None:
            board(event)

    with view, board or nullcontext():
        try:
            result = search(hear)
        except ResultNotSaved as error:
            result, failure = error.result, error
    view.conclude(result, *counts)
    if board is not None and board.failure:
        say(f"warning: the curves for TensorBoard are not complete: {board.failure}")
    if json:
        click.echo(json_text(result.to_json()))
    else:
        _print(result.best.language, to)
    if failure is not None:
        raise failure
    if result.interrupted:
        context.exit(ending.exit_code())


def _print(language: Regex | Grammar, to: str | None) -> None:
    try:
        options.export(language, to, {})
    except ExportError:
        say(language.pattern)  # what was found is not lost
        raise
