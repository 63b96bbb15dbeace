"""How sure a regular expression is: whether it accepts what was meant and nothing else, as a probability."""

from __future__ import annotations

from math import exp, log2
from typing import Final, NamedTuple

from dsl.charset import ALPHANUMERIC
from dsl.expressions.expression import Chars, Repeat, Union, walk
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
    examples: float  # doublings of their number
    outliers: float  # examples that it does not accept, of each
    mixed: float  # classes of letters or digits and of signs, with which structure was given up


# The logarithm of the odds: of an answer without any evidence, and for each unit of it. A logistic regression, as
# benchmarks.objective.confidence makes it, on 700 answers to practice tasks of benchmarks.corpus.formats.
EVEN: Final = -0.08
WEIGHTS: Final = Evidence(-0.021, -0.019, 0.092, -0.206, -2.322, 0.261, -11.234, -0.422)
LONGEST: Final = 60  # characters of an example on the average, and
MOST: Final = 80  # examples, of those tasks: beyond them more would be believed than anybody has seen


def evidence(answer: Candidate[Regex], problem: Problem) -> Evidence:
    """That for an answer which was found by description length."""
    nodes = list(walk(answer.language.expression))
    choices = sum(isinstance(node, Union) or (isinstance(node, Repeat) and node.high == 1) for node in nodes)
    sets = [node.set for node in nodes if isinstance(node, Chars)]
    characters = sum(weight * len(text) for text, weight in zip(problem.positives, problem.weights, strict=True))
    length, examples = characters / problem.total, min(problem.total, MOST)
    looked_at = min(1, LONGEST / length) if length else 1
    return Evidence(
        answer.score.terms["pattern"] / log2(1 + examples),
        answer.score.terms["examples"] / problem.total * looked_at,
        length * looked_at,
        choices,
        len(set(map(len, problem.positives))) / len(problem.positives),
        log2(examples),
        1 - answer.score.accepted / problem.total,
        sum(not charset.isdisjoint(ALPHANUMERIC) and not charset <= ALPHANUMERIC for charset in sets),
    )


def confidence(answer: Candidate[Regex], problem: Problem) -> float:
    """The probability that an answer is all right, between 0 and 1."""
    found = evidence(answer, problem)
    return 1 / (1 + exp(-EVEN - sum(weight * value for weight, value in zip(WEIGHTS, found, strict=True))))
