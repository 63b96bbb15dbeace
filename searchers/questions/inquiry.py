"""Candidates, what was answered, and the string to ask about next."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import combinations, islice
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from dsl.language import Language
from searchers.problem import Problem
from searchers.questions.information import information, weights
from searchers.questions.rivals import Rival, Rivals
from searchers.questions.strings import short_strings, variations

EXPANDED: Final = 4  # candidates whose edits become candidates, for each question
BEYOND: Final = 30.0  # bits that a candidate may cost more than the best
KEPT: Final = 500  # candidates
VARIED: Final = 4  # examples that are varied
SAMPLED: Final = 8  # candidates that strings are drawn of, and that are told apart by automata
DRAWN: Final = 6  # strings of each
MOST_STRINGS: Final = 700
MAX_LENGTH: Final = 400  # characters of a string that a person can judge
LEAST: Final = 0.02  # bits that a question must be expected to tell
NEARLY: Final = 0.9  # of the most that can be learned: among such strings the most natural one is asked


class Question(NamedTuple):
    """A string, the probability that it belongs to what was meant, and the bits that the answer is expected to tell."""

    text: str
    probability: float
    information: float


class Inquiry:
    """One search's candidates under the answers to questions about them."""

    def __init__(self, problem: Problem, rivals: Rivals, found: Iterable[Language], pick: Language, seed: int) -> None:
        self.problem = problem
        self.rivals = rivals
        self.pick = pick
        self.pool: list[Rival] = []
        self._known: set[Language] = set()
        self._expanded: set[Language] = set()
        self._rng = random.Random(seed)
        self._asked_about: list[str] = []
        chosen = rivals.scored(pick)
        self._least = -np.inf if chosen is None else chosen.bits
        self.join([pick, *found])

    def join(self, found: Iterable[Language]) -> None:
        """Let languages be candidates, too."""
        self._admit(rival for language in found if (rival := self.rivals.scored(language)) is not None)

    def _admit(self, found: Iterable[Rival]) -> None:
        for rival in found:
            if rival.language not in self._known:
                self._known.add(rival.language)
                # what the search picked is as likely as what fits the examples closer
                self.pool.append(Rival(rival.language, max(rival.bits, self._least)))

    def weights(self, answers: Mapping[str, bool]) -> NDArray[np.float64]:
        """The probability of each candidate of the pool, shape (candidates,)."""
        accepted = self.rivals.accepted(self.pool, list(answers))
        return weights(np.array([rival.bits for rival in self.pool]), accepted, np.array(list(answers.values()), bool))

    def best(self, answers: Mapping[str, bool]) -> Language:
        """The likeliest candidate."""
        best: Language = self.pool[int(self.weights(answers).argmax())].language
        return best

    def ranked(self, answers: Mapping[str, bool]) -> list[Rival]:
        """All candidates, the likeliest first."""
        return [self.pool[i] for i in np.argsort(-self.weights(answers), kind="stable").tolist()]

    def unexplained(self, answers: Mapping[str, bool]) -> frozenset[str]:
        """The answers that the likeliest candidate contradicts."""
        inside = self.best(answers).accepts_all(list(answers))
        return frozenset(text for text, accepted in zip(answers, inside, strict=True) if accepted is not answers[text])

    def confidence(self, answers: Mapping[str, bool]) -> float:
        """The weight of the candidates that agree with the best on all strings that were last thought of."""
        shares = self.weights(answers)
        accepted = self.rivals.accepted(self.pool, self._asked_about)
        return float(shares[(accepted == accepted[shares.argmax()]).all(axis=1)].sum())

    def expand(self, answers: Mapping[str, bool]) -> None:
        """Let what lies around the likeliest candidates join, and the least likely go."""
        order = np.argsort(-self.weights(answers), kind="stable").tolist()
        places = islice((self.pool[i] for i in order if self.pool[i].language not in self._expanded), EXPANDED)
        cutoff = min(rival.bits for rival in self.pool) + BEYOND
        for rival in list(places):
            self._expanded.add(rival.language)
            self._admit(self.rivals.near(rival, cutoff))
        order = np.argsort(-self.weights(answers), kind="stable").tolist()
        self.pool = [self.pool[i] for i in order[:KEPT]]

    def question(self, answers: Mapping[str, bool], asked: Iterable[str]) -> Question | None:
        """The string whose answer tells most; None where what is left agrees on all that would be asked."""
        known = {*self.problem.positives, *self.problem.negatives, *asked}
        texts = [text for text in self._strings(answers) if text not in known]
        self._asked_about = texts
        if not texts:
            return None
        shares = self.weights(answers)
        probabilities = shares @ self.rivals.accepted(self.pool, texts)
        told = information(np.clip(probabilities, 0.0, 1.0))
        if told.max() < LEAST:
            return None
        best = np.flatnonzero(told >= NEARLY * told.max()).tolist()
        place = min(best, key=lambda place: (self._strangeness(texts[place]), -told[place]))
        return Question(texts[place], float(probabilities[place]), float(told[place]))

    def _strings(self, answers: Mapping[str, bool]) -> list[str]:
        """What could be asked: variations of what belongs to it, samples of candidates, and what tells them apart."""
        inside = [*self.problem.positives, *(text for text, answer in answers.items() if answer)]
        bases = self._rng.sample(inside, min(VARIED, len(inside)))
        shortest = min(inside, key=len)
        found = {"": None, **dict.fromkeys(short_strings(inside))}
        for base in dict.fromkeys([shortest, *bases]):
            found |= dict.fromkeys(variations(base, self._rng))
        likeliest = [rival.language for rival in self.pool[:SAMPLED]]
        for language in likeliest:
            found |= dict.fromkeys(language.sample(DRAWN, self._rng))
        texts = [text for text in found if len(text) <= MAX_LENGTH]
        if len(texts) > MOST_STRINGS:
            texts = self._rng.sample(texts, MOST_STRINGS)
        for one, other in islice(combinations(likeliest, 2), SAMPLED):
            texts += [text for text in self.rivals.differences(one, other) if text not in found]
        return list(dict.fromkeys(texts))

    def _strangeness(self, text: str) -> float:
        """Edits from the nearest of some examples, and the length."""
        near = self.problem.positives[:20]
        return min(Levenshtein.distance(text, other) for other in near) + len(text) / 10
