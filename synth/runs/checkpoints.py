"""Checkpoints: all the state of a search at the end of a step, so that it can go on bit for bit after a kill.

checkpoints/regex/000007/state.json              JSON values, with their SHA-256
checkpoints/regex/000007/arrays.safetensors      arrays of the searcher

Each is written whole beside the others and then takes its name; the one before it is kept.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from dsl.errors import RunError
from searchers.protocol import State
from synth.runs.files import digest, json_value, remove_directory, write_directory_atomically
from synth.runs.shapes import count, fields, items, number, text, texts, truth

if TYPE_CHECKING:
    from synth.results.result import Stats

KEPT: Final = 2
STATE: Final = "state.json"
ARRAYS: Final = "arrays.safetensors"
_NUMBER: Final = re.compile(r"[0-9]{6,9}")


@dataclass(frozen=True)
class Checkpoint:
    """Where a search is after `step` steps.

    candidates  scored by this search, not by one before it
    random      of the search's stream, as searchers.streams writes it
    front       notations of the best of each size met so far; `answer` the searcher's own pick, if it has one
    finished    whether the searcher had nothing left to do
    state       of the searcher; None when it can only begin again
    """

    seed: int
    searcher: str
    step: int
    candidates: int
    stats: Stats
    random: list[Any]
    front: list[str]
    answer: str | None
    finished: bool
    state: State | None


class Checkpoints:
    """The checkpoints in one directory, the latest last."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.faults: list[str] = []

    def save(self, checkpoint: Checkpoint) -> None:
        """Write a checkpoint and remove those before the previous one. Raises OSError."""
        for folder in (self._path.parent, self._path):  # not above: a run that was removed stays so
            folder.mkdir(exist_ok=True)
        before = self._numbered()
        number = int(before[-1].name) + 1 if before else 1
        write_directory_atomically(self._path / f"{number:06}", _files(checkpoint))
        for old in before[: len(before) + 1 - KEPT]:
            remove_directory(old, (STATE, ARRAYS))

    def latest(self) -> Checkpoint | None:
        """The latest checkpoint that is whole; `faults` says what is wrong with those after it."""
        return next(self.whole(), None)

    def whole(self) -> Iterator[Checkpoint]:
        """The whole checkpoints, the latest first; `faults` says what is wrong with others. Raises RunError."""
        try:
            numbered = self._numbered()
        except OSError as error:
            raise RunError(f"cannot read {self._path}: {error.strerror}", hint="check its permissions") from None
        for path in reversed(numbered):
            try:
                checkpoint = _read(path)
            except Exception as error:  # an untrusted file may raise anything in its reader
                self.faults.append(f"the checkpoint {path.name} cannot be read, the one before it is used: {error}")
            else:
                yield checkpoint

    def _numbered(self) -> list[Path]:
        """The directories of checkpoints, the latest last. Raises OSError."""
        try:
            names = os.listdir(self._path)
        except FileNotFoundError:
            return []
        return [self._path / name for name in sorted(filter(_NUMBER.fullmatch, names), key=int)]


def _files(checkpoint: Checkpoint) -> dict[str, bytes]:
    from safetensors.numpy import save

    state = checkpoint.state
    arrays = save(dict(state.arrays)) if state is not None else b""
    values = asdict(replace(checkpoint, state=None))
    values["state"] = None if state is None else state.values
    values["arrays"] = digest(arrays)
    written = json.dumps(values)
    whole = json.dumps({"sha256": digest(written), "checkpoint": written})
    return {STATE: whole.encode(), ARRAYS: arrays}


def _read(path: Path) -> Checkpoint:
    from safetensors.numpy import load

    whole = fields(json_value((path / STATE).read_text(encoding="utf-8")), ("checkpoint", "sha256"))
    saved, arrays = text(whole["checkpoint"]), (path / ARRAYS).read_bytes()
    if digest(saved) != whole["sha256"]:
        raise ValueError(f"{STATE} is damaged")
    values = fields(json_value(saved), (*Checkpoint.__annotations__, "arrays"))
    if digest(arrays) != values["arrays"]:
        raise ValueError(f"{ARRAYS} is damaged")
    state = values["state"]
    return Checkpoint(
        seed=int(number(values["seed"])),
        searcher=text(values["searcher"]),
        step=count(values["step"]),
        candidates=count(values["candidates"]),
        stats=cast("Stats", fields(values["stats"])),
        random=items(values["random"]),
        front=texts(values["front"]),
        answer=None if values["answer"] is None else text(values["answer"]),
        finished=truth(values["finished"]),
        state=None if state is None else State(fields(state), load(arrays)),
    )
