"""synth evaluate: encoders swapped under the same heads, on twenty kinds of tasks."""

from __future__ import annotations

import click

from synth.cli.commands.evaluate import fetch, report, run, tasks


@click.group("evaluate", no_args_is_help=True, short_help="Encoders under the same heads, on twenty kinds of tasks.")
def command() -> None:
    """Measure encoders on twenty kinds of tasks: swapped, ablated, on less data, on harder tests."""


command.add_command(tasks.command)
command.add_command(fetch.command)
command.add_command(run.command)
command.add_command(report.command)
for name in run.ABOUT:
    command.add_command(run.protocol(name))
