"""A part of a grammar that is regular on its own: the inside of a level over token classes, or a class's spellings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import log2
from typing import Final, NamedTuple, TypeAlias

from dsl.charset import PRINTABLE
from dsl.expressions.expression import Expression
from dsl.regex import Regex
from searchers.beam.search import Beam
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.protocol import Improved
from searchers.scoring.coding import Coding
from searchers.scoring.parameters import Parameters, by_hand
from searchers.scoring.regexes import DescriptionLength
from searchers.spaces.regexes import Regexes
from searchers.starts.division import Division
from searchers.starts.warm_starts import starts_beside
from searchers.structure.private_characters import AREA

MAX_SECONDS: Final = 5.0  # for the regex of one part, where there is a limit for all
MAX_UNLIMITED: Final = 60.0  # where there is none, far more than it takes: the same search gives the same result
MAX_CHEAP: Final = 200  # different texts that a cheap fit looks at
DIVIDED: Final = 40  # sets of them that it divides

_Question: TypeAlias = tuple[frozenset[tuple[str, int]], frozenset[str]]


@dataclass
class Part:
    """Strings that a part is known to hold, with how often, and strings that it must not hold."""

    texts: Counter[str] = field(default_factory=Counter)
    rejects: set[str] = field(default_factory=set)

    @property
    def question(self) -> _Question:
        """What its regex depends on."""
        return frozenset(self.texts.items()), frozenset(self.rejects)


class Fitted(NamedTuple):
    """The best regex for all texts of a part, and the best that may leave some out as outliers."""

    all: Candidate[Regex]
    most: Candidate[Regex]


class _DividedBefore(Regexes):
    """Expressions for a part whose guesses are its divisions: to divide it again would take most of the time."""

    def guides(self, budget: Budget, rng: random.Random) -> Iterator[Expression]:
        return starts_beside(self.problem.guesses, self.problem, budget, rng)


class Fitter:
    """Finds the regex of a part with the beam, and remembers it: candidate structures have many parts in common.

    With an effort of 1 a search begins with the divisions of the cheap fit; with more it reads the part anew.
    """

    def __init__(self, budget: Budget, effort: int) -> None:
        self.budget = budget
        self.effort = effort
        self._divisions: dict[_Question, list[Expression]] = {}
        self._known: dict[_Question, Fitted] = {}

    def cheap(self, part: Part) -> Expression:
        """A regex read off the texts of a part by dividing them, without a search."""
        return self._divided(part)[0]

    def _divided(self, part: Part) -> list[Expression]:
        """Regexes read off the texts of a part by dividing them, the cheapest first."""
        question = part.question
        if question not in self._divisions:
            coding = Coding(set().union(*part.texts), _parameters(part).prices)
            division = Division(coding, DIVIDED, self.budget)
            fits = division.fit(dict(part.texts.most_common(MAX_CHEAP)))
            self._divisions[question] = [fit.expression for fit in fits]
        return self._divisions[question]

    def strict(self, part: Part) -> Expression:
        """The best regex for all texts of a part."""
        return self.fit(part).all.language.expression

    def lenient(self, part: Part) -> Expression:
        """The best regex for a part by description length, which may leave out odd texts."""
        return self.fit(part).most.language.expression

    def fit(self, part: Part) -> Fitted:
        """The best regexes for a part by description length."""
        if (question := part.question) not in self._known:
            self._known[question] = self._search(part)
        return self._known[question]

    def _search(self, part: Part) -> Fitted:
        problem = Problem.of(part.texts.elements(), sorted(part.rejects - part.texts.keys()))
        space: type[Regexes] = Regexes
        if self.effort == 1:
            space, problem = _DividedBefore, replace(problem, guesses=tuple(self._divided(part)))
        objective = DescriptionLength(problem, _parameters(part))
        most = MAX_UNLIMITED if self.budget.seconds is None else MAX_SECONDS
        budget = Budget(max(0.05, min(most, self.budget.left)), effort=self.effort)
        found = [
            event.candidate
            for event in Beam(space).search(problem, objective, budget, random.Random(0))
            if isinstance(event, Improved)
        ]
        return Fitted(
            min(found, key=lambda candidate: (-candidate.score.accepted, candidate.objective)),
            min(found, key=lambda candidate: candidate.objective),
        )


def _parameters(part: Part) -> Parameters:
    """Those by which grammars are judged; one of the few classes of a level takes less than one of all characters."""
    symbols = set().union(*part.texts)
    if not AREA.issuperset(symbols) or not symbols:
        return by_hand()
    prices = by_hand().prices
    saved = log2((len(PRINTABLE) + len(symbols)) / len(symbols))
    return replace(by_hand(), prices=replace(prices, literal=prices.literal - saved))
