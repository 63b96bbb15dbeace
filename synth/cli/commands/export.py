"""synth export: a pattern, a grammar or what a run found in the notation of another tool."""

from __future__ import annotations

import click

from synth.cli import parameters


@parameters.command("export", short_help="A language in another notation.")
@click.argument("pattern")
@parameters.to
@parameters.named
def command(pattern: str, to: str | None, option: dict[str, str]) -> None:
    """Rewrite PATTERN, the grammar in a file of this name, or the best of a run in this directory.

    The tool that reads the notation tries it first, where it is installed.
    """
    from synth.inputs.languages import read_language

    parameters.export(read_language(pattern), to, option)
