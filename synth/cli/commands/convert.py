"""synth convert: from the notation of one tool to that of another."""

from __future__ import annotations

import click

from synth.cli import options


@click.command("convert", short_help="From one notation to another.", context_settings=options.SETTINGS)
@click.argument("source")
@click.option("--from", "notation", metavar="FORMAT", callback=options.known_format, help="The one of SOURCE.")
@options.to
@options.named
@options.common
def command(source: str, notation: str | None, to: str | None, option: dict[str, str]) -> None:
    """Rewrite SOURCE, a pattern, a grammar, or the file of one, in the notation of another tool.

    Grammars are told apart by their looks; --from says which dialect a pattern is in.
    """
    from synth.inputs.languages import read_language, read_notation

    language = read_language(source) if notation is None else read_notation(source, notation)
    options.export(language, to, option)
