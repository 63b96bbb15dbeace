"""A beam over productions, by what they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from operator import attrgetter
from typing import Final

from searchers.budget import Budget
from searchers.effort import CHUNKING_WIDTH
from searchers.structure.chunking.moves import moves
from searchers.structure.chunking.productions import Productions

PATIENCE: Final = 3  # steps that make nothing better before the end
MOST: Final = 40_000  # changes in all, some seven seconds
STEPS: Final = 16  # that what is left of them would do for: the beam is narrow before they are spent


def shortest(productions: Productions, is_whole: Callable[[str], bool], budget: Budget) -> Productions:
    """The productions of the fewest bits that a beam finds from some on; chunks are those that are whole."""
    best, beam, stale, tried = productions, [productions], 0, 0
    seen: set[int] = set()
    while beam and stale < PATIENCE and tried < MOST:
        made: list[Productions] = []
        for move in chain.from_iterable(moves(parent, is_whole) for parent in beam):
            if budget.spent:
                return best
            made.append(move())
        tried += len(made)
        work = max(0, MOST - tried) // STEPS
        width = max(1, min(CHUNKING_WIDTH[budget.effort], work * len(beam) // max(len(made), 1)))
        beam = list(islice(_unseen(sorted(made, key=attrgetter("bits")), seen), width))
        stale += 1
        if beam and beam[0].bits < best.bits:
            best, stale = beam[0], 0
    return best


def _unseen(made: Iterable[Productions], seen: set[int]) -> Iterator[Productions]:
    """Those whose bits are new; what takes as many is equal but for the names of rules, nearly always."""
    for productions in made:
        if (mark := round(1e6 * productions.bits)) not in seen:
            seen.add(mark)
            yield productions
