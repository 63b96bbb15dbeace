"""A search on the command line: the hall of fame while it runs, then its answer on stdout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from dsl.errors import ExportError
from synth.cli import ending, parameters
from synth.cli.output import say
from synth.results.json_text import json_text

if TYPE_CHECKING:
    from dsl.language import Language
    from searchers.protocol import Event
    from synth.results.result import Result
    from synth.results.tensorboard import TensorBoard


def memory_limit(given: Mapping[str, Any], processes: int = 1) -> AbstractContextManager[None]:
    """The limit that --memory sets to each of so many processes; a cluster gives its processes what they have."""
    from synth.limits.memory import at_most

    return at_most(None if given["ray"] else given["memory"] // processes)


def show(
    context: click.Context,
    search: Callable[[Callable[[Event], object]], Result],
    counts: tuple[int, int],
    board: TensorBoard | None = None,
    ask: Callable[[Result], tuple[Result, tuple[int, int]]] | None = None,
) -> None:
    """Run `search`, show what it finds in so many examples and strings to reject, and print the answer.

    `ask` makes another result of it, with other counts, when the terminal is free again.

    The command's parameters say how. `board` hears of the search too. Leaves with the code of the signal that ended the
    search, if one did: 130 after Ctrl-C. Raises ResultNotSaved and ExportError, after the answer was printed.
    """
    from synth.cli.hall_of_fame import HallOfFame
    from synth.runs.run import ResultNotSaved

    given = context.params
    if given["json"] and given["to"] is not None:
        say("warning: --json leaves out --to; synth export writes the pattern in another notation")
    view = HallOfFame(quiet=given["quiet"], progress=not given["no_progress"])
    failure = None

    def hear(event: Event) -> None:
        view.take(event)
        if board is not None:
            board(event)

    with memory_limit(given), view, board or nullcontext():
        try:
            result = search(hear)
        except ResultNotSaved as error:
            result, failure = error.result, error
    if ask is not None:
        result, counts = ask(result)
    view.conclude(result, *counts)
    if board is not None and board.failure:
        say(f"warning: the curves for TensorBoard are not complete: {board.failure}")
    if given["json"]:
        click.echo(json_text(result.to_json()))
    else:
        _print(result.best.language, given["to"])
    if failure is not None:
        raise failure
    if result.interrupted:
        context.exit(ending.exit_code())


def _print(language: Language, to: str | None) -> None:
    try:
        parameters.export(language, to, {})
    except ExportError:
        say(language.pattern)  # what was found is not lost
        raise
