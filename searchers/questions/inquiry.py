"""Candidates, what was answered, and the string to ask about next."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations, islice
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from dsl.language import Language
from searchers.problem import Problem
from searchers.questions.information import expected, information, log_weights, unknown, weights
from searchers.questions.rivals import Rival, Rivals

BEYOND: Final = 30.0  # bits that a candidate may cost more than the best
SAMPLED: Final = 8  # candidates that strings are drawn of, and that are told apart by automata
DRAWN: Final = 6  # strings of each
MAX_LENGTH: Final = 400  # characters of a string that a person can judge
LEAST: Final = 0.02  # bits that a question must be expected to tell
TINY: Final = 1e-9
DOUBTED: Final = 0.2  # probability of an answer by all that is known but itself, below which it is asked for again
NEARLY: Final = 0.9  # of the most that can be learned: among such strings the most natural one is asked; and of how
# often an answer can be right: among such candidates the likeliest one answers


Evidence: TypeAlias = frozenset[tuple[str, bool]]  # answers


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
        self.pick = rivals.within(pick)
        self.pool: list[Rival] = []
        self._known: dict[Language, float] = {}  # the least that each was met at
        self._expanded: set[Language] = set()
        self._weights: tuple[Evidence, NDArray[np.float64]] | None = None  # the latest, and what they are for
        self._admissible: dict[Language, bool] = {}
        self._rng = random.Random(seed)
        self._texts: list[str] = []  # that were thought of
        self._accepted = np.zeros((0, 0), dtype=np.bool_)  # by each of the pool, shape (candidates, texts)
        enumerated = rivals.enumerated()
        self._least = rivals.least(self.pick, enumerated)
        self.join([self.pick, *found])
        self._admit(enumerated)
        self._most = max(rivals.kept, len(self.pool))

    def join(self, found: Iterable[Language]) -> None:
        """Let languages be candidates, too."""
        scored = (self.rivals.scored(self.rivals.within(language)) for language in found)
        self._admit(rival for rival in scored if rival is not None)
        self._accepted = self.rivals.accepted(self.pool, self._texts)

    def _admit(self, found: Iterable[Rival]) -> None:
        """Take in what is new, and what a cheaper path leads to at the lower price."""
        pool = {rival.language: rival for rival in self.pool}
        for rival in found:
            known = self._known.get(rival.language)
            if known is None or rival.bits < known:
                self._known[rival.language] = rival.bits
                pool[rival.language] = rival
        self.pool = list(pool.values())
        self._weights = None

    def weights(self, answers: Mapping[str, bool]) -> NDArray[np.float64]:
        """The probability of each candidate of the pool, shape (candidates,)."""
        key = frozenset(answers.items())
        if self._weights is None or self._weights[0] != key:
            self._weights = key, weights(self._bits(), *self._compared(answers), self.rivals.wrong)
        return self._weights[1]

    def _compared(self, answers: Mapping[str, bool]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """What candidates say of the strings that were answered, shape (candidates, answers), and the answers."""
        accepted = self.rivals.accepted(self.pool, list(answers))
        return accepted, np.array(list(answers.values()), dtype=np.bool_)

    def _bits(self) -> NDArray[np.float64]:
        """What candidates cost, shape (candidates,): what the search picked no more than what fits examples closer."""
        least, other = self._least, self._least + self.rivals.beside
        is_chosen = np.array([rival.language == self.pick for rival in self.pool]) & (least > -np.inf)
        return np.where(is_chosen, least, [max(rival.bits, other) for rival in self.pool])

    def ranked(self, answers: Mapping[str, bool]) -> list[Rival]:
        """All candidates, the likeliest first."""
        return [self.pool[place] for place in self._places(answers)]

    def _places(self, answers: Mapping[str, bool]) -> list[int]:
        shares = self.weights(answers)

        def rank(place: int) -> tuple[float, bool, float]:
            rival = self.pool[place]
            return -shares[place], rival.language != self.pick, rival.bits

        return sorted(range(len(self.pool)), key=rank)

    def best(self, answers: Mapping[str, bool]) -> Language:
        """The candidate to answer with."""
        return self.likeliest(answers, 1)[0]

    def likeliest(self, answers: Mapping[str, bool], most: int) -> list[Language]:
        """Candidates that may be answers: those that are expected to be right nearly as often as any, the likeliest
        first, then the others."""
        admissible = (rival.language for rival in self._leading(answers) if self._may_answer(rival.language))
        return list(islice(admissible, most)) or [self.pick]

    def _leading(self, answers: Mapping[str, bool]) -> list[Rival]:
        places = self._places(answers)
        if answers and self._texts:  # before that what the search picked stays
            right = self._rightness(answers)
            # with all that is small weighed alike, which is the likeliest says little
            least = right.max() * (NEARLY if self._least > -np.inf else 1.0)
            places.sort(key=lambda place: right[place] < least)
        return [self.pool[place] for place in places]

    def _rightness(self, answers: Mapping[str, bool]) -> NDArray[np.float64]:
        """How often each candidate that is likely enough is expected to be right, 0 for others, shape (candidates,)."""
        shares = self.weights(answers)
        expected = shares @ self._accepted
        right = self._accepted @ expected / max(expected.sum(), TINY)
        right += (1.0 - self._accepted) @ (1 - expected) / max((1 - expected).sum(), TINY)
        accepted, given = self._compared(answers)
        wrong = (accepted != given).sum(axis=1)
        able = (shares >= self.rivals.able * shares.max()) & (wrong <= wrong[shares.argmax()])
        rightness: NDArray[np.float64] = np.where(able, right, 0.0)
        return rightness

    def _may_answer(self, language: Language) -> bool:
        if language not in self._admissible:
            self._admissible[language] = language == self.pick or self.rivals.is_admissible(language)
        return self._admissible[language]

    def unexplained(self, answers: Mapping[str, bool]) -> frozenset[str]:
        """The answers that the likeliest candidate contradicts."""
        inside = self.best(answers).accepts_all(list(answers))
        return frozenset(text for text, accepted in zip(answers, inside, strict=True) if accepted is not answers[text])

    def confidence(self, answers: Mapping[str, bool]) -> float:
        """The weight of the candidates that agree with the best on all strings that were thought of, beside the others
        and what nobody thought of."""
        shares = self.weights(answers)
        agree = (self._accepted == self._accepted[shares.argmax()]).all(axis=1)
        first = max(self._least, min(rival.bits for rival in self.pool))
        wrong = self.rivals.wrong
        known = np.exp(log_weights(self._bits() - first, *self._compared(answers), wrong)).sum()
        return float(shares[agree].sum() * known / (known + unknown(len(answers), wrong)))

    def expand(self, answers: Mapping[str, bool]) -> None:
        """Let what lies around the likeliest candidates join, the least likely go, and think of strings to ask."""
        if self.rivals.seen.see(text for text, inside in answers.items() if inside):
            self._expanded.clear()  # with other characters, other hypotheses
        likeliest = (rival for rival in self.ranked(answers) if rival.language not in self._expanded)
        cutoff = max(self._least, min(rival.bits for rival in self.pool)) + BEYOND
        for rival in list(islice(likeliest, self.rivals.expanded)):
            self._expanded.add(rival.language)
            self._admit(self.rivals.near(rival, cutoff))
        kept = np.argsort(-self.weights(answers), kind="stable")[: self._most].tolist()
        shares = self.weights(answers)[kept]
        self.pool = [self.pool[place] for place in kept]
        self._weights = frozenset(answers.items()), shares / shares.sum()
        self._texts = self._strings(answers)
        self._accepted = self.rivals.accepted(self.pool, self._texts)

    def question(self, answers: Mapping[str, bool], asked: Iterable[str]) -> Question | None:
        """An answered string that all else speaks against, once more; or the one whose answer tells most.

        None where what is left agrees on all that would be asked.
        """
        times = Counter(asked)
        doubted = self._doubted(answers, times)
        if doubted is not None:
            return doubted
        known = {*self.problem.positives, *self.problem.negatives, *times}
        probabilities = np.clip(self.weights(answers) @ self._accepted, 0.0, 1.0)
        told = information(probabilities, self.rivals.wrong)
        told[[text in known for text in self._texts]] = 0.0
        if not len(told) or told.max() < LEAST:
            return None
        best = np.flatnonzero(told >= NEARLY * told.max()).tolist()
        place = min(best, key=lambda place: (self._strangeness(self._texts[place]), -told[place]))
        return Question(self._texts[place], float(probabilities[place]), float(told[place]))

    def _doubted(self, answers: Mapping[str, bool], times: Mapping[str, int]) -> Question | None:
        """The least expected answer, where it was not expected at all; no string is asked about a third time."""
        if not answers or self._least == -np.inf:  # with all that is small weighed alike, right answers surprise, too
            return None
        accepted, given = self._compared(answers)
        likely = expected(self.weights(answers), accepted, given, self.rivals.wrong)
        once = [times[text] == 1 for text in answers]
        place = int(np.where(once, likely, 1.0).argmin())
        if not once[place] or likely[place] >= DOUBTED:
            return None
        inside = likely[place] if given[place] else 1 - likely[place]
        return Question(list(answers)[place], float(inside), float(information(inside, self.rivals.wrong)))

    def _strings(self, answers: Mapping[str, bool]) -> list[str]:
        """What could be asked: variations of what belongs to it, samples of candidates, and what tells them apart."""
        inside = [*self.problem.positives, *(text for text, answer in answers.items() if answer)]
        found = dict.fromkeys(self.rivals.texts(inside, self._rng))
        likeliest = [rival.language for rival in self.ranked(answers)[:SAMPLED]]
        for language in likeliest:
            found |= dict.fromkeys(language.sample(DRAWN, self._rng))
        seen = set().union(*inside)
        texts = [text for text in found if len(text) <= MAX_LENGTH and (text.isprintable() or seen.issuperset(text))]
        if len(texts) > self.rivals.strings:
            texts = self._rng.sample(texts, self.rivals.strings)
        for one, other in islice(combinations(likeliest, 2), SAMPLED):
            texts += [text for text in self.rivals.differences(one, other) if text not in found]
        return list(dict.fromkeys(texts))

    def _strangeness(self, text: str) -> float:
        """Edits from the nearest of some examples, and the length."""
        near = self.problem.positives[:20]
        return min(Levenshtein.distance(text, other) for other in near) + len(text) / 10
