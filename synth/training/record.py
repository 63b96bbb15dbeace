"""The directory of a training: what it was asked and the strings at the beginning, then a line for each look."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

from dsl.errors import RunError
from searchers.lines import Lines
from synth.runs.configuration import configuration
from synth.runs.files import CONFIG, make_directory, write_atomically

EVENTS: Final = "events.jsonl"


class TrainingRecord:
    """A new directory with config.toml and files of strings. Raises RunError when it exists or cannot be written."""

    def __init__(self, path: str, arguments: Mapping[str, object], texts: Mapping[str, Sequence[str]]) -> None:
        self.path = Path(path)
        strings = {name: "".join(json.dumps(text) + "\n" for text in kept) for name, kept in texts.items()}
        config = configuration({"arguments": arguments})
        hint = "a run is never overwritten: choose another --out"
        make_directory(self.path, {**strings, CONFIG: config}, hint)
        self._events = Lines(self.path / EVENTS)

    @classmethod
    def reopened(cls, path: str) -> Self:
        """The record of a training that goes on."""
        record = object.__new__(cls)
        record.path = Path(path)
        record._events = Lines(record.path / EVENTS)
        return record

    def tell(self, look: Mapping[str, Any]) -> None:
        """Add a look to the events; a write that fails is tried again with the next."""
        with suppress(OSError):
            self._events.append(look)

    def write(self, name: str, text: str) -> None:
        """A file of the directory, whole or not at all. Raises RunError where there is no room."""
        try:
            self._events.flush()
            write_atomically(self.path / name, text)
        except OSError as error:
            raise RunError(f"cannot write {self.path / name}: {error.strerror}", hint="free the disk") from None
