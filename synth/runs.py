"""Run directories: what a search was asked, what it met on the way, where it is, what it found.

config.toml           version, arguments, and the SHA-256 of the examples and of the strings to reject
examples.jsonl        the examples, each with its multiplicity; reject.jsonl: the strings to reject
events.jsonl          one line for each candidate that entered the front, written before anyone hears of it
checkpoints/          where the search was at the end of a step (synth.checkpoints)
hall_of_fame.json     the result so far, in the form of `--json`
oracle.jsonl          the oracle's answers, where there is one
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Final, Self

from dsl.constraints import parse_constraints
from dsl.errors import RunError
from searchers.problem import Problem
from searchers.protocol import AnyCandidate
from synth import __version__
from synth.checkpoints import Checkpoint, Checkpoints
from synth.files import CONFIG, json_lines, whole_lines, write_atomically
from synth.guesses import read_guesses
from synth.request import Request
from synth.result import SCHEMA, Result, candidate_to_json
from synth.storage import Storage, absolute, copied

KINDS: Final = ("regex", "cfg")
EXAMPLES: Final = "examples.jsonl"
REJECT: Final = "reject.jsonl"
EVENTS: Final = "events.jsonl"
HALL_OF_FAME: Final = "hall_of_fame.json"


class ResultNotSaved(RunError):
    """The search ended well, but its run directory could not be written. `result` is what it found."""

    def __init__(self, where: Path | str, reason: str, result: Result, hint: str) -> None:
        super().__init__(f"the result could not be saved in {where}: {reason}", hint=hint)
        self.result = result


class Run:
    """The directory of one search. A write that fails is remembered, never allowed to end the search."""

    def __init__(self, path: Path, problem: Problem, request: Request) -> None:
        self.path = path
        self.problem = problem
        self.request = request
        self.failure: str | None = None
        self.storage: Storage | None = None

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], problem: Problem, request: Request, storage: str | None = None
    ) -> Self:
        """Make the directory, and a copy in `storage`. Raises RunError when one exists or cannot be written."""
        run = cls(Path(path), problem, request)
        examples = _lines([text, weight] for text, weight in zip(problem.positives, problem.weights, strict=True))
        reject = _lines(problem.negatives)
        inputs = {EXAMPLES: _digest(examples), REJECT: _digest(reject)}
        config = {"schema": SCHEMA, "version": __version__, "arguments": request.to_table(), "inputs": inputs}
        config |= {} if storage is None else {"storage": absolute(storage)}
        import tomli_w

        try:
            run.path.mkdir(parents=True)
            write_atomically(run.path / EXAMPLES, examples)
            write_atomically(run.path / REJECT, reject)
            (run.path / EVENTS).touch()
            write_atomically(run.path / CONFIG, tomli_w.dumps(config))  # the last: with it the run can be resumed
        except FileExistsError:
            hint = "a run is never overwritten: choose another --out, or go on with `synth resume`"
            raise RunError(f"{path} exists already", hint=hint) from None
        except OSError as error:
            hint = "choose a directory that can be written"
            raise RunError(f"cannot write the run directory {path}: {error.strerror}", hint=hint) from None
        run.storage = copied(run.path, storage)
        return run

    @classmethod
    def open(cls, path: str | os.PathLike[str], storage: str | None = None) -> Self:
        """The run in a directory; its copy is in `storage`, or where it was. Raises RunError when it was changed."""
        folder = Path(path)
        config = read_config(folder)
        request = Request.from_table(config["arguments"])
        examples, reject = (_read_input(folder / name, config["inputs"].get(name)) for name in (EXAMPLES, REJECT))
        problem = Problem(
            tuple(text for text, _ in examples),
            tuple(weight for _, weight in examples),
            tuple(reject),
            parse_constraints(request.constraints),
            **read_guesses(request.guesses, request.kind),
        )
        run = cls(folder, problem, request)
        uri = storage or config.get("storage")
        run.storage = None if uri is None else Storage(uri)
        return run

    def improved(self, candidate: AnyCandidate, kind: str, step: int, seconds: float) -> None:
        """Note a candidate that entered the front."""
        event = {"kind": kind, "step": step, "seconds": round(seconds, 3), **candidate_to_json(candidate)}

        def append() -> None:
            with (self.path / EVENTS).open("a", encoding="utf-8") as events:
                events.write(json.dumps(event, ensure_ascii=False) + "\n")

        self._write(append)
        if self.storage is not None:
            self.storage.follow(self.path)

    def events(self, kind: str) -> Iterator[dict[str, Any]]:
        """What `improved` noted; a line torn by a kill is cut off. Raises RunError when the file cannot be read."""
        yield from (event for event in whole_lines(self.path / EVENTS) if event["kind"] == kind)

    @property
    def seconds(self) -> float:
        """How long the search has been going on."""
        saved = (self.checkpoints(kind).latest() for kind in KINDS)
        events = (event["seconds"] for kind in KINDS for event in self.events(kind))
        return max(chain([0.0], (one.stats["seconds"] for one in saved if one is not None), map(float, events)))

    def checkpoints(self, kind: str) -> Checkpoints:
        """Where the search for a regex, or for a grammar, has been."""
        return Checkpoints(self.path / "checkpoints" / kind)

    def save(self, kind: str, checkpoint: Checkpoint, result: Result) -> None:
        """Keep where the search is, and the result so far."""
        self._write(lambda: self.checkpoints(kind).save(checkpoint))
        self._write(lambda: write_atomically(self.path / HALL_OF_FAME, _json(result.to_json())))
        if self.storage is not None:
            self.storage.follow(self.path)

    def finish(self, result: Result) -> None:
        """Write hall_of_fame.json. Raises ResultNotSaved when this, a write before it, or the copy failed."""
        self._write(lambda: write_atomically(self.path / HALL_OF_FAME, _json(result.to_json())))
        if self.failure is not None:
            raise ResultNotSaved(self.path, self.failure, result, "free the disk or choose another --out")
        if self.storage is not None:
            self.storage.follow(self.path, at_once=True)
            if self.storage.failure is not None:
                hint = f"it is in {self.path}; `synth resume {self.path}` copies it again"
                raise ResultNotSaved(self.storage.uri, self.storage.failure, result, hint)

    @property
    def failures(self) -> Iterator[str]:
        """What is wrong with the directory, and with its copy."""
        if self.failure is not None:
            yield f"{self.path} can no longer be written, the search goes on in memory: {self.failure}"
        if self.storage is not None and self.storage.failure is not None:
            yield f"{self.storage.uri} cannot be written, the run goes on in {self.path}: {self.storage.failure}"

    def _write(self, write: Callable[[], None]) -> None:
        if self.failure is None:
            try:
                write()
            except OSError as error:
                self.failure = error.strerror or str(error)


def read_config(folder: Path) -> dict[str, Any]:
    """The configuration in a directory that --out made. Raises RunError when there is none of this version."""
    hint = "name the directory that --out made"
    try:
        config = tomllib.loads((folder / CONFIG).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunError(f"{folder} is not a run directory: it has no {CONFIG}", hint=hint) from None
    except NotADirectoryError:
        raise RunError(f"{folder} is not a directory", hint=hint) from None
    except OSError as error:
        raise RunError(f"cannot read {folder / CONFIG}: {error.strerror}", hint="check its permissions") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RunError(f"{folder / CONFIG} is damaged: {error}", hint="begin a new run") from None
    version = config.get("version")
    if (config.get("schema"), version) != (SCHEMA, __version__):
        hint = f"go on with the version that began it: pip install synth=={version}"
        raise RunError(f"{folder} is a run of synth {version}, this is {__version__}", hint=hint)
    return config


def _read_input(path: Path, digest: str | None) -> list[Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot read {path}: {error.strerror}", hint="a run cannot do without its examples") from None
    except UnicodeDecodeError:
        text = ""
    if _digest(text) != digest:
        raise RunError(f"{path} is not what the run began with", hint="put it back, or begin a new run with it")
    return list(json_lines(text))


def _lines(values: Iterable[object]) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
