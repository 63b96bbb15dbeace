"""Many examples that are a mixture of formats: their union, as an answer of the search for one expression."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Final

from dsl.expressions.expression import union
from dsl.regex import Regex
from searchers.candidate import Candidate, Score
from searchers.mixture.assigning import Assigner
from searchers.mixture.mixture import mixture
from searchers.problem import Problem
from searchers.scoring.objective import Objective
from searchers.scoring.prices import PRICES
from searchers.starts.column import choices_bits

MANY: Final = 100  # examples, from which on they may be a mixture
SHARE: Final = 0.9  # of the examples, which the formats have at least


def may_be_mixed(problem: Problem) -> bool:
    """Whether there are enough examples to look for formats, and nothing but examples."""
    return len(problem.positives) >= MANY and not problem.negatives and not problem.guesses


def united(problem: Problem, objective: Objective[Any]) -> Candidate[Regex] | None:
    """The union of the formats of the examples; None where they are of one format, or mostly of none.

    It costs what its formats cost, each with its own examples, and for each example which one it has.
    """
    texts = [text for text, times in zip(problem.positives, problem.weights, strict=True) for _ in range(times)]
    found = mixture(texts)
    if len(found.components) < 2:
        return None
    expressions = [component.template.expression for component in found.components]
    whole = union(*expressions)
    numbers = Assigner(expressions, found.order).find_all(problem.positives)
    members: list[list[int]] = [[] for _ in expressions]
    for place, number in enumerate(numbers):
        if number is not None:
            members[number].append(place)
    accepted = sum(problem.weights[place] for places in members for place in places)
    if accepted < SHARE * problem.total or not problem.constraints.admits(whole):
        return None
    candidate = objective.score(Regex(whole))
    if candidate.objective < inf:
        return candidate
    parts = [_part(problem, places, objective) for places in members]
    bits = sum(
        part.score(Regex(expression)).objective
        for part, expression in zip(parts, expressions, strict=True)
        if part is not None
    )
    counts = [sum(problem.weights[place] for place in places) for places in members]
    bits += PRICES.union * (len(expressions) - 1) + choices_bits(sorted(counts))
    # an outlier costs its characters and that it is one
    outside = [text for text, number in zip(problem.positives, numbers, strict=True) if number is None]
    edits = sum(PRICES.outlier + PRICES.outlier_character * len(text) for text in outside)
    score = Score(bits + edits, {"pattern": bits, "edits": edits}, 0, accepted, 0)
    return Candidate(candidate.language, score)


def _part(problem: Problem, places: Sequence[int], objective: Objective[Any]) -> Objective[Any] | None:
    """The same objective for some of the examples."""
    if not places:
        return None
    positives = tuple(problem.positives[place] for place in places)
    return type(objective)(Problem(positives, tuple(problem.weights[place] for place in places)))
