"""Scoring what the policy wrote: the part of a step that may be done elsewhere, and needs no torch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from searchers.budget import Budget
from searchers.reinforce.spelling import Spelling, Tokens


@dataclass(frozen=True)
class Scorer:
    """What the scores of a search's sequences depend on."""

    kind: Any  # regexes or grammars
    spelling: Spelling
    cutoff: float


def score(scorer: Scorer, sequences: Sequence[Tokens], budget: Budget) -> Iterator[float]:
    """The total of each sequence, infinite above the cutoff; none when there was no time for all."""
    totals = scorer.kind.totals(sequences, scorer.spelling, scorer.cutoff, budget)
    yield from () if totals is None else totals.tolist()
