"""synth evaluate fetch: official data into a folder."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import click

from dsl.errors import SynthError
from synth.cli import parameters
from synth.cli.output import give, say


@parameters.command("fetch")
@click.argument("names", nargs=-1, required=True, metavar="TASK…")
@click.option("--data", type=parameters.path, metavar="DIR", default="data", show_default=True, help="Where to.")
def command(names: tuple[str, ...], data: str) -> None:
    """Fetch the official data of tasks, by number or name, or data sets by name, and print the files.

    What is not free, or has no loader, is an error that says where it comes from and where to put it; the others are
    fetched.
    """
    from synth.evaluation.sources.fetching import fetch
    from synth.evaluation.tasks.registry import chosen

    known = {data_set for task in chosen("all") for data_set in task.data_sets}
    asked = [[name] if name in known else [one for task in chosen(name) for one in task.data_sets] for name in names]
    errors: list[SynthError] = []
    for data_set in dict.fromkeys(chain.from_iterable(asked)):
        try:
            for path in fetch(data_set, Path(data)):
                give(str(path))
        except SynthError as failure:
            errors.append(failure)
    for error in errors[:-1]:
        say(f"{error.message} ({error.hint})")
    if errors:
        raise errors[-1]
