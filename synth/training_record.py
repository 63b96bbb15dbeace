"""The directory of a training: what it was asked and the strings at the beginning, then a line for each look."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import tomli_w

from dsl.errors import RunError
from synth import __version__
from synth.files import CONFIG, write_atomically

EVENTS: Final = "events.jsonl"


class TrainingRecord:
    """A new directory with config.toml and files of strings. Raises RunError when it exists or cannot be written."""

    def __init__(self, path: str, arguments: Mapping[str, object], texts: Mapping[str, Sequence[str]]) -> None:
        self.path = Path(path)
        try:
            self.path.mkdir(parents=True)
        except FileExistsError:
            raise RunError(
                f"{self.path} exists already", hint="a run is never overwritten: choose another --out"
            ) from None
        except OSError as error:
            raise RunError(
                f"cannot write the run directory {self.path}: {error.strerror}", hint="choose another --out"
            ) from None
        for name, strings in texts.items():
            self.write(name, "".join(json.dumps(text) + "\n" for text in strings))
        self.write(CONFIG, tomli_w.dumps({"version": __version__, "arguments": arguments}))

    def tell(self, look: Mapping[str, Any]) -> None:
        """Add a look to the events."""
        with (self.path / EVENTS).open("a", encoding="utf-8") as events:
            events.write(json.dumps(look) + "\n")

    def write(self, name: str, text: str) -> None:
        """A file of the directory, whole or not at all. Raises RunError where there is no room."""
        try:
            write_atomically(self.path / name, text)
        except OSError as error:
            raise RunError(f"cannot write {self.path / name}: {error.strerror}", hint="free the disk") from None
