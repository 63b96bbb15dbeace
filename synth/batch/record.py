"""Directories of batches: the tasks, and what came of each so far.

config.toml      version, id, and the SHA-256 of the tasks; the storage as it may be shown
tasks.jsonl      each task with all its options, the oracle's command as it may be shown
results.jsonl    a line for each that has ended; of several lines for one task, the last counts
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

from dsl.errors import RunError
from searchers.lines import Lines
from synth.batch.outcome import Outcome, succeeded
from synth.batch.tasks import Task, read_tasks
from synth.runs.configuration import configuration, read_config
from synth.runs.files import CONFIG, digest, make_directory, whole_lines
from synth.runs.shapes import fields, text
from synth.runs.storage import Storage, copied, identity, rejoined

TASKS: Final = "tasks.jsonl"
RESULTS: Final = "results.jsonl"


class Record:
    """What is kept of a batch in the directory `path`."""

    def __init__(self, path: Path, tasks: Iterable[Task]) -> None:
        self.path = path
        self.tasks = list(tasks)
        self.storage: Storage | None = None
        self._results = Lines(path / RESULTS, sync=True)

    @classmethod
    def create(cls, path: str | os.PathLike[str], tasks: Iterable[Task], storage: str | None = None) -> Self:
        """Make the directory, and a copy in `storage`. Raises RunError when one exists or cannot be written."""
        record = cls(Path(path), tasks)
        copy = None if storage is None else Storage(storage)
        text = "".join(json.dumps(task.shown.to_json()) + "\n" for task in record.tasks)
        known = identity(copy)
        config = {**known, "inputs": {TASKS: digest(text)}}
        hint = "nothing is overwritten: choose another --out, or go on with `synth resume`"
        files = {TASKS: text, RESULTS: "", CONFIG: configuration(config)}
        make_directory(record.path, files, hint)
        record.storage = copied(record.path, files, known["id"], copy)
        return record

    @classmethod
    def open(cls, path: str | os.PathLike[str], storage: str | None = None, *, trust: bool = False) -> Self:
        """The batch in a directory; its copy is in `storage`, or with `trust` where it says.

        Raises RunError when it was changed, and what `rejoined` raises.
        """
        folder = Path(path)
        config = read_config(folder)
        try:
            found = digest((folder / TASKS).read_bytes())
        except OSError as error:
            hint = "a batch cannot do without its tasks"
            raise RunError(f"cannot read {folder / TASKS}: {error.strerror}", hint=hint) from None
        if found != config.get("inputs", {}).get(TASKS):
            hint = "put it back, or begin a new batch with it"
            raise RunError(f"{folder / TASKS} is not what the batch began with", hint=hint)
        record = cls(folder, read_tasks(str(folder / TASKS), {}, trust=True))
        record.storage = rejoined(folder, config, storage, trust=trust)
        return record

    @property
    def left(self) -> list[Task]:
        """The tasks without a result."""
        lines, _ = whole_lines(self.path / RESULTS, _outcome)  # a task whose line is damaged is done again
        last = {line["id"]: line for line in lines}
        return [task for task in self.tasks if task.id not in last or not succeeded(last[task.id])]

    def add(self, outcome: Outcome) -> None:
        """Keep what came of a task; a write that fails is tried again with the next."""
        with suppress(OSError):
            self._results.append(outcome.to_json())
        if self.storage is not None:
            self.storage.follow(self.path)

    def finish(self) -> None:
        """Write and copy what has not been yet. Raises RunError."""
        try:
            self._results.flush()
        except OSError as error:
            hint = "free the disk, then go on with `synth resume`: it does the tasks again whose results are not there"
            raise RunError(f"cannot write in {self.path}: {error.strerror}", hint=hint) from None
        if self.storage is not None:
            self.storage.follow(self.path, at_once=True)
            if self.storage.failure is not None:
                hint = f"the results are in {self.path}; `synth resume {self.path} --storage URI` copies them again"
                raise RunError(f"cannot write the storage {self.storage.shown}: {self.storage.failure}", hint=hint)


def _outcome(value: object) -> dict[str, Any]:
    outcome = fields(value, ("id",))
    text(outcome["id"])
    return outcome if "error" in outcome else fields(outcome, ("best",))


def is_batch(path: str | os.PathLike[str]) -> bool:
    """Whether a directory holds a batch, not a run of one search."""
    return (Path(path) / TASKS).is_file()
