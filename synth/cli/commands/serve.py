"""synth serve: a local page where examples become a pattern."""

from __future__ import annotations

import click

from dsl.errors import MissingExtraError
from synth.cli import parameters
from synth.cli.output import give, say


@parameters.command("serve", short_help="A local page where examples become a pattern.")
@click.argument("file", type=parameters.path, required=False)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Of this machine.  [default: one that is free]",
)
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
@parameters.quiet
def command(file: str | None, port: int, no_browser: bool, quiet: bool) -> None:
    """Serve a page on which examples become a pattern; print its address, and open it in the browser.

    The page begins with the examples in FILE: lines, CSV, JSON lines or Parquet, compressed or not. Its address holds a
    token: nobody is answered without it. Ctrl-C ends it.
    """
    from synth.inputs.tables import read_columns

    given = list(read_columns(file)) if file else []
    try:
        from synth.web.serving import open_browser, serve
    except ModuleNotFoundError:
        raise MissingExtraError("the page", "web") from None

    def begun(address: str) -> None:
        give(address)
        if not no_browser and not open_browser(address):
            say("no browser could be opened: open this address in one")
        elif not quiet:
            say("Ctrl-C ends it")

    serve(port, given, begun)
