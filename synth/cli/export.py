"""synth export: a pattern in the notation of another tool."""

from __future__ import annotations

import click

from synth.cli import options


@click.command("export", context_settings=options.SETTINGS)
@click.argument("pattern")
@options.to
@options.common
def command(pattern: str, to: str) -> None:
    """Rewrite PATTERN in another notation."""
    from dsl.regex import Regex

    click.echo(Regex.parse(pattern).to(to))
