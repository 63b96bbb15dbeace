"""What commands print: words for people, in which all that cannot be seen is shown as its code, and data as it is."""

from __future__ import annotations

import sys

import click

from dsl.visibility import visible


def say(text: str) -> None:
    """Tell people something, on stderr."""
    click.echo(visible(text, keep="\n"), err=True)


def show(text: str) -> None:
    """Print what people asked to see."""
    click.echo(visible(text, keep="\n"))


def give(data: str, end: str = "\n", *, keep: str = "") -> None:
    """Print data as it is; on a terminal, which might obey it, what can be seen of it, with `keep` left alone."""
    click.echo((visible(data, keep=keep) if sys.stdout.isatty() else data) + end, nl=False)
