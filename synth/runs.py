"""Run directories: what a search was asked, what it met on the way, what it found.

config.toml           version, arguments, and the SHA-256 of the examples with their multiplicities, as JSON
examples.jsonl        the distinct examples, each with its multiplicity
reject.jsonl          the strings to reject
events.jsonl          one line for each candidate that entered the front
hall_of_fame.json     the result, in the form of `--json`
oracle.jsonl          the oracle's answers, where there is one
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from dsl.errors import RunError
from searchers.problem import Problem
from searchers.protocol import AnyCandidate
from synth import __version__
from synth.result import SCHEMA, Result, candidate_to_json


class ResultNotSaved(RunError):
    """The search ended well, but its run directory could not be written. `result` is what it found."""

    def __init__(self, path: Path, reason: str, result: Result) -> None:
        super().__init__(
            f"the result could not be saved in {path}: {reason}", hint="free the disk or choose another --out"
        )
        self.result = result


class Run:
    """The directory of one search. A write that fails is remembered, never allowed to end the search."""

    def __init__(self, path: str | os.PathLike[str], problem: Problem, arguments: dict[str, object]) -> None:
        """Make the directory and write config.toml. Raises RunError when it exists or cannot be written."""
        self.path = Path(path)
        self._failure: OSError | None = None
        examples = list(zip(problem.positives, problem.weights, strict=True))
        inputs = {"positives": _digest(examples), "reject": _digest(problem.negatives)}
        config = {"schema": SCHEMA, "version": __version__, "arguments": arguments, "inputs": inputs}
        try:
            self.path.mkdir(parents=True)
            write_atomically(self.path / "config.toml", _toml(config))
            write_atomically(self.path / "examples.jsonl", _json_lines(examples))
            write_atomically(self.path / "reject.jsonl", _json_lines(problem.negatives))
            (self.path / "events.jsonl").touch()
        except FileExistsError:
            raise RunError(f"{path} exists already", hint="a run is never overwritten: choose another --out") from None
        except OSError as error:
            hint = "choose a directory that can be written"
            raise RunError(f"cannot write the run directory {path}: {error.strerror}", hint=hint) from None

    def improved(self, candidate: AnyCandidate, seconds: float) -> None:
        """Note a candidate that entered the front."""
        if self._failure is None:
            event = {"seconds": round(seconds, 3), **candidate_to_json(candidate)}
            try:
                with (self.path / "events.jsonl").open("a", encoding="utf-8") as events:
                    events.write(json.dumps(event, ensure_ascii=False) + "\n")
            except OSError as error:
                self._failure = error

    def finish(self, result: Result) -> None:
        """Write hall_of_fame.json. Raises ResultNotSaved when this, or a write before it, failed."""
        try:
            write_atomically(self.path / "hall_of_fame.json", _json(result.to_json()))
        except OSError as error:
            self._failure = self._failure or error
        if self._failure is not None:
            raise ResultNotSaved(self.path, self._failure.strerror or str(self._failure), result)


def write_atomically(path: Path, text: str) -> None:
    """Write `text` so that a crash at any moment leaves the old file or the new one, whole. Raises OSError."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)  # the rename itself lies in the directory
    finally:
        os.close(directory)


def _digest(value: object) -> str:
    return sha256(json.dumps(value).encode()).hexdigest()


def _json_lines(values: Iterable[object]) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def _toml(tables: dict[str, object]) -> str:
    lines: list[str] = []
    for name, value in sorted(tables.items(), key=lambda pair: isinstance(pair[1], dict)):
        if isinstance(value, dict):
            lines.append(f"\n[{name}]")
            lines += [f"{key} = {json.dumps(item)}" for key, item in value.items() if item is not None]
        else:
            lines.append(f"{name} = {json.dumps(value)}")
    return "\n".join(lines) + "\n"


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
