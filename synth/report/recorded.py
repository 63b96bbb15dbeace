"""A run as its directory tells it: what the report needs, read and checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import dsl
from dsl.errors import RunError
from dsl.language import Language
from synth.runs.configuration import read_any_config
from synth.runs.files import json_lines, json_value
from synth.runs.run import EVENTS, EXAMPLES, HALL_OF_FAME, REJECT
from synth.runs.shapes import count, fields, items, number, text, texts

Read = TypeVar("Read")


@dataclass(frozen=True)
class Entry:
    """A candidate, as a line of events.jsonl or a member of the front tells of it."""

    notation: str
    pattern: str
    size: int
    distance: int
    objective: float

    @classmethod
    def of(cls, record: object) -> Entry:
        """The entry in an object of JSON values. Raises ValueError."""
        found = fields(record, ("notation", "pattern", "size", "distance", "objective"))
        return cls(
            text(found["notation"]),
            text(found["pattern"]),
            count(found["size"]),
            count(found["distance"]),
            number(found["objective"]),
        )

    @cached_property
    def language(self) -> Language:
        """The language. Raises PatternError."""
        return dsl.parse(self.notation)


@dataclass(frozen=True)
class RecordedRun:
    """One search: answer, front, each `(seconds, entry)`, examples with multiplicities, `stats` once there are some."""

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
        config = read_any_config(path)
        try:
            events = _read(path / EVENTS, _Event.of)
            saved = path / HALL_OF_FAME
            is_there = os.path.lexists(saved)
            with _named(saved):
                found = fields(json_value(saved.read_text(encoding="utf-8"))) if is_there else _found_so_far(events)
                best, front = Entry.of(found.get("best")), [Entry.of(one) for one in items(found.get("front"))]
            return cls(
                path.resolve().name,
                config.get("arguments", {}),
                dict(_read(path / EXAMPLES, _example)),
                _read(path / REJECT, text),
                best,
                sorted({entry.notation: entry for entry in [*front, best]}.values(), key=lambda entry: entry.size),
                [(event.seconds, event.entry) for event in events if event.kind == found.get("kind")],
                _stats(found.get("stats", {})),
                [note for note in texts([found.get("reason", ""), *items(found.get("warnings", []))]) if note],
            )
        except OSError as error:
            raise RunError(f"cannot read the run {path}: {error.strerror}", hint="check its permissions") from None
        except ValueError as error:
            raise RunError(f"the run {path} is damaged: {error}", hint="restore the file, or search again") from None


@dataclass(frozen=True)
class _Event:
    """A line of events.jsonl."""

    kind: str
    seconds: float
    entry: Entry
    line: dict[str, Any]

    @classmethod
    def of(cls, line: object) -> _Event:
        """The event in an object of JSON values. Raises ValueError."""
        found = fields(line, ("kind", "seconds"))
        return cls(text(found["kind"]), number(found["seconds"]), Entry.of(found), found)


def _stats(value: object) -> dict[str, Any]:
    stats = fields(value)
    if stats:
        number(fields(stats, ("seconds", "candidates"))["seconds"]), count(stats["candidates"])
    return stats


def _found_so_far(events: list[_Event]) -> dict[str, Any]:
    """What hall_of_fame.json would say, while it is not there yet."""
    if not events:
        raise RunError("the run has found nothing yet", hint="wait for its first candidate")
    kind = events[-1].kind
    front: list[_Event] = []
    for event in sorted(events, key=lambda event: (event.entry.size, event.entry.objective)):
        if event.kind == kind and (not front or event.entry.objective < front[-1].entry.objective):
            front.append(event)
    return {"kind": kind, "best": front[-1].line, "front": [event.line for event in front]}


def _example(line: Any) -> tuple[str, int]:  # noqa: ANN401 (a JSON value)
    one, times = line
    return text(one), count(times)


def _read(path: Path, of: Callable[[object], Read]) -> list[Read]:
    """What `of` makes of each line of JSON, none without a file. Raises OSError and ValueError."""
    if not path.exists():
        return []
    with _named(path):
        return [of(line) for line in json_lines(path.read_text(encoding="utf-8"))]


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors about the contents of a file name it."""
    try:
        yield
    except (ValueError, TypeError) as error:  # TypeError: an example that is no pair
        raise ValueError(f"{path.name}: {error}") from None
