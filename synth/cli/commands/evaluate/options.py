"""What the commands that measure have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from dsl.errors import ConfigurationError
from synth.cli import parameters
from synth.cli.commands.evaluate.showing import show_run
from synth.evaluation.task import PROFILES

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

data = click.option("--data", type=parameters.path, metavar="DIR", help="Data sets, a folder each.")
OPTIONS = [
    click.option("--tasks", metavar="LIST", help="Numbers and names, as 1,5-7,tomita; those of the protocol without."),
    click.option("--encoders", metavar="LIST", help="By name; `own` are those that only a task has.  [default: nine]"),
    click.option("--profile", type=click.Choice(list(PROFILES)), help="How much of everything.  [default: minutes]"),
    click.option("--seeds", type=click.IntRange(min=1), help="How many.  [default: 1]"),
    click.option("--shares", metavar="LIST", help="Of the training data, as .01,.1,1; as the protocol says without."),
    click.option("--modes", metavar="LIST", help="Of symbolic parts: soft,hard,removed; as the protocol says without."),
    data,
    click.option("--out", metavar="RUN", required=True, help="Record the run in this new directory."),
    parameters.of("workers", help="Processes that measure, a cell each."),
    parameters.of("ray", help="Measure on a Ray cluster: local, auto or HOST:PORT."),
    parameters.of("device", help="Where encoders are trained: cpu, cuda, …"),
    parameters.quiet,
]


def measuring(command: Decorated) -> Decorated:
    """The options of a command that measures."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def measure(protocols: list[str], given: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Begin a run of what was given, or else `asked`, and work it off."""
    from synth.evaluation.suite import begin

    show_run(
        begin(given["out"], _arguments(protocols, {**asked, **{k: v for k, v in given.items() if v is not None}})),
        workers=given["workers"],
        ray=given["ray"],
        quiet=given["quiet"],
    )


def _arguments(protocols: list[str], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What a run is asked, as it is kept: nothing that only says where it is worked off."""
    from synth.evaluation.protocols import ENCODERS

    arguments: dict[str, Any] = {
        "protocols": protocols,
        "encoders": _listed("encoders", str, wanted) or list(ENCODERS),
        "profile": wanted.get("profile", next(iter(PROFILES))),
        "seeds": wanted.get("seeds", 1),
        "device": wanted.get("device", "cpu"),
    }
    if tasks := _listed("tasks", str, wanted):
        arguments["tasks"] = ",".join(tasks)
    for name, kind in (("shares", float), ("modes", str)):
        if found := _listed(name, kind, wanted):
            arguments[name] = found
    if wanted.get("data") is not None:
        arguments["data"] = str(Path(wanted["data"]).resolve())
    return arguments


def _listed(name: str, kind: Callable[[str], Any], wanted: Mapping[str, Any]) -> list[Any]:
    """A list of a TOML file, or words between commas; nothing where none is given.

    Raises ConfigurationError on one that is empty, since it would stand for all, or that is no number.
    """
    value = wanted.get(name)
    if value is None:
        return []
    words = [str(one).strip() for one in (value if isinstance(value, list) else str(value).split(","))]
    if not any(words):
        raise ConfigurationError(f"no {name} in {value!r}", hint=f"name some, or leave {name} out")
    try:
        return [kind(word) for word in words if word]
    except ValueError:
        raise ConfigurationError(f"{value!r} are no numbers", hint="as in --shares .01,.1,1") from None
