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

    `examples` holds the distinct examples with their multiplicities. `stats` is empty while the search has not ended.
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
        if not (path / "config.toml").is_file():
            raise RunError(f"{path} is not a run directory", hint="name a directory that `synth induce --out` made")
        try:
            config = tomllib.loads((path / "config.toml").read_text(encoding="utf-8"))
            events = [(line["seconds"], Entry.of(line)) for line in _lines(path / "events.jsonl")]
            ended = path / "hall_of_fame.json"
            found = json.loads(ended.read_text(encoding="utf-8")) if ended.exists() else _found_so_far(events)
            best, front = Entry.of(found["best"]), list(map(Entry.of, found["front"]))
            is_grammar = isinstance(best.language, Grammar)
            same_kind = [event for event in events if isinstance(event[1].language, Grammar) == is_grammar]
            return cls(
                path.resolve().name,
                config.get("arguments", {}),
                dict(_lines(path / "examples.jsonl")),
                list(_lines(path / "reject.jsonl")),
                best,
                sorted({entry.notation: entry for entry in [*front, best]}.values(), key=lambda entry: entry.size),
                same_kind,
                found.get("stats", {}),
                [note for note in [found.get("reason"), *found.get("warnings", [])] if note],
            )
        except OSError as error:
            raise RunError(f"cannot read the run {path}: {error.strerror}", hint="check its permissions") from None
        except (ValueError, KeyError, TypeError) as error:
            raise RunError(f"the run {path} is damaged: {error}", hint="restore the file, or search again") from None


def _found_so_far(events: list[tuple[float, Entry]]) -> dict[str, Any]:
    """What hall_of_fame.json would say, while it is not there yet."""
    front: list[Entry] = []
    for _, entry in sorted(events, key=lambda event: (event[1].size, event[1].objective)):
        if not front or entry.objective < front[-1].objective:
            front.append(entry)
    if not front:
        raise RunError("the run has found nothing yet", hint="wait for its first candidate")
    return {"best": vars(front[-1]), "front": list(map(vars, front))}


def _lines(path: Path) -> Iterator[Any]:
    """The values of a file of JSON lines, none without a file; a last line without its end was cut off and is lost."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
            yield json.loads(line)
