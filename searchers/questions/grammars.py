"""Grammars as rivals: edits of rules, strings told apart by parsing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.language import Language
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.questions.rivals import Rival, Rivals
from searchers.scoring.objective import Objective
from searchers.spaces.grammars import Grammars
from searchers.spaces.vocabulary import is_within

MOST_EXAMPLES: Final = 20  # that an edit is scored on
SECONDS: Final = 0.2  # for the edits of one grammar
KEPT: Final = 10  # of them
DRAWN: Final = 20  # strings of each of two grammars, of which those are kept that the other does not derive


class GrammarRivals(Rivals):
    """Grammars that describe the examples of one problem."""

    def __init__(self, problem: Problem, objective: Objective[Grammar], seed: int = 0) -> None:
        self.problem = problem.sample(MOST_EXAMPLES)
        self._share = problem.total / self.problem.total
        self.objective = objective.on(self.problem)
        self._rng = random.Random(seed)
        self._space = Grammars(self.problem, self.objective)

    def scored(self, language: Grammar) -> Rival | None:
        total = self.objective.total(language)
        return None if total == inf else Rival(language, total * self._share)

    def near(self, rival: Rival, cutoff: float) -> list[Rival]:
        budget = Budget(SECONDS, effort=1)
        (around,) = self._space.develop([rival.language], cutoff, budget, self._rng)
        found = (self.scored(language) for language in around[:KEPT])
        return [each for each in found if each is not None and each.bits <= cutoff]

    def is_admissible(self, language: Grammar) -> bool:
        return is_within(language, self.problem.constraints.alphabet)

    def accepted(self, rivals: Sequence[Rival], texts: Sequence[str]) -> NDArray[np.bool_]:
        rows = [rival.language.accepts_all(texts) for rival in rivals]
        return np.array(rows, dtype=np.bool_).reshape(len(rivals), len(texts))

    def differences(self, one: Language, other: Language) -> Iterator[str]:
        for own, foreign in ((one, other), (other, one)):
            with suppress(LimitError):
                texts = own.sample(DRAWN, self._rng)
                inside = foreign.accepts_all(texts)
                outside = [text for text, accepted in zip(texts, inside, strict=True) if not accepted]
                if outside:
                    yield min(outside, key=len)
