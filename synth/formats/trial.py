"""A tool on trial: in this process while that is harmless, else in one of its own that can be ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pkgutil import resolve_name
from typing import Any, Final, Self

from dsl.errors import ExportError, SynthError
from synth.formats.format import Accepts, Format

SECONDS: Final = 20  # that a process may take for all its strings
GIGABYTES: Final = 2
START: Final = "from synth.formats.trial import main; main()"
SLOW: Final = 1.0  # seconds after which the remaining strings go to a process


class TrialEnded(Exception):
    """The tool took more time or memory than a trial may."""


class Trial:
    """What a tool makes of strings, if `apart` in a process of its own. Raises as `target`, and TrialEnded."""

    def __init__(self, notation: Format, text: str, options: Mapping[str, str], *, apart: bool) -> None:
        self._given = (notation, text, options)
        self._process: _Process | None = None
        self._here: Accepts | None = None
        self._spent = 0.0
        if apart:
            self._process = _Process(*self._given)
        else:
            self._here = notation.target(text, **options)
        self.is_possible = apart or self._here is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.end()

    def accepts(self, string: str) -> bool:
        """Whether the tool accepts `string`."""
        if self._process is None and self._spent > SLOW:
            self._process = _Process(*self._given)
        if self._process is not None:
            return self._process.accepts(string)
        began = time.perf_counter()
        accepted = self._here is not None and self._here(string)
        self._spent += time.perf_counter() - began
        return accepted


class _Process:
    """The other side is `main`: a JSON value a line, there and back."""

    def __init__(self, notation: Format, text: str, options: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", START],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Ctrl-C is for us to answer
        )
        self._timer = threading.Timer(SECONDS, self._process.kill)
        self._timer.daemon = True
        self._began = time.monotonic()
        self._timer.start()
        place = f"{type(notation).__module__}:{type(notation).__qualname__}"
        try:
            if not self._answer({"format": place, "text": text, "options": options}):
                raise ImportError
        except BaseException:
            self.end()
            raise

    def accepts(self, string: str) -> bool:
        return bool(self._answer(string))

    def end(self) -> None:
        self._timer.cancel()
        self._process.kill()
        with suppress(BrokenPipeError):
            self._process.communicate()

    def _answer(self, value: object) -> Any:  # noqa: ANN401 (any JSON value)
        assert self._process.stdin is not None and self._process.stdout is not None  # noqa: PT018 (for the types)
        line = ""
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(value) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            took_long = time.monotonic() - self._began >= SECONDS
            raise TrialEnded(f"{SECONDS} seconds" if took_long else f"{GIGABYTES} GB of memory")
        answer = json.loads(line)
        if isinstance(answer, list):
            raise ExportError(answer[0], hint=answer[1])
        return answer


def main() -> None:
    """Answer the first line with whether there is a tool, others, strings, with its verdict, or [message, hint]."""
    _limit()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a library prints is no answer

    def answer(value: object) -> None:
        print(json.dumps(value), file=answers, flush=True)

    given = json.loads(sys.stdin.readline())
    try:
        accepts = resolve_name(given["format"])().target(given["text"], **given["options"])
        answer(accepts is not None)
        for line in sys.stdin:
            answer(accepts is not None and accepts(json.loads(line)))
    except ImportError:
        answer(False)
    except SynthError as error:
        answer([error.message, error.hint])


def _limit() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS))  # also after this process has ended
    resource.setrlimit(resource.RLIMIT_DATA, (GIGABYTES << 30, GIGABYTES << 30))
