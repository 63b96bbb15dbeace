"""Directories of batches: the tasks, and what came of each so far.

config.toml      version, and the SHA-256 of the tasks
tasks.jsonl      each task with all its options
results.jsonl    a line for each that has ended; of several lines for one task, the last counts
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

from dsl.errors import RunError
from synth import __version__
from synth.batch.outcome import Outcome, succeeded
from synth.batch.tasks import Task, read_tasks
from synth.files import CONFIG, append_line, whole_lines, write_atomically
from synth.result import SCHEMA
from synth.runs import read_config
from synth.storage import Storage, absolute, copied

TASKS: Final = "tasks.jsonl"
RESULTS: Final = "results.jsonl"


class Record:
    """What is kept of a batch in the directory `path`."""

    def __init__(self, path: Path, tasks: Iterable[Task]) -> None:
        self.path = path
        self.tasks = list(tasks)
        self.storage: Storage | None = None

    @classmethod
    def create(cls, path: str | os.PathLike[str], tasks: Iterable[Task], storage: str | None = None) -> Self:
        """Make the directory, and a copy in `storage`. Raises RunError when one exists or cannot be written."""
        import tomli_w

        record = cls(Path(path), tasks)
        text = "".join(json.dumps(task.to_json()) + "\n" for task in record.tasks)
        config = {"schema": SCHEMA, "version": __version__, "inputs": {TASKS: sha256(text.encode()).hexdigest()}}
        config |= {} if storage is None else {"storage": absolute(storage)}
        try:
            record.path.mkdir(parents=True)
            write_atomically(record.path / TASKS, text)
            (record.path / RESULTS).touch()
            write_atomically(record.path / CONFIG, tomli_w.dumps(config))  # the last: now it can be resumed
        except FileExistsError:
            hint = "nothing is overwritten: choose another --out, or go on with `synth resume`"
            raise RunError(f"{path} exists already", hint=hint) from None
        except OSError as error:
            hint = "choose a directory that can be written"
            raise RunError(f"cannot write the directory {path}: {error.strerror}", hint=hint) from None
        record.storage = copied(record.path, storage)
        return record

    @classmethod
    def open(cls, path: str | os.PathLike[str], storage: str | None = None) -> Self:
        """The batch in a directory; its copy is in `storage`, or where it was. Raises RunError when it was changed."""
        folder = Path(path)
        config = read_config(folder)
        try:
            digest = sha256((folder / TASKS).read_bytes()).hexdigest()
        except OSError as error:
            hint = "a batch cannot do without its tasks"
            raise RunError(f"cannot read {folder / TASKS}: {error.strerror}", hint=hint) from None
        if digest != config["inputs"].get(TASKS):
            hint = "put it back, or begin a new batch with it"
            raise RunError(f"{folder / TASKS} is not what the batch began with", hint=hint)
        record = cls(folder, read_tasks(str(folder / TASKS), {}))
        uri = storage or config.get("storage")
        if uri is not None:
            record.storage = Storage(uri)
            record.storage.begin(folder, new=False)
        return record

    @property
    def left(self) -> list[Task]:
        """The tasks without a result."""
        last = {line["id"]: line for line in whole_lines(self.path / RESULTS)}
        return [task for task in self.tasks if task.id not in last or not succeeded(last[task.id])]

    def add(self, outcome: Outcome) -> None:
        """Keep what came of a task. Raises RunError."""
        try:
            append_line(self.path / RESULTS, outcome.to_json())
        except OSError as error:
            hint = "free the disk, then go on with `synth resume`"
            raise RunError(f"cannot write in {self.path}: {error.strerror}", hint=hint) from None
        if self.storage is not None:
            self.storage.follow(self.path)

    def finish(self) -> None:
        """Copy what has not been copied yet. Raises RunError."""
        if self.storage is not None:
            self.storage.follow(self.path, at_once=True)
            if self.storage.failure is not None:
                hint = f"the results are in {self.path}; `synth resume {self.path}` copies them again"
                raise RunError(f"cannot write the storage {self.storage.uri}: {self.storage.failure}", hint=hint)


def is_batch(path: str | os.PathLike[str]) -> bool:
    """Whether a directory holds a batch, not a run of one search."""
    return (Path(path) / TASKS).is_file()
