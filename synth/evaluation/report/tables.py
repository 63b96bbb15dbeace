"""The lines of a run as rows: one for each task, encoder, mode and share, over its seeds."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from synth.evaluation.cell import Cell
from synth.evaluation.report.comparison import interval, is_within_noise, spread
from synth.evaluation.task import Task
from synth.evaluation.tasks.registry import make, names


class Value(NamedTuple):
    """A mean over seeds; `half` the interval around it, over seeds, or over examples where there is one seed."""

    mean: float
    half: float
    seeds: int
    is_best: bool = False  # or within noise of it


@dataclass(frozen=True)
class Row:
    """An encoder or baseline: the main number of each test, costs, and why some of its cells failed."""

    encoder: str
    mode: str
    share: float
    values: Mapping[str, Value]
    costs: Mapping[str, float]
    failures: Sequence[str]
    is_baseline: bool

    @property
    def name(self) -> str:
        """As tables show it: lstm, bank (hard), lstm at 10 %"""
        mode = f" ({self.mode})" if self.mode != "soft" else ""
        share = f" at {self.share:.0%}" if self.share != 1 else ""
        return f"{self.encoder}{mode}{share}"


@dataclass(frozen=True)
class Table:
    """A task, its rows, and what its tests are."""

    task: Task
    rows: Sequence[Row]
    tests: Sequence[str]
    groups: Sequence[str]
    marks: Mapping[str, str]
    sizes: Mapping[str, int]


ROUNDING = 1e-3  # of points, as they are kept
COSTS = ("parameters", "gigaflops", "train_seconds", "seconds", "peak_megabytes", "joules")


def tables(lines: Iterable[Mapping[str, Any]], points: Mapping[str, Mapping[str, Sequence[float]]]) -> list[Table]:
    """A table for each task, in the order of their numbers; cells of one row differ in their seed alone."""
    by_task: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for line in lines:
        by_task[line["cell"]["task"]].append(line)
    order = {name: place for place, name in enumerate(names())}
    return [_table(make(name), by_task[name], points) for name in sorted(by_task, key=lambda name: order[name])]


def _table(
    task: Task, lines: Sequence[Mapping[str, Any]], points: Mapping[str, Mapping[str, Sequence[float]]]
) -> Table:
    done = [line for line in lines if line["status"] == "done"]
    largest = max(done, key=lambda line: float(line["cell"]["share"]), default=None)
    marks = largest["marks"] if largest else {}
    sizes = largest["sizes"] if largest else {}
    tests = [name for name in marks if name not in ("train", "valid")]
    everything = list(dict.fromkeys(name for line in done for name in line["scores"]))
    by_row: defaultdict[tuple[str, str, float], list[Mapping[str, Any]]] = defaultdict(list)
    for line in lines:
        cell = Cell.from_json(line["cell"])
        by_row[cell.encoder, cell.mode, cell.share].append(line)
    rows = [_row(task, key, own, points, everything) for key, own in by_row.items()]
    groups = [name for name in everything if name not in tests]
    for test in tests:
        rows = _marked(task, rows, test, by_row, points)
    return Table(task, rows, tests, groups, marks, sizes)


def _row(
    task: Task, key: tuple[str, str, float], lines: Sequence[Mapping[str, Any]],
    points: Mapping[str, Mapping[str, Sequence[float]]], tests: Sequence[str],
) -> Row:  # fmt: skip
    done = [line for line in lines if line["status"] == "done"]
    values = {}
    for test in tests:
        found = [float(line["scores"][test][task.main]) for line in done if test in line["scores"]]
        if found:
            alone = points.get(done[0]["digest"], {}).get(test, ())
            is_mean = bool(alone) and abs(fmean(alone) - found[0]) < ROUNDING  # of an F1 or a perplexity it is none
            half = interval(found) if len(found) > 1 else spread(alone) if is_mean else math.nan
            values[test] = Value(fmean(found), half, len(found))
    told = {name: [float(line[name]) for line in done if line.get(name) is not None] for name in COSTS}
    costs = {name: fmean(found) for name, found in told.items() if found}
    failures = list(dict.fromkeys(line["reason"] for line in lines if line["status"] == "failed"))
    return Row(*key, values, costs, failures, key[0] in task.baselines)


def _marked(
    task: Task, rows: list[Row], test: str, by_row: Mapping[tuple[str, str, float], Sequence[Mapping[str, Any]]],
    points: Mapping[str, Mapping[str, Sequence[float]]],
) -> list[Row]:  # fmt: skip
    """The rows with the best of a test marked, and what is within noise of it."""
    whole = [row for row in rows if test in row.values and row.share == 1]
    if not whole:
        return rows
    sign = -1 if task.lower_is_better else 1
    best = max(whole, key=lambda row: sign * row.values[test].mean)

    def mean_points(row: Row) -> Any:  # noqa: ANN401 (an array, or None)
        own = [points[line["digest"]][test] for line in by_row[row.encoder, row.mode, row.share]
               if line["digest"] in points and test in points[line["digest"]]]  # fmt: skip
        return sign * np.mean(own, axis=0) if own else None

    of_best = mean_points(best)
    marked = []
    for row in rows:
        is_best = row in whole and row.values[test].mean == best.values[test].mean
        if row in whole and not is_best and of_best is not None and (own := mean_points(row)) is not None:
            is_best = is_within_noise(of_best, own)
        if is_best:
            value = row.values[test]._replace(is_best=True)
            row = Row(**{**row.__dict__, "values": {**row.values, test: value}})
        marked.append(row)
    return marked
