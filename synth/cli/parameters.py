"""Options that several commands share, and the order they are decided in: flag, environment, TOML file, default."""

from __future__ import annotations

import os
import re
import sys
import tomllib
import warnings
from collections.abc import Callable, Mapping
from dataclasses import Field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from dsl.errors import ConfigurationError
from synth.cli.output import give, say
from synth.inputs.suggestion import suggest
from synth.options import OPTIONS, value_type

if TYPE_CHECKING:
    from dsl.language import Language

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

SETTINGS = {"auto_envvar_prefix": "SYNTH"}  # --seed is SYNTH_SEED in every command

path = click.Path(readable=False)  # so that shells complete it; what is wrong with a file is said by its reader
WORKERS = min(2, os.cpu_count() or 1)
LEAST_MEMORY = 400_000_000  # bytes: with less the libraries of a search do not load
FLAGS: Final[dict[str, dict[str, Any]]] = {  # what the command line needs to know beside the options of a search
    "constraints": {"flags": ["--constraint"]},
    "guesses": {"flags": ["--guess"]},
    "warm_start": {
        "flags": ["--no-warm-start", "warm_start"],
        "flag_value": False,
        "help": "Begin from nothing, not from the examples.",
        "show_default": False,
    },
    "workers": {
        "callback": lambda context, _, number: _workers(context, number),
        "show_default": "2 where there are two cores",
    },
    "ray": {"is_eager": True},  # the number of workers depends on it
    "policy": {"type": path},
    "out": {"type": path},
}
SIZE = re.compile(r"(?P<number>[0-9]+(\.[0-9]+)?)(?P<unit>[KMGT]?)(?P<binary>I?)B?", re.ASCII)


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


def _bytes(_: click.Context, __: click.Parameter, size: str | None) -> int:
    # 2GB -> 2000000000, 2GiB -> 2147483648
    from synth.limits.memory import of_this_machine

    if size is None:
        return max(of_this_machine() // 2, LEAST_MEMORY)
    found = SIZE.fullmatch(size.replace(" ", "").upper())
    if found is None:
        raise ConfigurationError(f"{size!r} is no amount of memory", hint="write a number and a unit, as in 2GB")
    base = 1024 if found["binary"] else 1000
    wanted = float(found["number"]) * base ** ("KMGT".find(found["unit"]) + 1 if found["unit"] else 0)
    if wanted < LEAST_MEMORY:
        raise ConfigurationError(f"{size} is too little memory for a search", hint="give at least 400MB")
    return int(min(wanted, of_this_machine()))


def of(*names: str, **otherwise: Any) -> Callable[[Decorated], Decorated]:  # noqa: ANN401 (as for click)
    """Options of a search, as `synth.options` tells them; `otherwise` is what a command tells otherwise."""

    def add(command: Decorated) -> Decorated:
        for name in reversed(names):
            told = {**_told(OPTIONS[name]), **FLAGS.get(name, {}), **otherwise}
            command = click.option(*told.pop("flags", [f"--{name}"]), **told)(command)
        return command

    return add


def _told(one: Field[Any]) -> dict[str, Any]:
    told = {"type": value_type(one), "metavar": one.metadata["metavar"], "help": one.metadata["help"]}
    if told["type"] is tuple:
        return {**told, "type": str, "multiple": True}
    return told if one.default is None else {**told, "default": one.default, "show_default": True}


null = click.option("--null", is_flag=True, help="Examples are separated by NUL, so that they may span lines.")
keep_empty = click.option("--keep-empty", is_flag=True, help="Empty lines stand for the empty string.")
to = click.option("--to", metavar="FORMAT", callback=known_format, help="Notation: re, lark, gbnf, …; see the docs.")
named = click.option(
    "--option", multiple=True, metavar="NAME=VALUE", callback=_pairs, help="Of the notation, as parser=lalr for lark."
)
ask = click.option(
    "--ask",
    type=click.IntRange(min=1),
    is_flag=False,
    flag_value=10,
    metavar="[N]",
    help="Ask you about at most N strings (10), at a terminal.",
)
memory = click.option(
    "--memory",
    metavar="SIZE",
    callback=_bytes,
    help="Answer with the best so far before a process takes more, as 2GB; half of the machine if not given.",
)
trust = click.option("--trust", is_flag=True, help="Use the oracles, and the storage, that a run or tasks name.")
quiet = click.option("--quiet", "-q", is_flag=True, help="Only the result, and errors.")
no_progress = click.option("--no-progress", is_flag=True, help="No progress during the search.")
json = click.option("--json", is_flag=True, help="Print one JSON object.")


def command(name: str, short_help: str | None = None) -> Callable[[Callable[..., Any]], click.Command]:
    """A command, which has the options of every command."""

    def make(function: Callable[..., Any]) -> click.Command:
        return common(click.command(name, short_help=short_help, context_settings=SETTINGS)(function))

    return make


def common(command: click.Command) -> click.Command:
    """A command with the options of every command added."""
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
    return verbose(config(command))


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
    parameters = (one for one in context.command.params if isinstance(one, click.Option))
    names = {parameter.name or "": parameter for parameter in parameters}
    for name, value in options.items():
        if name not in names:
            raise ConfigurationError(f"{path}: {context.info_name} has no option {name!r}", hint=suggest(name, names))
        wanted = _wrong_type(value, names[name])
        if wanted is not None:
            raise ConfigurationError(f"{path}: {name} is {value!r}", hint=f"give {wanted}")
    context.default_map = options


def _wrong_type(value: object, option: click.Option) -> str | None:
    """What should be in the place of a value that click could not read, were it given."""
    if option.is_flag:
        return None if isinstance(value, bool) else "true or false"
    if option.multiple:
        is_list = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return None if is_list else "a list of strings"
    return None if isinstance(value, str | int | float) and not isinstance(value, bool) else "a string or a number"


def _read(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror}", hint="check --config") from None
    except (ValueError, RecursionError) as error:  # not UTF-8, a number of too many digits, nested too deeply
        raise ConfigurationError(
            f"{path} is not TOML: {error}", hint='for example: [induce]\n        searcher = "beam"'
        ) from None


def export(language: Language, to: str | None, option: Mapping[str, str]) -> None:
    """Put a language on stdout, in our notation or in the one of another tool."""
    if to is None and option:
        raise ConfigurationError("an option without a notation", hint="say which one with --to")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exported = language.pattern if to is None else language.to(to, **option)
    for warning in caught:
        say(f"warning: {warning.message}")
    if isinstance(exported, str):
        give(exported, keep="\n")
    elif sys.stdout.isatty():
        raise ConfigurationError(f"{to} is not for a terminal", hint="send it to a file: synth export … > FILE")
    else:
        click.echo(exported, nl=False)
