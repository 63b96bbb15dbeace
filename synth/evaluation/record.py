"""The directory of a run.

config.toml        what was asked, under a digest: cells are planned from it alone
environment.json   versions of libraries, the processor, digests of the data
cells.jsonl        a line for each cell that ended; of several lines for one, the last counts
points.jsonl       what each example of its tests scored, for paired comparisons
log.txt            what was said meanwhile
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, Self

from dsl.errors import RunError
from searchers.lines import Lines
from synth.runs.configuration import configuration, read_config
from synth.runs.files import CONFIG, make_directory, whole_lines
from synth.runs.shapes import fields, text

KIND: Final = "evaluation"
CELLS: Final = "cells.jsonl"
POINTS: Final = "points.jsonl"
ENVIRONMENT: Final = "environment.json"
LOG: Final = "log.txt"
LIBRARIES: Final = ("numpy", "scikit-learn", "torch")


class Record:
    """What is kept of a run in the directory `path`: what was asked, and the digests of the data it was asked of."""

    def __init__(self, path: Path, arguments: Mapping[str, Any], data: Mapping[str, str]) -> None:
        self.path = path
        self.arguments = dict(arguments)
        self.data = dict(data)
        self._lines = Lines(path / CELLS, sync=True)
        self._points = Lines(path / POINTS)

    @classmethod
    def create(cls, path: str | os.PathLike[str], arguments: Mapping[str, Any], data: Mapping[str, str]) -> Self:
        """Make the directory; `data` are the digests of what tasks read, by their names.

        Raises RunError when it exists or cannot be written.
        """
        hint = "nothing is overwritten: choose another --out, or go on with `synth resume`"
        asked = {**arguments, "kind": KIND}
        files = {
            CELLS: "", POINTS: "", LOG: "", ENVIRONMENT: json.dumps(environment(), indent=2) + "\n",
            CONFIG: configuration({"arguments": asked, "inputs": dict(data)}),
        }  # fmt: skip
        make_directory(Path(path), files, hint)
        return cls(Path(path), asked, data)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """The run in a directory. Raises RunError when there is none, or when its configuration was changed."""
        config = read_config(Path(path))
        arguments = config.get("arguments", {})
        if arguments.get("kind") != KIND:
            raise RunError(f"{path} is no run of the evaluation suite", hint="name what synth evaluate run --out made")
        return cls(Path(path), arguments, config.get("inputs", {}))

    def lines(self) -> list[dict[str, Any]]:
        """The last line of each cell, in the order in which they ended. Raises RunError."""
        lines, _ = whole_lines(self.path / CELLS, _line)
        return list({json.dumps(line["cell"], sort_keys=True): line for line in lines}.values())

    def measured(self) -> list[dict[str, Any]]:
        """The lines of the profile that was asked for: those of another, brought along, are of other budgets."""
        return [line for line in self.lines() if line["cell"]["profile"] == self.arguments["profile"]]

    def add(self, line: Mapping[str, Any]) -> None:
        """Keep the line of a cell; a write that fails is tried again with the next."""
        whole = dict(line)
        points = whole.pop("points", None)
        with suppress(OSError):
            if points is not None:
                self._points.append({"digest": line["digest"], "points": points})
            self._lines.append(whole)

    def points(self) -> dict[str, dict[str, list[float]]]:
        """What the examples of each test scored, by the digest of the cell. Raises RunError."""
        lines, _ = whole_lines(self.path / POINTS, lambda value: fields(value, ("digest", "points")))
        return {line["digest"]: line["points"] for line in lines}

    def say(self, text: str) -> None:
        """Add to the log what people were told."""
        with suppress(OSError), (self.path / LOG).open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")

    def finish(self) -> None:
        """Write what has not been yet. Raises RunError where there is no room."""
        try:
            self._points.flush()
            self._lines.flush()
        except OSError as error:
            hint = "free the disk, then go on with `synth resume`: it does again the cells whose lines are not there"
            raise RunError(f"cannot write in {self.path}: {error.strerror}", hint=hint) from None


def is_evaluation(path: str | os.PathLike[str]) -> bool:
    """Whether a directory holds a run of the suite."""
    try:
        return bool(read_config(Path(path)).get("arguments", {}).get("kind") == KIND)
    except RunError:  # whoever opens the run says what is wrong
        return False


def environment() -> dict[str, Any]:
    """What numbers may depend on beside the configuration."""
    found = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    for library in LIBRARIES:
        with suppress(PackageNotFoundError):
            found[library] = version(library)
    return found


def _line(value: object) -> dict[str, Any]:
    line = fields(value, ("digest", "cell", "status"))
    text(line["digest"])
    fields(line["cell"], ("task", "encoder", "mode", "share", "seed", "profile"))
    return line
