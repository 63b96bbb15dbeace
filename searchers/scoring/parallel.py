"""Scoring many programs with an eye on the clock, on as many threads as the budget allows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.programs import ClassTable, Program
from dsl.kernels.packing import Programs
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.scoring.regexes import RegexObjective

BLOCK: Final = 2_000_000  # characters of examples times programs that are read between two looks at the clock


class Scoring:
    """Scores packed programs by an objective, block by block."""

    def __init__(self, problem: Problem, objective: RegexObjective, threads: int = 1) -> None:
        self.objective = objective
        characters = sum(map(len, (*problem.positives, *problem.negatives)))
        self.width = 1 + BLOCK // (1 + objective.readings * characters)
        self.scored = 0
        self._threads = ThreadPoolExecutor(threads)

    def totals(
        self, programs: Programs, classes: ClassTable, cutoff: float, budget: Budget, *, near: Program
    ) -> NDArray[np.float64]:
        """Totals of programs, which are read by what they differ in from the program `near`; infinite for those above
        `cutoff`, or that there is no time for."""

        def score(block: Programs) -> NDArray[np.float64]:
            if budget.spent:
                return np.empty(0)
            return self.objective.totals(block.behind(near), classes, cutoff)[1:]

        blocks = [programs.block(start, start + self.width) for start in range(0, programs.count, self.width)]
        scored = np.concatenate([np.empty(0), *takewhile(len, self._threads.map(score, blocks))])
        self.scored += len(scored)
        return np.pad(scored, (0, programs.count - len(scored)), constant_values=np.inf)
