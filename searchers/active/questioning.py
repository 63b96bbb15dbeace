"""Regexes with an oracle: what was found is put to the question, and searched for again with the answers.

A round: a search; then questions about its best, by strings in which one part is otherwise (see `perturbations`), and
by strings that tell it from others that are nearly as good. The answers become examples and strings to reject. The
rounds end when all answers are those of the best, or when no more questions or no more time are left.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Final

from rapidfuzz.distance import Levenshtein

from dsl.automata.dfa import DFA
from dsl.automata.sampling import generate
from dsl.errors import LimitError
from dsl.expressions.expression import EMPTY, Expression
from dsl.regex import Regex
from searchers.active.perturbations import perturbations
from searchers.budget import Budget
from searchers.candidate import Candidate, rank
from searchers.effort import ORACLE_ROUNDS
from searchers.oracle import Oracle
from searchers.portfolio.auto import Auto
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Progress
from searchers.scoring.prices import MARGINS
from searchers.scoring.regexes import RegexObjective

SHARE: Final = 0.4  # of the time that is left, for one search at most
RIVALS: Final = 12
DRAWN: Final = 8  # strings for one perturbation, of which the one that is most like an example is asked about
MAX_LENGTH: Final = 300  # characters of a string that is asked about
ASKED: Final = 120  # strings of a round


class Questioning:
    """The portfolio's beam and exact search, round after round, with `most` questions; `answer` is the last round's."""

    name = "auto"
    proved = False

    def __init__(self, oracle: Oracle, *, most: int | None = None, warm_start: bool = True) -> None:
        self.oracle = oracle
        self.most = most
        self.warm_start = warm_start
        self.answer: Candidate[Regex] | None = None

    def search(
        self, problem: Problem, objective: RegexObjective, budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Search, ask, and search again; all that is found is scored on the examples alone."""
        self.oracle.believe(problem.positives, problem.negatives)
        self.answer = None
        known, scored = problem, 0
        for _ in range(ORACLE_ROUNDS[budget.effort]):
            auto = Auto(warm_start=self.warm_start, evolving=False)
            judge = objective.on(known)
            share = replace(budget, seconds=None if budget.seconds is None else budget.elapsed + SHARE * budget.left)
            found: list[Candidate[Regex]] = []
            latest = scored
            for event in auto.search(known, judge, share, rng):
                match event:
                    case Improved(candidate):
                        found.append(candidate)
                        yield Improved(candidate if known is problem else objective.score(candidate.language))
                    case Progress(candidates, stage):
                        latest = scored + candidates
                        yield Progress(latest, stage)
            scored = latest
            best = auto.answer or min(found, key=rank)
            self.answer = objective.score(best.language)
            if budget.spent or self._left() <= 0:
                return
            answers = self._answers(_questions(best, found, known, rng))
            yield Progress(scored, "questions")
            if all(best.language.accepts(text) is answer for text, answer in answers.items()):
                return
            known = known.with_answers(
                (text for text, answer in answers.items() if answer),
                (text for text, answer in answers.items() if not answer),
            )
            known = replace(known, guesses=(*problem.guesses, best.language.expression))

    def _answers(self, questions: Iterable[str]) -> dict[str, bool]:
        """What the oracle knows of the first questions."""
        answers = {text: self.oracle(text) for text in islice(questions, min(ASKED, self._left()))}
        return {text: answer for text, answer in answers.items() if answer is not None}

    def _left(self) -> int:
        if self.oracle.exhausted:
            return 0
        return ASKED if self.most is None else self.most - self.oracle.questions


def _questions(
    best: Candidate[Regex], found: Iterable[Candidate[Regex]], known: Problem, rng: random.Random
) -> Iterator[str]:
    """What tells the best from its rivals and from its perturbations, in random order; no string that is known."""
    rivals = sorted((other for other in found if other.objective <= best.objective + MARGINS.rival), key=rank)
    own = best.language.expression
    perturbed = [each for each in perturbations(own) if each not in (EMPTY, own)]
    rng.shuffle(perturbed)
    texts = chain(_telling_apart(best, rivals[:RIVALS]), (_specimen(each, known, rng) for each in perturbed))
    seen = {*known.positives, *known.negatives}
    for text in texts:
        if text is not None and text not in seen and len(text) <= MAX_LENGTH:
            seen.add(text)
            yield text


def _telling_apart(best: Candidate[Regex], rivals: Iterable[Candidate[Regex]]) -> Iterator[str | None]:
    """Shortest strings that one language has and the other has not."""
    with suppress(LimitError):
        own = DFA.from_expression(best.language.expression)
        for rival in rivals:
            with suppress(LimitError):
                other = DFA.from_expression(rival.language.expression)
                yield (own - other).shortest()
                yield (other - own).shortest()


def _specimen(expression: Expression, known: Problem, rng: random.Random) -> str:
    """A string of a language that is much like an example, so that little else in it is strange."""
    example = rng.choice(known.positives)
    return min((generate(expression, rng) for _ in range(DRAWN)), key=partial(Levenshtein.distance, example))
