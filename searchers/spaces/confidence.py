"""How sure a regular expression is: whether it accepts what was meant and nothing else, as a probability."""

from __future__ import annotations

from math import exp, log, log2
from typing import Final

import numpy as np

from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.regexes import DescriptionLength
from searchers.spaces.neighbourhood import Neighbourhood

RATE: Final = 0.35  # nats for a bit, as in the fit of the objective
NEAR: Final = 40.0  # bits; what is farther from the answer has no weight
FEW: Final = 200  # examples that are read for it
LONGEST: Final = 20_000  # characters of them
# The logarithm of the odds: of an answer that nothing competes with, for each nat of what does, for each time that
# there are twice as many examples. Fitted by benchmarks.objective.confidence on training tasks of benchmarks.corpus.
EVEN: Final = 0.0
COMPETITION: Final = -1.0
EXAMPLES: Final = 0.0


def competition(answer: Regex, problem: Problem) -> float:
    """Nats that an answer gives away to its neighbours by one edit, each with the weight exp(-RATE · bits)."""
    around, objective = Neighbourhood(problem), DescriptionLength(problem)
    program = around.encode(answer.expression)
    programs = around.of(program).behind(program)  # the answer first
    totals = objective.totals(programs, around.classes, objective.total(answer) + NEAR)
    nearer = totals[1:] - totals[0]
    return log(1 + float(np.exp(-RATE * nearer[nearer < NEAR]).sum()))


def confidence(answer: Regex, problem: Problem) -> float | None:
    """The probability that an answer is all right, between 0 and 1; None of examples that are too long to be read."""
    problem = problem.sample(FEW)
    if sum(map(len, (*problem.positives, *problem.negatives))) > LONGEST:
        return None
    odds = EVEN + COMPETITION * competition(answer, problem) + EXAMPLES * log2(problem.total)
    return 1 / (1 + exp(-odds))
