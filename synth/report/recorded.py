"""A run as its directory tells it: what the report needs, read and checked."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import dsl
from dsl.errors import RunError
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth.files import CONFIG, json_lines
from synth.runs import EVENTS, EXAMPLES, HALL_OF_FAME, REJECT


@dataclass(frozen=True)
class Entry:
    """A candidate, as a line of events.jsonl or a member of the front tells of it."""

    notation: str
    pattern: str
    size: int
    distance: int
    objective: float

    @classmethod
    def of(cls, record: dict[str, Any]) -> Entry:
        """The entry in an object of JSON values. Raises KeyError."""
        return cls(*(record[name] for name in ("notation", "pattern", "size", "distance", "objective")))

    @cached_property
    def language(self) -> Regex | Grammar:
        """The language. Raises PatternError."""
        return dsl.parse(self.notation)


@dataclass(frozen=True)
class RecordedRun:
    """One search: its answer, its front from simple to exact, and each `(seconds, entry)` on the way.

    `examples` holds the distinct examples with their multiplicities. `stats` is empty before the first checkpoint.
    """

    name: str
    arguments: dict[str, Any]
    examples: dict[str, int]
    reject: list[str]
    best: Entry
    front: list[Entry]
    events: list[tuple[float, Entry]]
    stats: dict[str, Any]
    notes: list[str]

    @classmethod
    def read(cls, directory: str | os.PathLike[str]) -> RecordedRun:
        """Read a run directory, finished or not. Raises RunError when it is none, is empty or is damaged."""
        path = Path(directory)
        if not (path / CONFIG).is_file():
            raise RunError(f"{path} is not a run directory", hint="name a directory that `synth induce --out` made")
        try:
            config = tomllib.loads((path / CONFIG).read_text(encoding="utf-8"))
            events = list(_lines(path / EVENTS))
            saved = path / HALL_OF_FAME
            found = json.loads(saved.read_text(encoding="utf-8")) if saved.exists() else _found_so_far(events)
            best, front = Entry.of(found["best"]), list(map(Entry.of, found["front"]))
            return cls(
                path.resolve().name,
                config.get("arguments", {}),
                dict(_lines(path / EXAMPLES)),
                list(_lines(path / REJECT)),
                best,
                sorted({entry.notation: entry for entry in [*front, best]}.values(), key=lambda entry: entry.size),
                [(line["seconds"], Entry.of(line)) for line in events if line["kind"] == found["kind"]],
                found.get("stats", {}),
                [note for note in [found.get("reason"), *found.get("warnings", [])] if note],
            )
        except OSError as error:
            raise RunError(f"cannot read the run {path}: {error.strerror}", hint="check its permissions") from None
        except (ValueError, KeyError, TypeError) as error:
            raise RunError(f"the run {path} is damaged: {error}", hint="restore the file, or search again") from None


def _found_so_far(events: list[dict[str, Any]]) -> dict[str, Any]:
    """What hall_of_fame.json would say, while it is not there yet."""
    if not events:
        raise RunError("the run has found nothing yet", hint="wait for its first candidate")
    kind = events[-1]["kind"]
    front: list[dict[str, Any]] = []
    for event in sorted(events, key=lambda event: (event["size"], event["objective"])):
        if event["kind"] == kind and (not front or event["objective"] < front[-1]["objective"]):
            front.append(event)
    return {"kind": kind, "best": front[-1], "front": front}


def _lines(path: Path) -> Iterator[Any]:
    """The values of a file of JSON lines, none without a file."""
    if path.exists():
        yield from json_lines(path.read_text(encoding="utf-8"))
