"""synth check: new data against a recorded profile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import click

from synth.cli import parameters
from synth.cli.commands.profile import delimiter, encoding, format, limit
from synth.cli.output import give, say
from synth.results.json_text import json_text

if TYPE_CHECKING:
    from io import BufferedReader, TextIOWrapper

    from synth.profiles.file_profile import Drift
    from synth.profiles.profile import Block, Profile, Stream

SHOWN: Final = 10


@parameters.command("check", short_help="New data against a recorded profile.")
@click.argument("file", type=parameters.path)
@click.option(
    "--profile", type=parameters.path, required=True, metavar="PROFILE", help="What synth profile --out wrote."
)
@format
@delimiter
@encoding
@limit
@parameters.json
@parameters.quiet
@click.pass_context
def command(
    context: click.Context,
    /,
    file: str,
    profile: str,
    format: str | None,
    delimiter: str | None,
    encoding: str | None,
    limit: int | None,
    json: bool,
    quiet: bool,
) -> None:
    """Tell how FILE differs from a profile: values of no format, new formats, shares that are others.

    Lines of a log or a list that match nothing go to stdout as they come; - is standard input, which need not end.
    Exit code 1 when something differs by more than chance.
    """
    from synth.inputs.tables import read_blocks
    from synth.profiles.file_profile import FileProfile, drift, drifts

    recorded = FileProfile.read(profile)
    if list(recorded.columns) == [""]:
        lines = recorded.columns[""]
        found = [("", drift(lines, _checked(file, lines, encoding, limit, quiet or json)))]
    else:
        blocks = read_blocks(file, format=format, delimiter=delimiter, encoding=encoding, limit=limit)
        found = list(drifts(recorded, blocks))
    if json:
        click.echo(json_text({"schema": 1, "columns": {name: one.to_json() for name, one in found}}))
    elif not quiet:
        for name, one in found:
            _tell(name, one)
    context.exit(1 if any(one.drifted for _, one in found) else 0)


def _checked(file: str, profile: Profile, encoding: str | None, limit: int | None, quiet: bool) -> Block:
    """What the lines are; those of no format are printed as they come."""
    from synth.inputs.tables import opened, read
    from synth.profiles.profile import Block

    found = Block()
    with opened(file, encoding) as text:
        blocks = profile.checked(_in_utf8(text), limit)
        try:
            while (block := read(lambda: next(blocks, None), file)) is not None:
                found.add(block)
                if not quiet:
                    for line in block.lines:
                        give(line)
        except KeyboardInterrupt:
            say("interrupted: this is what was read")
    return found


def _in_utf8(text: TextIOWrapper) -> Stream:
    from synth.inputs.recoded import Recoded

    stream = cast("BufferedReader", text.buffer)
    return stream if text.encoding == "utf-8" else Recoded(stream, text.encoding)


def _tell(name: str, drift: Drift) -> None:
    missing = f", {drift.missing:,} missing" if drift.missing else ""
    facts = (
        f": {drift.total:,}, {drift.strays.total():,} of no format{missing}" if drift.total or not drift.changes else ""
    )
    say(f"{name or 'lines'}{facts}")
    for change in drift.changes:
        say(f"  {change}")
    for one in drift.formats[:SHOWN]:
        say(f"  new: {one.count:,}  {one.template}")
    if len(drift.formats) > SHOWN:
        say(f"  and {len(drift.formats) - SHOWN} more")
