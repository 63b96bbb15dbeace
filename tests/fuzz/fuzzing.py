"""What all fuzzers share: cases drawn from a seed, run on all cores for some time, and counted.

A fuzzer is a module of this folder with `case(rng)`: it draws something, checks it in as many ways as it knows, and
returns how many checks it made. What is wrong it raises as a Failure, shrunk to a line that shows it. Case `number` of
a seed is always the same, whatever ran before it.
"""

from __future__ import annotations

import multiprocessing
import random
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import Connection, wait
from shlex import quote
from typing import Any, Final

CASE_SECONDS: Final = 120  # far more than any case needs: what takes longer hangs
MOST_FAILURES: Final = 5  # of one worker, which then stops


class Failure(Exception):
    """Something is wrong, and `line` shows it: a line of Python, or a command."""

    def __init__(self, what: str, line: str) -> None:
        super().__init__(what, line)
        self.what = what
        self.line = line


def python_line(code: str) -> str:
    """The command that runs a line of Python."""
    return f"python -c {quote(code)}"


@dataclass
class Tally:
    """What a fuzzer has done."""

    fuzzer: str
    cases: int = 0
    checks: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        # of workers side by side: the time is that of the slowest
        return Tally(
            self.fuzzer,
            self.cases + other.cases,
            self.checks + other.checks,
            max(self.seconds, other.seconds),
            self.failures + other.failures,
        )


def run(fuzzer: str, seed: int, seconds: float, first: int = 0, step: int = 1, cases: int | None = None) -> Tally:
    """Run the cases first, first + step, … of a fuzzer until the time is over, or so many have been run."""
    tally = Tally(fuzzer)
    begun = time.perf_counter()
    number = first
    while tally.cases != cases and time.perf_counter() - begun < seconds and len(tally.failures) < MOST_FAILURES:
        try:
            tally.checks += run_case(fuzzer, seed, number)
        except Failure as failure:
            tally.failures.append(f"{fuzzer}: {failure.what}\n    {failure.line}")
        tally.cases += 1
        number += step
    tally.seconds = time.perf_counter() - begun
    return tally


def run_case(fuzzer: str, seed: int, number: int) -> int:
    """Run one case: how many checks it made. Raises Failure, also on what the fuzzer did not foresee."""
    again = f"scripts/fuzz --only {fuzzer} --seed {seed} --case {number}"
    case = import_module(f"tests.fuzz.{fuzzer}").case
    try:
        with limited(CASE_SECONDS, Failure(f"a case takes more than {CASE_SECONDS} s", again)):
            checks: int = case(random.Random(f"{seed} {fuzzer} {number}"))
    except Failure:
        raise
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} in {place.name}, {place.filename}:{place.lineno}: {str(error)[:300]}"
        raise Failure(what, again) from error
    return checks


@contextmanager
def limited(seconds: float, error: Exception) -> Iterator[None]:
    """Raises the error when the time is over, also out of `re`, and within another limit."""

    def stop(*_: object) -> None:
        raise error

    begun = time.perf_counter()
    before = signal.signal(signal.SIGALRM, stop)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.perf_counter() - begun), 0.01))


def run_on_workers(fuzzer: str, seed: int, seconds: float, workers: int) -> Tally:
    """The same on several processes; one that dies, or cannot be interrupted, is a failure too."""
    spawning = multiprocessing.get_context("spawn")
    ends: dict[Connection, Any] = {}
    for first in range(workers):
        receiver, sender = spawning.Pipe(duplex=False)
        process = spawning.Process(target=_work, args=(fuzzer, seed, seconds, first, workers, sender))
        process.start()
        sender.close()
        ends[receiver] = process
    total = Tally(fuzzer)
    deadline = time.monotonic() + seconds + 2 * CASE_SECONDS
    while ends and (ready := wait(list(ends), deadline - time.monotonic())):
        for receiver in ready:
            try:
                total += receiver.recv()
            except EOFError:
                process.join()
                total.failures.append(f"{fuzzer}: a worker died\n    scripts/fuzz --only {fuzzer} --seed {seed}")
            del ends[receiver]
    for process in ends.values():
        process.kill()
        total.failures.append(f"{fuzzer}: a worker hangs\n    scripts/fuzz --only {fuzzer} --seed {seed}")
    return total


def _work(fuzzer: str, seed: int, seconds: float, first: int, step: int, sender: Connection) -> None:
    sender.send(run(fuzzer, seed, seconds, first, step))
