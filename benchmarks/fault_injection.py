"""Fails, or kills a search at, every call to the operating system that concerns its files, one after the other.

python -m benchmarks.fault_injection [SCENARIO…] [--faults ENOSPC EIO EACCES full kill] [--every 1]

Each scenario is run once for each of its calls: the call fails with an error of the system, a write after half of its
bytes, the disk takes nothing from there on, or the process ends there. Then the search is begun again, or resumed. What
had been reported must be in the hall of fame, the answer must be that of a search without faults, and no answer of an
oracle may be asked for twice, unless the disk took nothing.
"""

# ruff: noqa: ANN401 (files and functions of the system, whatever they are)

from __future__ import annotations

import argparse
import builtins
import errno
import io
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import synth
import synth.search
from searchers.protocol import Improved
from synth.runs.run import ResultNotSaved

EXAMPLES: Final = ["2024-01-05", "2023-11-30", "2022-07-14", "1999-12-31"]
STEPS: Final = 3
OPTIONS: Final[dict[str, Any]] = {"searcher": "beam", "effort": 1, "steps": STEPS}
PATHS: Final = {  # functions of os that are given a path first
    "open": "open", "mkdir": "mkdir", "rename": "rename", "replace": "rename", "unlink": "unlink", "rmdir": "unlink",
    "truncate": "write", "listdir": "read", "scandir": "read",
}  # fmt: skip
KILLED: Final = 137
KILL: Final = "kill"
FULL: Final = "full"  # from then on nothing can be written
WRITES: Final = ("open", "mkdir", "write", "fsync")


