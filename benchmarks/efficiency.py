"""What two workers of one core bring: `python -m benchmarks.efficiency [beam|evolve|reinforce|auto] [--rounds N]`.

Candidates a second after start-up, of two Ray workers, and of the search in one process with one thread.
Rounds alternate, so that a machine that others use is as busy for both; beside the wall clock stands the CPU account,
what the search did for each second of processor time that all its processes took, which others do not change: twice the
ratio of both accounts is what two idle cores would reach if nobody ever waited.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Iterator
from statistics import median

import psutil

from benchmarks.kernels import corrupted
from searchers.beam.search import Beam
from searchers.budget import Budget, InProcess, Pool
from searchers.evolution.search import Evolve
from searchers.policy.search import Reinforce
from searchers.portfolio.auto import Auto
from searchers.problem import Problem
from searchers.protocol import Improved, Progress
from searchers.scoring import make

PATTERN = "[0-9]{4}-[0-9]{2}(-[0-9]{2})?(T[0-9]{2}:[0-9]{2}|t[a-z]{9}|[A-Z]{4}_(x|y)*[a-z]{4}q)z*[0-9]+"
SEARCHES = {  # searcher, effort, steps
    "beam": (Beam, 5, 192),
    "evolve": (Evolve, 3, 4),
    "reinforce": (Reinforce, 3, 20),
    "auto": (Auto, 4, 60),
}


def main() -> None:
    """Print a line for each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("searchers", nargs="*", default=list(SEARCHES))
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    from synth.cluster.connection import connected

    with connected("local", 2):
        from synth.cluster.pool import ray_pool

        with ray_pool(2) as pool:
            for name in options.searchers:
                problem = Problem.of(corrupted(PATTERN, 1, random.Random(0)))
                for place in (InProcess(), pool):
                    run(name, problem, place, 1)  # what is compiled and loaded is so from here on
                ratios = []
                for _ in range(options.rounds):
                    alone = run(name, problem, InProcess())
                    spread = run(name, problem, pool)
                    assert alone[:2] == spread[:2], "the results differ"
                    ratios.append(alone[2] / spread[2])
                    account = 2 * alone[3] / spread[3]
                    print(
                        f"{name:7} {alone[0]:9,} candidates  {alone[0] / alone[2]:8,.0f} a second in one process,"
                        f" {spread[0] / spread[2]:8,.0f} with two workers: {ratios[-1]:.2f} times;"
                        f" by CPU time {account:.2f}",
                        flush=True,
                    )
                print(f"{name:7} median {median(ratios):.2f} times", flush=True)


def run(name: str, problem: Problem, pool: Pool, steps: int | None = None) -> tuple[int, float, float, float]:
    """Candidates after the warm starts, the best objective, seconds, and seconds of processor time."""
    maker, effort, many = SEARCHES[name]
    budget = Budget(steps=steps or many, effort=effort, pool=pool)
    best, first, count = float("inf"), None, 0
    wall = processor = 0.0
    for event in maker(warm_start=False).search(problem, make("mdl", problem), budget, random.Random(0)):
        match event:
            case Improved(candidate):
                best = min(best, candidate.objective)
            case Progress(candidates):
                if first is None:
                    first, wall, processor = candidates, time.perf_counter(), processor_time()
                count = candidates
    return count - (first or 0), best, time.perf_counter() - wall, processor_time() - processor


def processor_time() -> float:
    """Of this process and the workers."""
    total = 0.0
    for process in (psutil.Process(os.getpid()), *workers()):
        times = process.cpu_times()
        total += times.user + times.system
    return total


def workers() -> Iterator[psutil.Process]:
    """Ray's workers that belong to this process."""
    for process in psutil.Process(os.getpid()).children(recursive=True):
        if process.name().startswith("ray::") and "Worker" in process.name():
            yield process


if __name__ == "__main__":
    main()
