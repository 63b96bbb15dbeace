"""A search on the command line: the hall of fame while it runs, then its answer on stdout."""

from __future__ import annotations

from collections.abc import Callable
from json import dumps
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from searchers.protocol import Event
    from synth.cli.hall_of_fame import HallOfFame
    from synth.result import Result

NOTATIONS: Final = {"regex": "re", "cfg": "lark"}


def show(
    context: click.Context,
    search: Callable[[Callable[[Event], object]], Result],
    view: HallOfFame,
    counts: tuple[int, int],
    *,
    json: bool,
) -> None:
    """Run `search`, show what it finds in so many examples and strings to reject, and print the answer.

    Leaves with 130 when Ctrl-C ended the search. Raises ResultNotSaved, after the answer was printed.
    """
    from synth.runs import ResultNotSaved

    failure = None
    with view:
        try:
            result = search(view.take)
        except ResultNotSaved as error:
            result, failure = error.result, error
    view.conclude(result, *counts)
    if json:
        click.echo(dumps(result.to_json(), ensure_ascii=False))
    else:
        click.echo(result.best.language.to(NOTATIONS[result.kind]))
    if failure is not None:
        raise failure
    if result.interrupted:
        context.exit(130)