class Faults:
    """Counts the calls that concern files in `folder` and lets number `number` of them fail with `fault`."""

    def __init__(self, folder: Path, number: int | None = None, fault: str = KILL) -> None:
        self.calls: list[str] = []
        self._folder = str(folder)
        self._number = number
        self._fault = fault
        self._handles: set[int] = set()
        self._open = io.open

    @property
    def struck(self) -> bool:
        """Whether there was such a call."""
        return self._number is not None and len(self.calls) > self._number

    def call(self, kind: str, before: Callable[[], object] = lambda: None) -> None:
        """Count a call; the one that fails does what comes `before` its failure."""
        self.calls.append(kind)
        if len(self.calls) - 1 == self._number or (self._fault == FULL and self.struck and kind in WRITES):
            before()
            if self._fault == KILL:
                os._exit(KILLED)
            code = errno.ENOSPC if self._fault == FULL else getattr(errno, self._fault)
            raise OSError(code, os.strerror(code))

    def concerns(self, path: object) -> bool:
        """Whether a path, or an open file, is in the folder."""
        if isinstance(path, int):
            return path in self._handles
        return isinstance(path, str | os.PathLike) and os.path.abspath(os.fspath(path)).startswith(self._folder)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Within, calls fail."""
        patches = [patch.object(os, name, self._of_path(kind, getattr(os, name))) for name, kind in PATHS.items()]
        patches += [
            patch.object(os, "fsync", self._of_handle(os.fsync)),
            patch.object(os, "close", self._closed(os.close)),
        ]
        patches += [patch.object(module, "open", self._opened) for module in (io, builtins)]
        for one in patches:
            one.start()
        try:
            yield
        finally:
            for one in patches:
                one.stop()

    def _of_path(self, kind: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any = ".", *arguments: Any, **options: Any) -> Any:
            if self.concerns(path):
                self.call(kind)
            result = function(path, *arguments, **options)
            if function.__name__ == "open" and self.concerns(path):
                self._handles.add(result)
            return result

        return call

    def _of_handle(self, function: Callable[[int], Any]) -> Callable[[int], Any]:
        def call(handle: int) -> Any:
            if handle in self._handles:
                self.call("fsync")
            return function(handle)

        return call

    def _closed(self, function: Callable[[int], None]) -> Callable[[int], None]:
        def call(handle: int) -> None:
            self._handles.discard(handle)
            function(handle)

        return call

    def _opened(self, path: Any, *arguments: Any, **options: Any) -> Any:
        if not self.concerns(path):
            return self._open(path, *arguments, **options)
        if not isinstance(path, int):
            self.call("open")
        return _File(self._open(path, *arguments, **options), self)

    def track(self, handle: int) -> int:
        """Calls that name an open file of the folder by its number count, too."""
        self._handles.add(handle)
        return handle


class _File:
    """An open file whose calls are counted."""

    def __init__(self, file: Any, faults: Faults) -> None:
        self._file = file
        self._faults = faults

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __iter__(self) -> Any:
        return iter(self._file)

    def fileno(self) -> int:
        return self._faults.track(self._file.fileno())

    def write(self, data: Any) -> int:
        def half() -> None:
            self._file.write(data[: len(data) // 2])
            self._file.flush()

        self._faults.call("write", half)
        return int(self._file.write(data))

    def truncate(self, size: int | None = None) -> int:
        self._faults.call("write")
        return int(self._file.truncate(size))

    def flush(self) -> None:
        self._faults.call("write")
        self._file.flush()

    def read(self, size: int = -1) -> Any:
        self._faults.call("read")
        return self._file.read(size)


@dataclass
class Told:
    """What a search had said when it ended, however it did."""

    improved: list[tuple[int, float]] = field(default_factory=list)  # size and objective
    answer: tuple[int, float] | None = None
    asked: list[str] = field(default_factory=list)
    error: str = ""


@dataclass(frozen=True)
class Scenario:
    """`prepare` what is there before, then `run` it with faults; `again` goes on, or begins, without any."""

    run: Callable[[Path, Told], None]
    again: Callable[[Path, Told], None]
    prepare: Callable[[Path], None] = lambda folder: None


def _note(told: Told) -> Callable[[object], None]:
    def hear(event: object) -> None:
        if isinstance(event, Improved):
            told.improved.append((event.candidate.size, event.candidate.objective))

    return hear


def _search(told: Told, search: Callable[..., synth.Result], *arguments: Any, **options: Any) -> None:
    """Run a search, and note what it says and what comes of it."""
    try:
        result = search(*arguments, on_event=_note(told), **options)
    except ResultNotSaved as error:
        result = error.result
    except synth.SynthError as error:
        told.error = error.message
        return
    told.improved += [(one.size, one.objective) for one in result.front]
    told.answer = (result.best.size, result.best.objective)


def _oracle(told: Told) -> Callable[[str], bool]:
    def ask(text: str) -> bool:
        told.asked.append(text)
        return len(text) == 10

    return ask


def _induce(folder: Path, told: Told) -> None:
    _search(told, synth.induce, EXAMPLES, out=folder / "more" / "run", **OPTIONS)


def _go_on(folder: Path, told: Told) -> None:
    run = folder / "more" / "run"
    if run.exists():
        _search(told, synth.resume, run, steps=STEPS)
    else:
        _induce(folder, told)


def _begin(folder: Path) -> None:
    synth.induce(EXAMPLES, out=folder / "more" / "run", **{**OPTIONS, "steps": 1})


def _stored(folder: Path, told: Told) -> None:
    _search(told, synth.induce, EXAMPLES, out=folder / "run", storage=str(folder / "copy"), **OPTIONS)


def _stored_again(folder: Path, told: Told) -> None:
    if (folder / "run").exists():
        _search(told, synth.resume, folder / "run", steps=STEPS, storage=str(folder / "copy"))
    else:
        _stored(folder, told)


ASKING: Final[dict[str, Any]] = {"effort": 1, "questions": 12}


def _ask(folder: Path, told: Told) -> None:
    _search(told, synth.induce, EXAMPLES, out=folder / "run", oracle=_oracle(told), **ASKING)


def _ask_again(folder: Path, told: Told) -> None:
    if (folder / "run").exists():
        _search(told, synth.resume, folder / "run", oracle=_oracle(told))
    else:
        _ask(folder, told)


TASKS: Final = [{"id": str(number), "positives": EXAMPLES[number:]} for number in range(3)]


def _batch(folder: Path, told: Told) -> None:
    _work(told, lambda: synth.induce_batch(TASKS, out=folder / "run", **OPTIONS))


def _batch_again(folder: Path, told: Told) -> None:
    if (folder / "run").exists():
        _work(told, lambda: synth.resume_batch(folder / "run"))
        lines = (folder / "run" / "results.jsonl").read_text().splitlines()
        told.asked = sorted({json.loads(line)["id"] for line in lines})  # what is recorded at the end
    else:
        _batch(folder, told)


def _work(told: Told, outcomes: Callable[[], Iterator[Any]]) -> None:
    try:
        for outcome in outcomes():
            told.asked.append(outcome.id)
        told.answer = (0, 0.0)
    except synth.SynthError as error:
        told.error = error.message


SCENARIOS: Final = {
    "induce": Scenario(_induce, _go_on),
    "resume": Scenario(_go_on, _go_on, _begin),
    "storage": Scenario(_stored, _stored_again),
    "oracle": Scenario(_ask, _ask_again),
    "batch": Scenario(_batch, _batch_again),
}


def lost(name: str, first: Told, then: Told, whole: Told) -> list[str]:
    """What was reported, or should have been, and is not there after going on."""
    missing = []
    if then.answer is None:
        missing.append(f"the next start ends in an error: {then.error}")
    elif then.answer != whole.answer:
        missing.append(f"the answer is {then.answer}, not {whole.answer}")
    if first.answer is None and name != "killed" and (first.improved or not first.error):
        missing.append(f"no answer: {first.error}")
    if first.answer is not None and first.answer != whole.answer:
        missing.append(f"the answer was {first.answer}, not {whole.answer}")
    for size, objective in first.improved:
        if not any(small <= size and good <= objective for small, good in then.improved):
            missing.append(f"a candidate of size {size} that costs {objective:.2f}")
    return missing


def inject(scenario: Scenario, number: int | None, fault: str) -> tuple[Told, Told, Faults]:
    """Run a scenario with a fault at call `number`, and go on."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        scenario.prepare(folder)
        faults = Faults(folder, number, fault)
        first = _in_a_child(scenario, folder, faults) if fault == KILL else _here(scenario, folder, faults)
        then = Told()
        scenario.again(folder, then)
        if "batch" not in scenario.run.__name__:
            then.asked = [text for text in then.asked if text in first.asked]
        return first, then, faults


