"""synth convert: from the notation of one tool to that of another."""

from __future__ import annotations

import click

from synth.cli import parameters


@parameters.command("convert", short_help="From one notation to another.")
@click.argument("source")
@click.option("--from", "notation", metavar="FORMAT", callback=parameters.known_format, help="The one of SOURCE.")
@parameters.to
@parameters.named
def command(source: str, notation: str | None, to: str | None, option: dict[str, str]) -> None:
    """Rewrite SOURCE, a pattern, a grammar, or the file of one, in the notation of another tool.

    Grammars are told apart by their looks; --from says which dialect a pattern is in.
    """
    from synth.inputs.languages import read_language, read_notation

    language = read_language(source) if notation is None else read_notation(source, notation)
    parameters.export(language, to, option)
