"""synth evaluate run: any combination of tasks, encoders and protocols; swap, ablate, …: one protocol each."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import click

from dsl.errors import ConfigurationError
from synth.cli import parameters
from synth.cli.commands.evaluate.options import measure, measuring
from synth.inputs.suggestion import suggest

ABOUT: Final = {
    "swap": "Every encoder under the same head, data order, optimiser, settings and budget.",
    "ablate": "Symbolic parts soft, hard and removed: tasks 11 and 15 to 18.",
    "curve": "1, 10 and 100 % of the training data: tasks 1, 5 and 11.",
    "stress": "Tests by length, attractors and compounds: tasks 4 and 15 to 18.",
    "budget": "Operations, processor time and memory: tasks 1 and 16.",
}
KNOWN: Final = ("tasks", "encoders", "protocols", "profile", "seeds", "shares", "modes", "data", "device")


@parameters.command("run")
@click.argument("configuration", required=False, type=parameters.path, metavar="[CONFIG.toml]")
@click.option("--protocols", metavar="LIST", help="swap, ablate, curve, stress, budget, or all.  [default: swap]")
@measuring
def command(configuration: str | None, protocols: str | None, **given: Any) -> None:  # noqa: ANN401
    """Measure every encoder, and the baselines, on every task, a line for each cell; `synth resume RUN` goes on.

    CONFIG.toml may say tasks, encoders, protocols, profile, seeds, shares, modes, data and device; options win.
    """
    asked = {} if configuration is None else _read(configuration)
    wanted = asked.get("protocols", "swap") if protocols is None else protocols
    names = wanted if isinstance(wanted, list) else str(wanted).split(",")
    measure(list(ABOUT) if names == ["all"] else names, given, asked)


def _read(path: str) -> dict[str, Any]:
    try:
        table = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror}", hint="name a TOML file") from None
    except ValueError as error:
        raise ConfigurationError(f"{path} is not TOML: {error}", hint='for example: tasks = "5,tomita"') from None
    for name in table:
        if name not in KNOWN:
            raise ConfigurationError(f"{path}: a run has no {name!r}", hint=suggest(name, KNOWN))
    return table


def protocol(name: str) -> click.Command:
    """The command of one protocol."""

    @measuring
    def command(**given: Any) -> None:  # noqa: ANN401
        measure([name], given, {})

    command.__doc__ = f"{ABOUT[name]} --tasks asks it of others."
    return parameters.command(name)(command)
