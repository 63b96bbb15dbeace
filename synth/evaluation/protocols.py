"""Five ways to use the tasks: which cells each asks for.

swap     every encoder under the same head, data order, optimiser and budget
ablate   the symbolic part soft, hard, and removed
curve    1, 10 and 100 % of the training data, the smaller shares within the larger
stress   tests by length, attractors and divergence of compounds; the report draws them as curves
budget   floating-point operations, processor time, memory
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from dsl.errors import ConfigurationError
from synth.evaluation.cell import Cell
from synth.evaluation.data import DataError
from synth.evaluation.task import PROFILES, Task
from synth.evaluation.tasks.registry import chosen
from synth.inputs.suggestion import suggest

OWN: Final = "own"  # among encoders: those that only a task has
ENCODERS: Final = ("mean", "conv", "rnn", "lstm", "attention", "bank", "pcfg", "pushdown", OWN)
STRUCTURED: Final = ("bank", "pcfg", "pushdown")  # and those of tasks: they have a symbolic part
SHARES: Final = (0.01, 0.1, 1.0)
MODES: Final = ("soft", "hard", "removed")


class Protocol(NamedTuple):
    """The numbers of the tasks that a protocol is for, and what it varies."""

    numbers: tuple[int, ...]
    modes: tuple[str, ...] = ("soft",)
    shares: tuple[float, ...] = (1.0,)


PROTOCOLS: Final = {
    "swap": Protocol(tuple(range(1, 21))),
    "ablate": Protocol((11, 15, 16, 17, 18), modes=MODES),
    "curve": Protocol((1, 5, 11), shares=SHARES),
    "stress": Protocol((4, 15, 16, 17, 18)),
    "budget": Protocol((1, 16)),
}


def planned(arguments: Mapping[str, Any]) -> list[Cell]:
    """The cells of a run, each once: one seed of everything before the next, tasks by number.

    Of a seed, all data comes before shares of it, and soft modes before others: a run that is cut off is a whole
    smaller one.

    `tasks` None takes those that each protocol is for. Raises ConfigurationError on what does not exist.
    """
    cells: dict[Cell, None] = {}
    numbers = {task.name: place for place, task in enumerate(chosen("all"))}
    for seed in range(arguments["seeds"]):
        wanted: dict[Cell, None] = {}
        for name in arguments["protocols"]:
            wanted |= dict.fromkeys(_of_protocol(name, arguments, seed))
        order = sorted(wanted, key=lambda cell: (cell.share < 1, cell.mode != "soft", numbers[cell.task]))
        cells |= dict.fromkeys(order)
    if not cells:
        raise ConfigurationError("no cells", hint="the tasks and protocols have nothing in common")
    return list(cells)


def _of_protocol(name: str, arguments: Mapping[str, Any], seed: int) -> Iterator[Cell]:
    protocol = PROTOCOLS.get(name)
    if protocol is None:
        raise ConfigurationError(f"no protocol {name!r}", hint=f"there are {', '.join(PROTOCOLS)}")
    asked = arguments.get("tasks")
    for task in chosen(asked or "all"):
        if task.number in protocol.numbers or (asked is not None and len(arguments["protocols"]) == 1):
            yield from _of_task(task, protocol, arguments, seed)


def _of_task(task: Task, protocol: Protocol, arguments: Mapping[str, Any], seed: int) -> Iterator[Cell]:
    profile = arguments["profile"]
    shares: Sequence[float] = arguments.get("shares") or protocol.shares
    modes: Sequence[str] = arguments.get("modes") or protocol.modes
    for share in shares:
        for baseline in task.baselines if seed == 0 else ():
            yield Cell(task.name, baseline, "soft", share, seed, profile)
        symbolic = {*STRUCTURED, *task.own}.difference(task.fixed)
        for name in _names(task, arguments["encoders"]):
            for mode in modes if name in symbolic else ("soft",):
                yield Cell(task.name, name, mode, share, seed, profile)


def _names(task: Task, encoders: Sequence[str]) -> Iterator[str]:
    """The encoders that are asked for; those that only other tasks have are left out."""
    from differentiable.encoders import names

    known = {*names(), *task.own}
    for name in encoders:
        if name == OWN:
            yield from task.own
        elif name in known:
            yield name


def check(arguments: Mapping[str, Any]) -> None:
    """Look at what a run is asked before anything is measured.

    Raises ConfigurationError on unknown names and on numbers that make no sense, DataError on a missing folder.
    """
    from differentiable import encoders

    own = (name for task in chosen(arguments.get("tasks") or "all") for name in task.own)
    _known("encoder", arguments["encoders"], {OWN, *own, *encoders.names()})
    _known("mode", arguments.get("modes", ()), MODES)
    _known("profile", [arguments["profile"]], PROFILES)
    seeds = arguments["seeds"]
    if not isinstance(seeds, int) or seeds < 1:
        raise ConfigurationError(f"{seeds!r} seeds", hint="give a whole number from 1")
    for share in arguments.get("shares", ()):
        if not 0 < share <= 1:
            raise ConfigurationError(f"{share:g} of the training data", hint="shares are above 0 and at most 1")
    data = arguments.get("data")
    if data is not None and not Path(data).is_dir():
        raise DataError(f"there is no folder {data}", hint="synth evaluate fetch TASK --data DIR makes one")


def _known(kind: str, given: Iterable[str], known: Iterable[str]) -> None:
    names = list(known)
    for name in given:
        if name not in names:
            raise ConfigurationError(f"no {kind} {name!r}", hint=suggest(str(name), names))
