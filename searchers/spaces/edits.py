"""The single edits of an expression that cost least."""

from __future__ import annotations

from math import inf

import numpy as np

from dsl.expressions.expression import Expression
from dsl.expressions.programs import decode
from searchers.scoring.regexes import RegexObjective
from searchers.spaces.neighbourhood import Neighbourhood


def cheapest_edits(
    tree: Expression, around: Neighbourhood, objective: RegexObjective, most: int, cutoff: float = inf
) -> dict[Expression, float]:
    """So many edits at most with their totals below `cutoff`, the cheapest first."""
    programs = around.of(around.encode(tree))
    totals = objective.totals(programs, around.classes, cutoff)
    best = [place for place in np.argsort(totals, kind="stable")[:most] if np.isfinite(totals[place])]
    found: dict[Expression, float] = {}
    for place in best:  # several programs may be of one expression
        found.setdefault(decode(programs.program(place), around.classes), float(totals[place]))
    return found
