"""Fit the parameters of the objective so that of what a search meets the candidates that generalise win.

    python -m benchmarks.objective.fit --train CANDIDATES.jsonl... --dev CANDIDATES.jsonl... [--out FILE] [--rounds 2]

The candidates of a task have weights 2^(-rate · bits), as if the total were a description length. What is maximised is
the logarithm of the weight of those whose quality is near the best, minus ten times the quality that is lost in the
mean, minus the squares of how far the parameters moved. The penalty, and whether to move at all, is chosen on the tasks
of --dev. --out writes the parameter file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from benchmarks.objective.terms import Layout, Reading, Terms
from dsl.expressions.notation import parse
from searchers.problem import Problem
from searchers.scoring.parameters import Parameters, by_hand, from_json, to_json
from searchers.scoring.regexes import DescriptionLength

NEAR: Final = 0.05  # of quality: a candidate that is so much worse than the best counts 1/e
RATE: Final = 0.35  # nats for a bit
REGRET: Final = 10.0  # nats for all of the quality
PENALTIES: Final = (0.0001, 0.0003, 0.001, 0.003, 0.01)
STEPS: Final = 120
FAR: Final = 80.0  # bits; what is farther from the least total is left out


@dataclass(frozen=True, eq=False)
class Task:
    """The candidates of a task that are near the best, by total or by quality."""

    terms: Terms
    quality: NDArray[np.float64]


class Parts(NamedTuple):
    """Files of candidates: what is fitted on, and what is chosen on."""

    train: list[Path]
    dev: list[Path]


_layout: list[Layout] = []


def _begin(parameters: dict[str, Any]) -> None:
    torch.set_num_threads(1)
    _layout[:] = [Layout(from_json(parameters))]


def _task(row: dict[str, Any]) -> Task:
    problem = Problem.of(row["positives"], row["negatives"])
    quality = np.array(row["quality"])
    expressions = [parse(pattern) for pattern in row["patterns"]]
    totals = Reading(problem, expressions).totals(DescriptionLength(problem, _layout[0].parameters))
    near = np.flatnonzero(totals < totals.min() + FAR)
    return Task(_layout[0].terms(problem, [expressions[number] for number in near]), quality[near])


def tasks_of(files: Sequence[Path], parameters: Parameters) -> list[Task]:
    """The tasks of files, their terms around `parameters`. What several files have for a task is taken together."""
    rows: dict[str, dict[str, Any]] = {}
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            known = rows.setdefault(json.dumps([row["positives"], row["negatives"]]), row)
            fresh = [number for number, pattern in enumerate(row["patterns"]) if pattern not in set(known["patterns"])]
            known["patterns"] += [row["patterns"][number] for number in fresh]
            known["quality"] += [row["quality"][number] for number in fresh]
    with Pool(2, _begin, (to_json(parameters),)) as pool:
        found = pool.map(_task, rows.values(), chunksize=8)
    return [task for task in found if len(task.quality) > 1]


def chosen(tasks: Sequence[Task], by: NDArray[np.float64]) -> tuple[float, int, float]:
    """The mean quality of the least totals, how many are all right, and the mean of the best quality in reach."""
    quality = [task.quality[np.argmin(task.terms.totals + task.terms.slopes @ by)] for task in tasks]
    best = [task.quality.max() for task in tasks]
    return float(np.mean(quality)), int(np.sum(np.array(quality) == 1.0)), float(np.mean(best))


def _padded(tasks: Sequence[Task]) -> tuple[Tensor, Tensor, Tensor]:
    width = max(len(task.quality) for task in tasks)
    parameters = tasks[0].terms.slopes.shape[1]
    totals = torch.full((len(tasks), width), 1e4)
    slopes = torch.zeros(len(tasks), width, parameters)
    near = torch.full((len(tasks), width), -1e4)  # log weight of being right
    for row, task in enumerate(tasks):
        count = len(task.quality)
        totals[row, :count] = torch.from_numpy(task.terms.totals - task.terms.totals.min()).float()
        slopes[row, :count] = torch.from_numpy(task.terms.slopes)
        near[row, :count] = torch.from_numpy((task.quality - task.quality.max()) / NEAR).float()
    return totals, slopes, near


def fitted(tasks: Sequence[Task], scale: NDArray[np.float64], penalty: float) -> NDArray[np.float64]:
    """How far each parameter is to move, (parameters,)."""
    totals, slopes, near = _padded(tasks)  # (tasks, candidates), (tasks, candidates, parameters), (tasks, candidates)
    sizes = torch.from_numpy(scale).float()
    moved = torch.zeros(len(sizes), requires_grad=True)
    optimiser = torch.optim.LBFGS([moved], max_iter=STEPS, history_size=20, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimiser.zero_grad()
        weights = torch.log_softmax(-RATE * (totals + slopes @ (sizes * moved)), dim=1)  # (tasks, candidates)
        lost = (weights.exp() * -near * NEAR).sum(1).mean()  # near is -1e4 where there is no candidate, its weight 0
        value = -torch.logsumexp(weights + near, dim=1).mean() + REGRET * lost + penalty * (moved**2).sum()
        value.backward()
        return value

    optimiser.step(loss)
    return (sizes * moved).detach().numpy().astype(np.float64)


def fit(files: Parts, parameters: Parameters, rounds: int = 2, share: float = 1.0) -> Parameters:
    """The parameters that do best on the tasks of `files.dev`, found in linear models, each around those before.

    Of each way that a fit finds only a share is gone.
    """
    torch.manual_seed(0)
    for number in range(rounds):
        train, dev = tasks_of(files.train, parameters), tasks_of(files.dev, parameters)
        layout = Layout(parameters)
        still = np.zeros(len(layout.scale))
        print(f"model {number}: train {len(train)}, {_said(train, still)}; dev {len(dev)}, {_said(dev, still)}")
        tried = [(chosen(dev, still)[0], still)]
        for penalty in PENALTIES:
            moved = share * fitted(train, layout.scale, penalty)
            tried.append((chosen(dev, moved)[0], moved))
            print(f"  penalty {penalty}: train {_said(train, moved)}; dev {_said(dev, moved)}", flush=True)
        parameters = layout.moved(max(tried, key=lambda one: one[0])[1])
    return parameters


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", nargs="+", type=Path, required=True)
    parser.add_argument("--dev", nargs="+", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=2, help="linear models, each around what the one before found")
    parser.add_argument("--begin", type=Path, help="parameters to begin with, in place of those set by hand")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    begin = from_json(json.loads(args.begin.read_text(encoding="utf-8"))) if args.begin else by_hand()
    parameters = fit(Parts(args.train, args.dev), begin, args.rounds)
    if args.out:
        args.out.write_text(json.dumps(to_json(parameters), indent=1) + "\n", encoding="utf-8")


def _said(tasks: Sequence[Task], moved: NDArray[np.float64]) -> str:
    quality, right, best = chosen(tasks, moved)
    return f"{quality:.4f} / {right} (in reach {best:.4f})"


if __name__ == "__main__":
    main()
