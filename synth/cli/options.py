"""Options that several commands share, and the order they are decided in: flag, environment, TOML file, default."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dsl.errors import ConfigurationError
from synth.suggestion import suggest

if TYPE_CHECKING:
    from dsl.grammar import Grammar
    from dsl.regex import Regex

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

SETTINGS = {"auto_envvar_prefix": "SYNTH"}  # --seed is SYNTH_SEED in every command

path = click.Path(readable=False)  # so that shells complete it; what is wrong with a file is said by its reader
WORKERS = min(2, os.cpu_count() or 1)


def _pairs(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for value in values:
        name, equals, rest = value.partition("=")
        if not equals or not name.isidentifier() or name in ("self", "format"):
            hint = "write NAME=VALUE, as in parser=lalr"
            raise ConfigurationError(f"{value!r} is no option of a notation", hint=hint)
        pairs[name] = rest
    return pairs


def known_format(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    if name is not None:  # before a search: its result would be lost
        from synth.formats import find

        find(name)
    return name


null = click.option("--null", is_flag=True, help="Examples are separated by NUL, so that they may span lines.")
keep_empty = click.option("--keep-empty", is_flag=True, help="Empty lines stand for the empty string.")
seed = click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Same seed, same result.")
device = click.option(
    "--device", default="cpu", show_default=True, metavar="NAME", help="Where the policy runs: cpu, cuda, …"
)
to = click.option("--to", metavar="FORMAT", callback=known_format, help="Notation: re, lark, gbnf, …; see the docs.")
named = click.option(
    "--option", multiple=True, metavar="NAME=VALUE", callback=_pairs, help="Of the notation, as parser=lalr for lark."
)
timeout = click.option("--timeout", type=float, metavar="SECONDS", help="Answer with the best so far after this long.")
workers = click.option(
    "--workers",
    type=int,
    metavar="N",
    callback=lambda context, _, number: _workers(context, number),
    help="Threads that score candidates; 2 where there are two cores. With --ray processes, one a core.",
)
ray = click.option(
    "--ray",
    metavar="ADDRESS",
    is_eager=True,
    help="Search on a Ray cluster: local, auto or HOST:PORT.",
)
storage = click.option(
    "--storage", metavar="URI", help="Keep a copy of RUN here: a path, s3://…, any file system fsspec knows."
)
quiet = click.option("--quiet", "-q", is_flag=True, help="Only the result, and errors.")
no_progress = click.option("--no-progress", is_flag=True, help="No progress during the search.")
json = click.option("--json", is_flag=True, help="Print one JSON object.")


def common(command: Decorated) -> Decorated:
    """Options of every command."""
    config = click.option(
        "--config",
        type=path,
        metavar="FILE",
        is_eager=True,
        expose_value=False,
        callback=_load,
        help="Read options from a TOML file: a table for each command.",
    )
    verbose = click.option("-v", "--verbose", is_flag=True, expose_value=False, help="Show tracebacks.")
    return config(verbose(command))


def _workers(context: click.Context, number: int | None) -> int | None:
    # a cluster knows best how many it has
    return WORKERS if number is None and context.params.get("ray") is None else number


def _load(context: click.Context, _: click.Parameter, path: str | None) -> None:
    if path is None:
        return
    tables = _read(path)
    root = context.find_root().command
    known = root.commands if isinstance(root, click.Group) else {}
    for command, values in tables.items():
        if not isinstance(values, dict):
            raise ConfigurationError(f"{path}: {command} is not a table", hint=f"write it below [{context.info_name}]")
        if command not in known:
            raise ConfigurationError(f"{path}: no command {command!r}", hint=suggest(command, known))
    table: dict[str, Any] = tables
    for name in context.command_path.split()[1:]:  # synth train policy -> [train.policy]
        table = table.get(name, {})
    options = {name.replace("-", "_"): value for name, value in table.items()}
    names = {parameter.name or "" for parameter in context.command.params if isinstance(parameter, click.Option)}
    for name in options:
        if name not in names:
            raise ConfigurationError(f"{path}: {context.info_name} has no option {name!r}", hint=suggest(name, names))
    context.default_map = options


def _read(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror}", hint="check --config") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"{path} is not TOML: {error}", hint='for example: [induce]\n        searcher = "beam"'
        ) from None


def export(language: Regex | Grammar, to: str | None, option: Mapping[str, str]) -> None:
    """Put a language on stdout, in our notation or in the one of another tool."""
    if to is None and option:
        raise ConfigurationError("an option without a notation", hint="say which one with --to")
    exported = language.pattern if to is None else language.to(to, **option)
    click.echo(exported, nl=isinstance(exported, str))
