"""How much faster are two workers than a loop, on many small tasks?

    python benchmarks/batch.py [TASKS.jsonl] [--tasks 200] [--effort 1]

Without a file, tasks are samples of random patterns. Start-up is counted, and left out: Ray takes as long to start as
dozens of tasks.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import synth
from dsl.expressions.notation import parse
from dsl.regex import Regex

TICK = os.sysconf("SC_CLK_TCK")
PARTS = ("[0-9]{2}", "[0-9]{4}", "[a-z]{2,5}", "[A-Z]{3}", "[A-F0-9]{6}", "(ab|cd|ef)", "[0-9]+", "[a-z]+")
SIGNS = ("-", "/", ":", "@", "_", " ", "\\.", "=")


@dataclass
class Measured:
    """What doing all tasks took, in seconds: in all, and from the first outcome on."""

    wall: float
    after_start: float
    cpu: float
    patterns: dict[str, str]


def random_tasks(count: int, rng: random.Random) -> list[dict]:
    tasks = []
    for number in range(count):
        parts = [rng.choice(PARTS) for _ in range(rng.randint(2, 4))]
        pattern = parts[0] + "".join(rng.choice(SIGNS) + part for part in parts[1:])
        tasks.append({"id": f"{number}", "positives": Regex(parse(pattern)).sample(rng.randint(8, 24), rng=rng)})
    return tasks


def read_tasks(path: Path, count: int) -> list[dict]:
    lines = path.read_text(encoding="utf-8").splitlines()[:count]
    return [{key: json.loads(line)[key] for key in ("id", "positives", "negatives")} for line in lines]


def cpu_seconds() -> float:
    """Of this process and of all that descend from it, ended or not."""
    parents, seconds = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parents[int(folder.name)] = int(fields[1])
        seconds[int(folder.name)] = sum(map(int, fields[11:15])) / TICK  # own, and of children that were waited for
    ours = {os.getpid()}
    while new := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= new
    return sum(seconds[process] for process in ours)


def measure(outcomes: Callable[[], Iterator[synth.Outcome]]) -> Measured:
    begun, cpu = time.perf_counter(), cpu_seconds()
    patterns: dict[str, str] = {}
    first = begun
    for outcome in outcomes():
        assert outcome.result is not None, outcome.error
        if not patterns:
            first = time.perf_counter()
        patterns[outcome.id] = outcome.result.best.pattern
        spent, end = cpu_seconds() - cpu, time.perf_counter()  # now: when it is over, workers are gone
    return Measured(end - begun, end - first, spent, patterns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--effort", type=int, default=1)
    given = parser.parse_args()
    tasks = read_tasks(given.file, given.tasks) if given.file else random_tasks(given.tasks, random.Random(0))
    measure(lambda: synth.induce_batch(tasks[:5], effort=given.effort))  # kernels are loaded
    loop = measure(lambda: synth.induce_batch(tasks, effort=given.effort))
    print(f"{len(tasks)} tasks, a loop: {loop.wall:.1f} s, {loop.cpu:.1f} s CPU")
    for name, where in [("2 processes", {"workers": 2}), ("2 workers on Ray", {"workers": 2, "ray": "local"})]:
        found = measure(lambda where=where: synth.induce_batch(tasks, effort=given.effort, **where))
        assert found.patterns == loop.patterns
        print(
            f"{name}: {found.wall:.1f} s with their start, {loop.wall / found.wall:.2f} times the loop;"
            f" {found.after_start:.1f} s from the first outcome on, {loop.after_start / found.after_start:.2f} times;"
            f" {found.cpu:.1f} s CPU",
            flush=True,
        )


if __name__ == "__main__":
    main()
