"""Which examples an answer leaves out: rather those that may be mistakes than those that nobody foresaw.

The objective prices an outlier by its edits, which says nothing of what they are. `KE 12a` and `12:3` may both be one
edit away: from a format that is richer than was thought, and from one that was typed wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.regex import Regex
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.scoring.mistakes import is_mistaken
from searchers.scoring.prices import MARGINS

READ: Final = 30  # outliers of an answer that are looked at


def settled(pick: Candidate[Regex], rivals: Sequence[Candidate[Regex]], problem: Problem) -> Candidate[Regex]:
    """The pick, or a rival of more bits that costs less once it counts which outliers may be mistakes."""
    chosen, total = pick, pick.objective + surprise(pick, problem)
    for rival in rivals:
        least = rival.objective - MARGINS.mistaken * (problem.total - rival.score.accepted)
        if rival.objective <= pick.objective or least >= total:
            continue
        weighed = rival.objective + surprise(rival, problem)
        if weighed < total:
            chosen, total = rival, weighed
    return chosen


def surprise(answer: Candidate[Regex], problem: Problem) -> float:
    """Bits that its outliers cost more for what they are, or less; none where they are many."""
    accepted = answer.language.accepts_all(problem.positives)
    outside = [
        (text, weight)
        for text, weight, inside in zip(problem.positives, problem.weights, accepted, strict=True)
        if not inside
    ]
    if len(outside) > READ:
        return 0.0
    return sum(
        weight * (-MARGINS.mistaken if is_mistaken(text, answer.language) else MARGINS.unforeseen)
        for text, weight in outside
    )