def _here(scenario: Scenario, folder: Path, faults: Faults) -> Told:
    told = Told()
    with faults.at_work():
        scenario.run(folder, told)
    return told


def _in_a_child(scenario: Scenario, folder: Path, faults: Faults) -> Told:
    """The same in a process that may be killed; what it says comes through a pipe, a line as it is said."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            os.close(reading)
            told = _Piped(writing)
            with faults.at_work():
                scenario.run(folder, told.told)
            told.send({"calls": faults.calls, "answer": told.told.answer, "error": told.told.error})
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as lines:
        said = [json.loads(line) for line in lines if line.endswith("\n")]
    os.waitpid(child, 0)
    told = Told(improved=[tuple(one["improved"]) for one in said if "improved" in one])
    told.asked = [one["asked"] for one in said if "asked" in one]
    for one in said:
        if "calls" in one:
            faults.calls, told.error = one["calls"], one["error"]
            told.answer = None if one["answer"] is None else tuple(one["answer"])
    if not any("calls" in one for one in said):
        told.error = "killed"
        faults.calls = ["killed"] * ((faults._number or 0) + 1)
    return told


class _Piped:
    """What is told, sent at once."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self.told = Told()
        self.told.improved = _Sending("improved", self)
        self.told.asked = _Sending("asked", self)

    def send(self, value: object) -> None:
        os.write(self._handle, (json.dumps(value) + "\n").encode())


class _Sending(list[Any]):
    def __init__(self, name: str, pipe: _Piped) -> None:
        super().__init__()
        self._name = name
        self._pipe = pipe

    def append(self, value: Any) -> None:
        super().append(value)
        self._pipe.send({self._name: value})


def try_all(name: str, fault: str, every: int = 1) -> Iterator[tuple[int, str, list[str]]]:
    """Each call's number and kind, and what was lost when it failed."""
    scenario = SCENARIOS[name]
    with patch.object(synth.search, "SAVE_SECONDS", 0.0), patch.object(synth.search, "SAVE_SHARE", 1e9):
        whole, _, counted = inject(scenario, None, errno.errorcode[errno.EIO])
        number = 0
        while True:
            first, then, faults = inject(scenario, number, fault)
            if not faults.struck:
                return
            missing = lost("killed" if fault == KILL else name, first, then, whole)
            if name == "batch" and then.asked != [task["id"] for task in TASKS]:
                missing.append(f"recorded are {then.asked}")
            if name == "oracle" and fault == KILL and then.asked[1:]:
                missing.append(f"asked again: {then.asked}")  # but the one that was on its way
            if name == "oracle" and fault not in (KILL, FULL) and then.asked:
                missing.append(f"asked again: {then.asked}")
            kind = counted.calls[number] if number < len(counted.calls) else "call"
            yield number, kind, missing
            number += every


def main() -> None:
    """Print what was lost, and how many calls were tried."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=f"of {', '.join(SCENARIOS)}")
    parser.add_argument("--faults", nargs="+", default=["ENOSPC", "EIO", "EACCES", FULL, KILL])
    parser.add_argument("--every", type=int, default=1, help="try each so-manieth call alone")
    options = parser.parse_args()
    synth.induce(EXAMPLES, **OPTIONS)  # the kernels are there
    print("| scenario | fault | calls | with something lost | s |\n|---|---|---|---|---|")
    is_lost = False
    for name in options.scenarios or SCENARIOS:
        for fault in options.faults:
            begun, tried, failed = time.perf_counter(), 0, 0
            for number, kind, missing in try_all(name, fault, options.every):
                tried += 1
                failed += bool(missing)
                if missing:
                    print(
                        f"{name}: {fault} at call {number}, {kind}: {'; '.join(missing)}", file=sys.stderr, flush=True
                    )
            print(f"| {name} | {fault} | {tried} | {failed} | {time.perf_counter() - begun:.0f} |", flush=True)
            is_lost |= failed > 0
    sys.exit(is_lost)


if __name__ == "__main__":
    main()
