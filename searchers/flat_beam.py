"""The beam over grammars from readings without structure: characters, words, the examples themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from dsl.charset import DIGITS, LETTERS, CharSet
from dsl.expression import Expression, chars, literal, plus, star, union
from dsl.grammar import START, Grammar
from searchers.budget import Budget
from searchers.grammar_beam import GrammarBeam
from searchers.grammar_objective import GrammarObjective
from searchers.problem import Problem
from searchers.protocol import Event

MAX_UNION: Final = 200  # characters of all examples together, for the union of the examples to be a start


class FlatBeam:
    """All structure comes from edits."""

    name = "grammar beam"
    proved = False
    answer = None

    def search(
        self, problem: Problem, objective: GrammarObjective, budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Search from the flat starts on."""
        starts = [Grammar({START: expression}) for expression in flat_starts(problem)]
        yield from GrammarBeam(starts).search(problem, objective, budget, rng)


def flat_starts(problem: Problem) -> Iterator[Expression]:
    """The examples as characters in a row, as words, numbers and signs in a row, and where they are few as they are."""
    seen = CharSet.of(set().union(*problem.positives))
    yield star(chars(seen))
    runs = [plus(chars(kind & seen)) for kind in (DIGITS, LETTERS)]
    yield star(union(*runs, chars(seen - DIGITS - LETTERS)))
    if sum(map(len, problem.positives)) <= MAX_UNION:
        yield union(*map(literal, problem.positives))
