"""Grammars with an oracle: learned from its answers, taken where strings drawn from them convince it."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from typing import Final

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all
from searchers.active.learner import Learner
from searchers.budget import Budget
from searchers.oracle import Oracle
from searchers.protocol import Event, Progress
from searchers.structure.even_linear import even_linear_grammars
from searchers.structure.ranking import Ranking

CHECKED: Final = 20  # strings of a grammar that are asked about
LEAST_RIGHT: Final = 0.5  # share of them that the oracle must agree with
ANSWERS: Final = 100  # answers of each kind that become examples
LEARNED_BITS: Final = 1.0  # that the learned grammar is then preferred by


class GrammarLearning:
    """Offers what it learns to a ranking, which has the answers of the oracle for examples afterwards."""

    def __init__(self, oracle: Oracle, ranking: Ranking, budget: Budget, rng: random.Random) -> None:
        self._oracle, self._ranking, self._rng = oracle, ranking, rng
        self._learner = Learner(ranking.problem.positives, oracle, rng, lambda: budget.left < budget.elapsed)
        self._learned: Grammar | None = None

    def learn(self) -> Generator[Event, None, bool]:
        """Learn a grammar; whether it is one that the oracle agrees with."""
        problem, rng = self._ranking.problem, self._rng
        self._oracle.believe(problem.positives, problem.negatives)
        for grammar in self._grammars():
            yield from self._ranking.offer(grammar)
            yield Progress(self._oracle.questions, "questions")
            if accepts_all(grammar, problem.positives).all():
                if self._share_right(grammar) >= LEAST_RIGHT:
                    self._ranking.found = [found for found in self._ranking.found if found[1].language == grammar]
                    return True
                self._learned = grammar
        answers = self._learner.answers
        yield from self._ranking.rank_again(problem.with_answers(_few(answers, True, rng), _few(answers, False, rng)))
        return False

    def reconsider(self) -> Iterator[Event]:
        """Take what was learned after all when the oracle finds nothing better in the answer."""
        if self._learned is None:
            return
        right = self._share_right(self._learned)
        best, answer = self._ranking.best
        if right > 0 and right >= self._share_right(answer.language):
            yield from self._ranking.offer(self._learned, most=best - LEARNED_BITS)

    def _grammars(self) -> Iterator[Grammar]:
        """An even linear language takes no questions, so the learner only begins after that."""
        yield from even_linear_grammars(self._ranking.problem.positives)
        with suppress(LimitError):  # more parts than there are characters that stand for them
            yield self._learner.learn()

    def _share_right(self, grammar: Grammar) -> float:
        """The share of strings drawn from a grammar that the oracle agrees with."""
        drawn = dict.fromkeys(grammar.sample(CHECKED, rng=self._rng))
        return sum(self._oracle(text) is True for text in drawn) / max(1, len(drawn))


def _few(answers: Mapping[str, bool], wanted: bool, rng: random.Random) -> list[str]:
    """Some of the texts with an answer, the shorter ones first."""
    texts = [text for text, answer in answers.items() if answer is wanted]
    return sorted(rng.sample(texts, min(ANSWERS, len(texts))), key=len)
