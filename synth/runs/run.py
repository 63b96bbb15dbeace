"""Run directories: what a search was asked, what it met on the way, where it is, what it found.

config.toml           version, id, arguments, and the SHA-256 of the examples and of the strings to reject; the storage
                      and the oracle's command as they may be shown
examples.jsonl        the examples, each with its multiplicity; reject.jsonl: the strings to reject
events.jsonl          one line for each candidate that entered the front, written before the event is passed on
checkpoints/          where the search was at the end of a step (synth.runs.checkpoints)
hall_of_fame.json     the result so far, in the form of `--json`
oracle.jsonl          the oracle's answers, where there is one
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Self

import dsl
from dsl.errors import RunError
from searchers.candidate import Candidate
from searchers.lines import Lines
from searchers.problem import Problem
from synth.inputs.command_oracle import CommandOracle
from synth.inputs.posing import pose
from synth.options import Request
from synth.results.result import Result, candidate_to_json, read_stats
from synth.runs.checkpoints import Checkpoint, Checkpoints
from synth.runs.configuration import configuration, read_config
from synth.runs.files import (
    CONFIG,
    LOCK,
    digest,
    json_lines,
    make_directory,
    remove_directory,
    whole_lines,
    write_atomically,
)
from synth.runs.masking import masked
from synth.runs.shapes import fields, number, text
from synth.runs.storage import Storage, copied, identity, rejoined
from synth.runs.trust import granted

EXAMPLES: Final = "examples.jsonl"
REJECT: Final = "reject.jsonl"
EVENTS: Final = "events.jsonl"
HALL_OF_FAME: Final = "hall_of_fame.json"
CHECKPOINTS: Final = "checkpoints"
MOST: Final = 10**9  # times that a run has one example


class ResultNotSaved(RunError):
    """The search ended well, but its run directory could not be written. `result` is what it found."""

    def __init__(self, where: Path | str, reason: str, result: Result, hint: str) -> None:
        super().__init__(f"the result could not be saved in {where}: {reason}", hint=hint)
        self.result = result


class Run:
    """The directory of one search. A write that fails is tried again with the next, and never ends the search."""

    def __init__(self, path: Path, problem: Problem, request: Request) -> None:
        self.path = path
        self.problem = problem
        self.request = request
        self.storage: Storage | None = None
        self.faults: list[str] = []
        self._events = Lines(path / EVENTS)
        self._unwritten: dict[str, tuple[Callable[[], None], str]] = {}  # how to write it, and why it failed

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        problem: Problem,
        request: Request,
        storage: str | None = None,
        oracle: str | None = None,
    ) -> Self:
        """Make the directory, and a copy in `storage`. Raises RunError when one exists or cannot be written.

        `oracle` is the command that was given, if it is one.
        """
        run = cls(Path(path), problem, request)
        copy = None if storage is None else Storage(storage)
        examples = _lines([text, weight] for text, weight in zip(problem.positives, problem.weights, strict=True))
        reject = _lines(problem.negatives)
        inputs = {EXAMPLES: digest(examples), REJECT: digest(reject)}
        known = identity(copy)
        asked = {} if oracle is None else {"oracle": masked(oracle)}
        config = {**known, **asked, "arguments": request.to_table(), "inputs": inputs}
        files = {EXAMPLES: examples, REJECT: reject, EVENTS: "", CONFIG: configuration(config)}
        hint = "a run is never overwritten: choose another --out, or go on with `synth resume`"
        make_directory(run.path, files, hint)
        run.storage = copied(run.path, files, known["id"], copy)
        return run

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """The run in a directory. Raises RunError when it was changed."""
        folder = Path(path)
        config = read_config(folder)
        if "arguments" not in config:
            raise RunError(f"{folder / CONFIG} is damaged: it has no arguments", hint="begin a new run")
        request = Request.from_table(config["arguments"])
        digests = config.get("inputs", {})
        examples, reject = (_read_input(folder / name, digests.get(name)) for name in (EXAMPLES, REJECT))
        problem = _posed(request, examples, reject, folder)
        return cls(folder, problem, request)

    def rejoin(self, storage: str | None, *, trust: bool) -> None:
        """Go on with the copy in `storage`, or with `trust` where the run says. Raises as `rejoined`."""
        self.storage = rejoined(self.path, read_config(self.path), storage, trust=trust)

    def oracle(self, *, trust: bool) -> CommandOracle | None:
        """The oracle whose command was recorded, if one was. Raises ConfigurationError unless it is trusted."""
        command = granted("oracle", None, read_config(self.path).get("oracle"), self.path, trust=trust)
        return None if command is None else CommandOracle(command)

    def improved(self, candidate: Candidate[Any], kind: str, step: int, seconds: float) -> None:
        """Note a candidate that entered the front."""
        event = {"kind": kind, "step": step, "seconds": round(seconds, 3), **candidate_to_json(candidate)}
        self._events.add(event)
        self._write(EVENTS, self._events.flush)
        if self.storage is not None:
            self.storage.follow(self.path)

    def events(self, kind: str) -> list[dict[str, Any]]:
        """What `improved` noted; `faults` then says which lines are damaged. Raises RunError."""
        events, self.faults = whole_lines(self.path / EVENTS, _event)
        return [event for event in events if event["kind"] == kind]

    @property
    def seconds(self) -> float:
        """How long the search has been going on."""
        events = [event["seconds"] for kind in dsl.kinds() for event in self.events(kind)]
        for checkpoint in (self.checkpoints(kind).latest() for kind in dsl.kinds()):
            with suppress(ValueError):
                events += [] if checkpoint is None else [read_stats(checkpoint.stats)["seconds"]]
        return max(events, default=0.0)

    def checkpoints(self, kind: str) -> Checkpoints:
        """Where the search for a regex, or for a grammar, has been."""
        return Checkpoints(self.path / CHECKPOINTS / kind)

    def save(self, kind: str, checkpoint: Checkpoint, result: Result) -> None:
        """Keep where the search is, and the result so far."""
        self._write(CHECKPOINTS, lambda: self.checkpoints(kind).save(checkpoint))
        self._write_result(result)
        if self.storage is not None:
            self.storage.follow(self.path)

    def finish(self, result: Result) -> None:
        """Write the result, and what could not be written before. Raises ResultNotSaved when they or the copy fail."""
        self._write_result(result)
        for name, (write, _) in list(self._unwritten.items()):
            self._write(name, write)
        for _, reason in self._unwritten.values():
            hint = f"free the disk and go on with `synth resume {self.path}`, or choose another --out"
            raise ResultNotSaved(self.path, reason, result, hint)
        if self.storage is not None:
            self.storage.follow(self.path, at_once=True)
            if self.storage.failure is not None:
                hint = f"it is in {self.path}; `synth resume {self.path} --storage URI` copies it again"
                raise ResultNotSaved(self.storage.shown, self.storage.failure, result, hint)

    def discard_if_empty(self) -> None:
        """Remove the directory of a search that could not begin, so that it can be tried again under its name."""
        names = {EXAMPLES, REJECT, EVENTS, CONFIG, LOCK}
        with suppress(OSError):
            is_empty = not (self.path / EVENTS).stat().st_size and names.issuperset(os.listdir(self.path))
            if is_empty and self.storage is None:
                remove_directory(self.path, names)

    @property
    def failures(self) -> Iterator[str]:
        """What is wrong with the directory, and with its copy."""
        for reason in dict.fromkeys(reason for _, reason in self._unwritten.values()):
            yield f"{self.path} cannot be written, the search goes on in memory: {reason}"
        if self.storage is not None and self.storage.failure is not None:
            yield f"{self.storage.shown} cannot be written, the run goes on in {self.path}: {self.storage.failure}"

    def _write_result(self, result: Result) -> None:
        written = json.dumps(result.to_json(), indent=2, ensure_ascii=False) + "\n"
        self._write(HALL_OF_FAME, lambda: write_atomically(self.path / HALL_OF_FAME, written))

    def _write(self, name: str, write: Callable[[], None]) -> None:
        try:
            write()
            self._unwritten.pop(name, None)
        except OSError as error:
            self._unwritten[name] = write, error.strerror or str(error)


def _event(value: object) -> dict[str, Any]:
    event = fields(value, ("kind", "seconds", "notation", "objective"))
    text(event["kind"]), text(event["notation"]), number(event["objective"])
    if number(event["seconds"]) < 0:
        raise ValueError("it is from before the search")
    return event


def _read_input(path: Path, known: str | None) -> list[Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot read {path}: {error.strerror}", hint="a run cannot do without its examples") from None
    except UnicodeDecodeError:
        text = ""
    if digest(text) != known:
        raise RunError(f"{path} is not what the run began with", hint="put it back, or begin a new run with it")
    try:
        return list(json_lines(text))
    except ValueError as error:
        raise RunError(f"{path} is damaged: {error}", hint="begin a new run") from None


def _posed(request: Request, examples: list[Any], reject: list[Any], folder: Path) -> Problem:
    """The problem, checked as `induce` checks it: an untrusted directory may have all digests right."""
    if not all(map(_is_example, examples)) or len({text for text, _ in examples}) < len(examples):
        raise RunError(f"{folder / EXAMPLES} holds something else than examples", hint="begin a new run")
    problem = pose(request, [text for text, _ in examples], reject)
    return replace(problem, weights=tuple(weight for _, weight in examples))


def _is_example(value: object) -> bool:
    match value:
        case [str(), int(weight)]:
            return type(weight) is int and 0 < weight <= MOST
    return False


def _lines(values: Iterable[object]) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)
