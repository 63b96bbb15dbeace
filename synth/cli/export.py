"""synth export: a pattern or a grammar in the notation of another tool."""

from __future__ import annotations

import click

from synth.cli import options


@click.command("export", short_help="A pattern or a grammar in another notation.", context_settings=options.SETTINGS)
@click.argument("pattern")
@options.to
@options.common
def command(pattern: str, to: str | None) -> None:
    """Rewrite PATTERN, or the grammar in a file of this name, in another notation."""
    from synth.languages import read_language

    language = read_language(pattern)
    click.echo(language.pattern if to is None else language.to(to))
