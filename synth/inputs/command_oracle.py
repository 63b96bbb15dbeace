"""A command as an oracle: its exit code says whether a string belongs to the language."""

from __future__ import annotations

import errno
import os
import shlex
import signal
import subprocess
from contextlib import suppress
from shutil import which
from typing import Final

from dsl.errors import ConfigurationError
from synth.runs.masking import masked

PLACE: Final = "{}"
YES: Final = 0
NO: Final = 1
SECONDS: Final = 2.0
HINT: Final = "name a program, with its arguments, that leaves with 0 for yes and 1 for no"


def words_of(command: str) -> list[str]:
    """The program and its arguments. Raises ConfigurationError when there are none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        hint = "quote the command for a shell: --oracle 'check --text {}'"
        raise ConfigurationError(f"the oracle {masked(command)!r} has {str(error).lower()}", hint=hint) from None
    if not words:
        raise ConfigurationError("the oracle is an empty command", hint="for example: --oracle 'check --text {}'")
    return words


class CommandOracle:
    """Runs `command` for each string; exit code 0 is yes, 1 no, any other, and one that takes too long, unknown.

    The string is put in the place of `{}`, as one argument and without a shell; where there is no `{}` it goes to
    standard input. What the command prints is dropped. Raises ConfigurationError when the command cannot be started.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command = command
        self._words = words_of(command)
        if which(self._words[0]) is None:
            raise ConfigurationError(f"the oracle cannot be started: no program {masked(self._words[0])!r}", hint=HINT)
        self._on_stdin = not any(PLACE in word for word in self._words)
        self._seconds = seconds
        self._has_started = False

    def __call__(self, text: str) -> bool | None:
        """Whether the command accepts `text`; None: unknown.

        Raises TimeoutError, ChildProcessError when a signal ended the command, and OSError or ValueError on a string
        that cannot be handed over.
        """
        words = [word.replace(PLACE, text) for word in self._words]
        given = text.encode() if self._on_stdin else None
        with self._start(words) as process:
            try:
                process.communicate(given, timeout=self._seconds)
            except subprocess.TimeoutExpired:
                _kill(process)
                raise TimeoutError(f"no answer within {self._seconds:g} seconds") from None
            except BaseException:
                _kill(process)
                raise
        if process.returncode < 0:
            raise ChildProcessError(f"the command was ended by signal {-process.returncode}")
        return {YES: True, NO: False}.get(process.returncode)

    def _start(self, words: list[str]) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE if self._on_stdin else subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that whatever it starts can be ended with it
            )
        except OSError as error:
            if self._has_started or error.errno == errno.E2BIG:  # this string is too long for an argument
                raise
            message = f"the oracle cannot be started: {masked(words[0])}: {error.strerror}"
            raise ConfigurationError(message, hint=HINT) from None
        self._has_started = True
        return process


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the command and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
