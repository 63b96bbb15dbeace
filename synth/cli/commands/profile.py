"""synth profile: the formats of the columns of files, and of the lines of logs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from dsl.errors import ConfigurationError, RunError
from dsl.visibility import visible
from synth.cli import parameters
from synth.cli.output import give, say, show
from synth.results.json_text import json_text

if TYPE_CHECKING:
    from synth.profiles.file_profile import FileProfile
    from synth.profiles.profile import Profile

SHOWN_FORMATS: Final = 30
SHOWN_OUTLIERS: Final = 5
SHOWN_CHARACTERS: Final = 100
EXPORTS: Final = ("json-schema", "frictionless", "pandera", "great-expectations", "sql", "grok", "templates")


def _delimiter(_context: click.Context, _option: click.Parameter, given: str | None) -> str | None:
    character = "\t" if given == r"\t" else given
    if character is not None and (len(character) != 1 or character in '\r\n"'):
        raise ConfigurationError(f"no delimiter: {given!r}", hint=r"give one character, as ';', or \t for a tab")
    return character


format = click.option(
    "--format",
    type=click.Choice(["lines", "csv", "jsonl", "parquet"]),
    help="What FILE holds, if not what its name says.",
)
delimiter = click.option(
    "--delimiter",
    callback=_delimiter,
    metavar="CHARACTER",
    help="Between the fields of CSV, \\t a tab; found if not given.",
)
encoding = click.option("--encoding", metavar="NAME", help="Of the text, as utf-16; found if not given.")
limit = click.option("--limit", type=click.IntRange(1), metavar="N", help="Look at the first N lines or rows.")


@parameters.command("profile", short_help="The formats of columns and logs, with outliers.")
@click.argument("files", type=parameters.path, nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--what", type=click.Choice(["auto", "messages", "values"]), default="auto", help="Lines of logs, or values."
)
@format
@delimiter
@encoding
@limit
@click.option("--templates", type=parameters.path, metavar="FILE", help="Formats that are known, one a line.")
@click.option("--keep", metavar="WORD,…", help="Words that tell messages apart, such as open,close.")
@click.option("--typed", is_flag=True, help="Templates with names for what varies: <ip>, <number>.")
@click.option("--to", type=click.Choice(EXPORTS), help="Print a schema or templates for another tool.")
@click.option("--out", type=parameters.path, metavar="PROFILE", help="Record it, for synth check.")
@click.option(
    "--ray", metavar="ADDRESS", help="One profile of all files, made on a Ray cluster: local, auto or HOST:PORT."
)
@click.option("--workers", type=click.IntRange(1), metavar="N", help="On the cluster; all of its cores if not given.")
@click.option("--html", type=parameters.path, metavar="PAGE", help="Write a page with all columns.")
@parameters.json
@parameters.quiet
def command(
    files: tuple[str, ...],
    what: str,
    format: str | None,
    delimiter: str | None,
    encoding: str | None,
    limit: int | None,
    templates: str | None,
    keep: str | None,
    typed: bool,
    to: str | None,
    out: str | None,
    ray: str | None,
    workers: int | None,
    html: str | None,
    json: bool,
    quiet: bool,
) -> None:
    """Find the formats of each column of CSV, TSV and Parquet, each path of JSON, and of the lines of other text.

    A log is told from a list of values by its words. Files may be compressed (.gz, .zst); - is standard input. With
    --ray the files, or those of a folder, are one: every node has to find them under these names.
    """
    if json and to is not None:
        say(f"warning: --to {to} leaves out --json")
    if out is not None and len(files) > 1 and ray is None:
        raise ConfigurationError("--out records the profile of one file", hint="run it once for each")
    if workers is not None and ray is None:
        raise ConfigurationError("--workers are those of a cluster", hint="name it with --ray, as in --ray local")
    for path in filter(None, (out, html)):
        _require_writable(Path(path))
    reading = {"format": format, "delimiter": delimiter, "encoding": encoding, "limit": limit}
    profiles = []
    options: dict[str, Any] = {"what": what, "keep": keep.split(",") if keep else []}
    if templates is not None:
        from synth.inputs.tables import read_columns

        options["templates"] = next(iter(read_columns(templates, format="lines"))).values
    if ray is not None and (templates is not None or keep):
        raise ConfigurationError("--templates and --keep are not for --ray", hint="leave --ray out")
    for one in _profiles(files, options, ray, workers, reading):
        profiles.append(one)
        if to is not None:
            from synth.profiles.exports import export

            give(export(one.columns, to), keep="\n")
        elif json:
            click.echo(json_text(one.to_json()))
        else:
            _show(one, typed)
            if not quiet:
                _tell(one)
    if out is not None:
        profiles[0].save(out)
    if html is not None:
        from synth.profiles.page import write_page

        write_page(html, profiles)


def _require_writable(path: Path) -> None:
    """Raise RunError before the files are read, which may take long."""
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise RunError(f"cannot write {path}", hint="name a file in a folder of yours")


def _profiles(
    files: tuple[str, ...], options: dict[str, Any], ray: str | None, workers: int | None, reading: dict[str, Any]
) -> Iterator[FileProfile]:
    """A profile for each file, as it is made; on a cluster one for all."""
    if ray is not None:
        from synth.cluster.profiling import profile_on_cluster

        yield profile_on_cluster(files, ray, workers, options["what"], reading)
        return
    from synth.inputs.tables import read_columns
    from synth.profiles.file_profile import FileProfile

    for file in files:
        yield FileProfile.of(file, read_columns(file, **reading), **options)


def _tell(profiles: FileProfile) -> None:
    """What people may have meant otherwise."""
    if not any(profile.total for profile in profiles.columns.values()):
        say(f"{profiles.source} holds nothing")
    elif list(profiles.columns) == [""]:
        examples = [example for format in profiles.columns[""].formats for example in format.examples]
        if _are_objects(examples):
            say(f"the lines of {profiles.source} are JSON: --format jsonl profiles their fields")
        elif _are_rows(examples):
            say(f"the lines of {profiles.source} look like rows of a table: --format csv profiles its columns")


def _are_objects(examples: Sequence[str]) -> bool:
    """Whether lines are objects of JSON, to judge by their examples."""
    from json import loads

    try:
        return bool(examples) and all(isinstance(loads(example), dict) for example in examples)
    except ValueError:
        return False


def _are_rows(examples: Sequence[str]) -> bool:
    """Whether all have as many delimiters, two at least."""
    from synth.inputs.tables import DELIMITERS

    counts = ({example.count(mark) for example in examples} for mark in DELIMITERS)
    return len(examples) > 1 and any(len(found) == 1 and min(found) > 1 for found in counts)


def _show(profiles: FileProfile, typed: bool) -> None:
    for name, profile in profiles.columns.items():
        show(f"{profiles.source}{': ' if name else ''}{visible(name)}")
        facts = [f"{profile.total:,} {'lines' if profile.what == 'messages' else 'values'}", profile.kind]
        facts += [f"{profile.missing:,} missing"] if profile.missing else []
        facts += [f"{profile.duplicates:,} duplicates"] if profile.duplicates else []
        show("  " + ", ".join(facts if profile.what == "values" else [facts[0], *facts[2:]]))
        _show_formats(profile, typed)
        _show_outliers(profile)


def _show_formats(profile: Profile, typed: bool) -> None:
    width = len(f"{profile.total:,}")
    for one in profile.formats[:SHOWN_FORMATS]:
        text = one.pattern if profile.what == "values" else one.typed if typed else one.template
        show(f"  {one.share:6.1%}  {one.count:{width},}  {_line(text)}")
        if profile.what == "values":
            show(" " * (width + 12) + "   ".join(map(_line, one.examples)))
    if len(profile.formats) > SHOWN_FORMATS:
        show(f"  and {len(profile.formats) - SHOWN_FORMATS} more formats: --json has all")


def _show_outliers(profile: Profile) -> None:
    if not profile.outliers:
        return
    count = sum(outlier.count for outlier in profile.outliers)
    show(f"  {count / profile.total:6.1%}  {count:,} of no format:")
    for outlier in profile.outliers[:SHOWN_OUTLIERS]:
        near = ""
        if outlier.mended is not None:
            near = f"   perhaps {_short(outlier.mended)!r}"
        elif outlier.nearest is not None:
            edits = f"{outlier.distance} edit{'' if outlier.distance == 1 else 's'}"
            near = f"   {edits} from {_line(profile.formats[outlier.nearest].pattern)}"
        show(f"          {_short(outlier.value)!r}{near}")
    if len(profile.outliers) > SHOWN_OUTLIERS:
        show(f"          and {len(profile.outliers) - SHOWN_OUTLIERS} more")


def _line(text: str) -> str:
    return visible(_short(text))


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
