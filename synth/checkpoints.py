"""Checkpoints: all the state of a search at the end of a step, so that it can go on bit for bit after a kill.

checkpoints/regex/000007/state.json              JSON values, with their SHA-256
checkpoints/regex/000007/arrays.safetensors      arrays of the searcher

Each is written whole beside the others and then takes its name; the one before it is kept.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from searchers.protocol import State
from synth.files import write_directory_atomically

if TYPE_CHECKING:
    from synth.result import Stats

KEPT: Final = 2
STATE: Final = "state.json"
ARRAYS: Final = "arrays.safetensors"


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
        self._path.mkdir(parents=True, exist_ok=True)
        before = self._numbered()
        number = int(before[-1].name) + 1 if before else 1
        write_directory_atomically(self._path / f"{number:06}", _files(checkpoint))
        for old in before[: len(before) + 1 - KEPT]:
            shutil.rmtree(old, ignore_errors=True)

    def latest(self) -> Checkpoint | None:
        """The latest checkpoint that is whole; `faults` says what is wrong with those after it."""
        for path in reversed(self._numbered()):
            try:
                return _read(path)
            except (OSError, ValueError, KeyError, TypeError) as error:
                self.faults.append(f"the checkpoint {path.name} cannot be read, the one before it is used: {error}")
        return None

    def _numbered(self) -> list[Path]:
        return sorted(path for path in self._path.glob("*") if path.name.isdecimal())


def _files(checkpoint: Checkpoint) -> dict[str, bytes]:
    from safetensors.numpy import save

    state = checkpoint.state
    arrays = save(dict(state.arrays)) if state is not None else b""
    values = asdict(replace(checkpoint, state=None))
    values["state"] = None if state is None else state.values
    values["arrays"] = sha256(arrays).hexdigest()
    text = json.dumps(values)
    whole = json.dumps({"sha256": sha256(text.encode()).hexdigest(), "checkpoint": text})
    return {STATE: whole.encode(), ARRAYS: arrays}


def _read(path: Path) -> Checkpoint:
    from safetensors.numpy import load

    whole = json.loads((path / STATE).read_bytes())
    text, arrays = whole["checkpoint"], (path / ARRAYS).read_bytes()
    if sha256(text.encode()).hexdigest() != whole["sha256"]:
        raise ValueError(f"{STATE} is damaged")
    values = json.loads(text)
    if sha256(arrays).hexdigest() != values.pop("arrays"):
        raise ValueError(f"{ARRAYS} is damaged")
    state = values.pop("state")
    return Checkpoint(**values, state=None if state is None else State(state, load(arrays)))
