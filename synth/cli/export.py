"""synth export: a pattern, a grammar or what a run found in the notation of another tool."""

from __future__ import annotations

import click

from dsl.errors import ConfigurationError
from synth.cli import options


@click.command("export", short_help="A language in another notation.", context_settings=options.SETTINGS)
@click.argument("pattern")
@options.to
@options.common
@click.option("--option", multiple=True, metavar="NAME=VALUE", help="Of the notation, such as parser=lalr for lark.")
def command(pattern: str, to: str | None, option: tuple[str, ...]) -> None:
    """Rewrite PATTERN, the grammar in a file of this name, or the best of a run in this directory.

    The tool that reads the notation tries it first, where it is installed.
    """
    from synth.languages import read_language

    language = read_language(pattern)
    if to is None and option:
        raise ConfigurationError("an option without a notation", hint="say which one with --to")
    options.write(language.pattern if to is None else language.to(to, **dict(map(_named, option))))


def _named(option: str) -> tuple[str, str]:
    name, equals, value = option.partition("=")
    if not equals or name in ("format", "self"):
        raise ConfigurationError(f"{option!r} is no option of a notation", hint="write NAME=VALUE, as in parser=lalr")
    return name, value
