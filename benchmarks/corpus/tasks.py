"""Tasks of induction from a generator of values and the pattern they follow.

A task has the keys that `benchmarks/induction.py` reads, and `outliers`: the corrupted examples, for scoring only.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypedDict

from benchmarks.corpus.corruptions import Accepts, corrupt
from benchmarks.corpus.drawing import Make
from benchmarks.corpus.near_misses import near_misses

HELD_OUT = 30
PATIENCE = 20  # values drawn for each that is wanted, before a language counts as exhausted
# What a regime passes to `make_task`.
REGIMES = {
    "clean20": {"examples": 20},
    "negatives20": {"examples": 20, "negatives": 20},
    "corrupted20": {"examples": 20, "corrupted": 2},
    "five": {"examples": 5},
}


class Regime(NamedTuple):
    """What `make_task` is asked for."""

    examples: int
    corrupted: int
    negatives: int


class Task(TypedDict):
    """A line of a file of tasks; negatives are given, test strings are held out."""

    id: str
    positives: list[str]
    negatives: list[str]
    test_positives: list[str]
    test_negatives: list[str]
    target_regex: str | None
    outliers: list[str]


def regime_of(rng: Random, most: int = 300) -> Regime:
    """Three to so many examples, mostly five to forty; clean, with negatives, or corrupted."""
    low, high = rng.choices([(3, 4), (5, 40), (41, most)], [0.1, 0.75, 0.15])[0]
    examples = round(math.exp(rng.uniform(math.log(low), math.log(high))))
    manner = rng.random()
    if manner < 0.2:
        return Regime(examples, 0, rng.randint(5, 30))
    if manner < 0.4 and examples > 6:
        return Regime(examples, max(1, round(examples * rng.uniform(0.04, 0.15))), 0)
    return Regime(examples, 0, 0)


def acceptor(pattern: str) -> Accepts:
    """Whether a pattern matches the whole of a text."""
    matcher = re.compile(pattern)
    return lambda text: matcher.fullmatch(text) is not None


def drawn(make: Make, rng: Random, count: int, seen: Container[str] = ()) -> list[str]:
    """Values that differ and were not seen, as long as there are such: a small language repeats itself."""
    new: dict[str, None] = {}
    for _ in range(PATIENCE * count):
        if len(new) == count:
            break
        value = make(rng)
        if value not in seen:
            new[value] = None
    return [*new, *(make(rng) for _ in range(count - len(new)))]


def with_corrupted(values: list[str], rng: Random, accepts: Accepts, count: int) -> tuple[list[str], list[str]]:
    """The values, some of them corrupted, and those: fewer than asked for where the truth accepts nearly everything."""
    values = list(values)
    outliers: list[str] = []
    for place in rng.sample(range(len(values)), len(values)):
        if len(outliers) == count:
            break
        damaged = corrupt(values[place], rng, accepts)
        if damaged is not None and damaged not in outliers:
            values[place] = damaged
            outliers.append(damaged)
    return values, outliers


def make_task(
    name: str, make: Make, truth: str | Accepts, rng: Random, *, examples: int, corrupted: int = 0, negatives: int = 0
) -> Task:
    """One task: `corrupted` of its examples are so, and its negatives are near misses, as those held out.

    The truth is a pattern, or a function where nobody knows one. Raises ValueError where the generator leaves it.
    """
    accepts = acceptor(truth) if isinstance(truth, str) else truth
    members = drawn(make, rng, examples)
    held_out = drawn(make, rng, HELD_OUT, set(members))
    if strays := [value for value in members + held_out if not accepts(value)]:
        raise ValueError(f"{name}: {truth!r} rejects {strays[0]!r}")
    positives, outliers = with_corrupted(members, rng, accepts, corrupted)
    given = near_misses(members, rng, accepts, negatives, set(outliers))
    test_negatives = near_misses(members + held_out, rng, accepts, HELD_OUT, {*outliers, *given})
    return Task(
        id=name,
        positives=positives,
        negatives=given,
        test_positives=held_out,
        test_negatives=test_negatives,
        target_regex=truth if isinstance(truth, str) else None,
        outliers=outliers,
    )


def write_tasks(path: Path, tasks: Iterable[Mapping[str, Any]]) -> None:
    """One JSON object a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(task, ensure_ascii=False) + "\n" for task in tasks), encoding="utf-8")
