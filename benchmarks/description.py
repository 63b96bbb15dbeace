"""Measure the description-length kernel: candidates a second on one core, for single patterns and a neighbourhood.

    python benchmarks/description.py

Single patterns are scored again and again without a cutoff, against 50 strings of one format. Then all neighbours of
the first are, without a cutoff and with that of a beam: the tenth best of them.
"""

from __future__ import annotations

import random
import time
from math import inf

import numpy as np

from dsl.expressions.notation import parse
from dsl.expressions.programs import ClassTable
from dsl.kernels.packing import Programs, pack
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.regexes import DescriptionLength
from searchers.spaces.neighbourhood import Neighbourhood

FORMAT = "[A-Z]{2}-[0-9]{4}-[a-z]{3,8}@[a-z]{3,8}"
OTHERS = ["([A-Z]|[0-9]|[a-z]|-|@)+", "([A-Za-z0-9]+[@-]?)+", "[A-Z]{2}-[0-9]+-[a-z]+", "[A-Z]+[0-9]+"]
STRINGS = 50
REPEATS = 500
BEAM = 10


def seconds(objective: DescriptionLength, programs: Programs, classes: ClassTable, cutoff: float) -> float:
    """The least time of three to score all programs."""
    times = []
    for _ in range(3):
        started = time.perf_counter()
        objective.totals(programs, classes, cutoff)
        times.append(time.perf_counter() - started)
    return min(times)


def main() -> None:
    """Print the figures."""
    texts = Regex(parse(FORMAT)).sample(STRINGS, rng=random.Random(0))
    objective = DescriptionLength(Problem.of(texts))
    neighbourhood = Neighbourhood(objective.problem)
    print(f"{len(texts)} strings of {np.mean([*map(len, texts)]):.0f} characters, candidates a second on one core")
    for pattern in (FORMAT, *OTHERS):
        programs = pack([neighbourhood.encode(parse(pattern))] * REPEATS)
        taken = seconds(objective, programs, neighbourhood.classes, inf)
        accepted = objective.score(Regex.parse(pattern)).score.accepted
        print(f"{REPEATS / taken:10,.0f}  {pattern}  ({accepted} match)")
    neighbours = neighbourhood.of(neighbourhood.encode(parse(FORMAT)))
    totals = objective.totals(neighbours, neighbourhood.classes, inf)
    for name, cutoff in (("no cutoff", inf), ("the cutoff of a beam", float(np.sort(totals)[BEAM - 1]))):
        taken = seconds(objective, neighbours, neighbourhood.classes, cutoff)
        print(f"{neighbours.count / taken:10,.0f}  all {neighbours.count:,} neighbours, {name}")


if __name__ == "__main__":
    main()
