"""Grammars as rivals: hypotheses about their rules, strings told apart by parsing."""

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
from dsl.grammars.recognition import accepts_all
from dsl.grammars.symbols import Texts
from dsl.language import Language
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.questions.exchanges import exchanges
from searchers.questions.hypotheses import hypotheses
from searchers.questions.regexes import OUTSIDE, RegexRivals
from searchers.questions.rivals import Rival, Rivals
from searchers.questions.seen import Seen
from searchers.scoring.objective import Objective
from searchers.scoring.parameters import by_hand
from searchers.scoring.regexes import DescriptionLength
from searchers.spaces.vocabulary import is_within

MOST_EXAMPLES: Final = 20  # that a grammar is scored on
TEMPERED: Final = 0.1  # of the bits between structures of the same examples: which is shortest says little
DRAWN: Final = 20  # strings of each of two grammars, of which those are kept that the other does not derive


class GrammarRivals(Rivals):
    """Grammars that describe the examples of one problem."""

    expanded = 2
    kept = 150
    strings = 250
    able = 1.0
    beside = 15.0
    wrong = 0.15  # what was meant is often no candidate; fitted on twenty made-up languages (RESULTS.md, Questions)

    def __init__(self, problem: Problem, objective: Objective[Grammar], seed: int = 0) -> None:
        self.problem = problem.sample(MOST_EXAMPLES)
        self.objective = objective.on(self.problem)
        self._positives = Texts(self.problem.positives)
        self.seen = Seen(problem.positives)
        self._rng = random.Random(seed)
        self._regexes = RegexRivals(problem, DescriptionLength(problem, by_hand()), seed)

    def enumerated(self) -> list[Rival]:
        """Of few characters, all small regular languages: grammars, too."""
        return [
            Rival(Grammar.of(rival.language.expression), rival.bits * TEMPERED) for rival in self._regexes.enumerated()
        ]

    def least(self, pick: Grammar, enumerated: Sequence[Rival]) -> float:
        """As little as the cheapest of all: how a^n b^n nests no small regular language says, however short it is."""
        scored = self.scored(pick)
        return -inf if scored is None else min([scored.bits, *(rival.bits for rival in enumerated)])

    def texts(self, inside: Sequence[str], rng: random.Random) -> Iterator[str]:
        yield from self._regexes.texts(inside, rng)
        if not self._regexes.enumerates:  # of two characters, the shortest strings are enough
            yield from exchanges(inside, rng)

    def scored(self, language: Grammar) -> Rival | None:
        total = self.objective.total(language)
        return None if total == inf else Rival(language, total * TEMPERED)

    def near(self, rival: Rival, cutoff: float) -> list[Rival]:
        near: list[Rival] = []
        if self._regexes.enumerates:
            return near
        for rules, bits in hypotheses(rival.language.rules, seen=self.seen, recursive=True, rng=self._rng):
            grammar = Grammar(rules)
            outside = int((~accepts_all(grammar, self._positives)).sum())
            if rival.bits + bits + OUTSIDE * outside <= cutoff:
                near.append(Rival(grammar, rival.bits + bits + OUTSIDE * outside))
        return near

    def is_admissible(self, language: Grammar) -> bool:
        return is_within(language, self.problem.constraints.alphabet)

    def accepted(self, rivals: Sequence[Rival], texts: Sequence[str]) -> NDArray[np.bool_]:
        table = np.zeros((len(rivals), len(texts)), dtype=np.bool_)
        flat = [place for place, rival in enumerate(rivals) if rival.language.flat is not None]
        if flat:
            regexes = [Rival(Regex(rivals[place].language.flat), 0.0) for place in flat]
            table[flat] = self._regexes.accepted(regexes, texts)
        read = Texts(texts)
        for place in sorted({*range(len(rivals))}.difference(flat)):
            table[place] = accepts_all(rivals[place].language, read)
        return table

    def differences(self, one: Language, other: Language) -> Iterator[str]:
        for own, foreign in ((one, other), (other, one)):
            with suppress(LimitError):
                texts = own.sample(DRAWN, self._rng)
                inside = foreign.accepts_all(texts)
                outside = [text for text, accepted in zip(texts, inside, strict=True) if not accepted]
                if outside:
                    yield min(outside, key=len)
