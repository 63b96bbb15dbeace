"""Distinct candidates that evolution scores a second, the whole search included: `python -m benchmarks.evolution`.

Process time on one core, 50 strings, from the warm starts and without them. Distinct by program: what was met before is
neither scored nor counted again.
"""

from __future__ import annotations

import random
import time

from benchmarks.kernels import PATTERNS, corrupted
from searchers.budget import Budget
from searchers.evolution.search import Evolve
from searchers.problem import Problem
from searchers.protocol import Progress
from searchers.scoring import make

GENERATIONS = 40


def main() -> None:
    """Print a line for each objective, pattern and start."""
    rng = random.Random(0)
    problems = {pattern: Problem.of(corrupted(pattern, 1, rng)) for pattern, _ in list(PATTERNS.values())[:2]}
    for problem in problems.values():  # compiles what is not in the cache
        for objective in ("mdl", "median"):
            run(problem, objective, True, 1)
    for objective in ("mdl", "median"):
        for pattern, problem in problems.items():
            for warm_start in (True, False):
                count, seconds = run(problem, objective, warm_start, GENERATIONS)
                start = "warm" if warm_start else "cold"
                print(
                    f"{objective:6} {start} {count:9,} in {seconds:5.1f} s  {count / seconds:9,.0f} a second  {pattern}"
                )


def run(problem: Problem, objective: str, warm_start: bool, generations: int) -> tuple[int, float]:
    """Candidates scored, and the seconds that it took."""
    count = 0
    begun = time.process_time()
    searcher = Evolve(warm_start=warm_start)
    budget = Budget(steps=generations)
    for event in searcher.search(problem, make(objective, problem), budget, random.Random(0)):
        if isinstance(event, Progress):
            count = event.candidates
    return count, time.process_time() - begun


if __name__ == "__main__":
    main()
