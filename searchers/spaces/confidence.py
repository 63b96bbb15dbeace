"""How sure a regular expression is: whether it accepts what was meant and nothing else, as a probability."""

from __future__ import annotations

from math import exp, log2
from typing import Final, NamedTuple

from dsl.expressions.expression import Repeat, Union, walk
from dsl.regex import Regex
from searchers.candidate import Candidate
from searchers.problem import Problem


class Evidence(NamedTuple):
    """What speaks for an answer and against it."""

    pattern: float  # bits of the pattern for each time that there are twice as many examples
    example: float  # bits of an example
    length: float  # characters of an example
    choices: float  # options and alternatives
    lengths: float  # different lengths for each different example: what is of one width is easily right


# The logarithm of the odds: of an answer without any evidence, and for each unit of it. A logistic regression, as
# benchmarks.objective.confidence makes it, on 450 answers to training tasks of benchmarks.corpus.
EVEN: Final = 0.90
WEIGHTS: Final = Evidence(-0.018, -0.005, 0.025, -0.149, -1.56)


def evidence(answer: Candidate[Regex], problem: Problem) -> Evidence:
    """That for an answer which was found by description length."""
    nodes = list(walk(answer.language.expression))
    choices = sum(isinstance(node, Union) or (isinstance(node, Repeat) and node.high == 1) for node in nodes)
    characters = sum(weight * len(text) for text, weight in zip(problem.positives, problem.weights, strict=True))
    return Evidence(
        answer.score.terms["pattern"] / log2(1 + problem.total),
        answer.score.terms["examples"] / problem.total,
        characters / problem.total,
        choices,
        len(set(map(len, problem.positives))) / len(problem.positives),
    )


def confidence(answer: Candidate[Regex], problem: Problem) -> float:
    """The probability that an answer is all right, between 0 and 1."""
    found = evidence(answer, problem)
    return 1 / (1 + exp(-EVEN - sum(weight * value for weight, value in zip(WEIGHTS, found, strict=True))))
