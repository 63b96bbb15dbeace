"""The portfolio: exact enumeration where the problem is small enough for it, the beam everywhere else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from dsl.errors import LimitError
from searchers.beam import Beam
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.exact import Exact
from searchers.objective import Objective
from searchers.problem import Problem
from searchers.protocol import Event

MAX_ALPHABET: Final = 3  # beyond that, classes that people write tell more than the least size
EXACT_SECONDS: Final = {1: 0.5, 2: 2.0, 3: 5.0, 4: 20.0, 5: 120.0}  # by effort
EXACT_SHARE: Final = 0.5  # of the time that is left, at most


class Auto:
    """Negatives over a few characters determine a least expression, which generalises better than any other reading.

    `answer` is that expression when it was found and proved minimal; else the best by the objective is the answer.
    """

    name = "auto"

    def __init__(self) -> None:
        self.proved = False
        self.answer: Candidate | None = None

    def search(self, problem: Problem, objective: Objective, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """Exact search first where it may finish, then the beam unless the least expression is proved."""
        self.proved, self.answer = False, None
        if problem.negatives and len(set().union(*problem.positives, *problem.negatives)) <= MAX_ALPHABET:
            exact = Exact()
            seconds = min(EXACT_SECONDS[budget.effort], EXACT_SHARE * budget.left)
            share = replace(budget, seconds=budget.elapsed + seconds)
            with suppress(LimitError):  # too many infixes: the beam has no such limit
                yield from exact.search(problem, objective, share, rng)
            if exact.proved:
                self.proved, self.answer = True, exact.answer
                return
        yield from Beam().search(problem, objective, budget, rng)
