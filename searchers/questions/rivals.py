"""What might have been meant: languages with what they cost, and what a kind of language must tell of them."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from dsl.language import Language
from searchers.questions.information import WRONG
from searchers.questions.seen import Seen
from searchers.questions.strings import variations

VARIED: Final = 4  # examples that are varied


@dataclass(frozen=True)
class Rival:
    """A language that may be the one; `bits` is what it costs to describe the examples, answers apart."""

    language: Any  # a Language of one kind
    bits: float


class Rivals(ABC):
    """What questions ask of a kind of language. All is scored on one problem, whose examples stay as they are."""

    expanded: ClassVar[int] = 3  # candidates whose edits become candidates, for each question
    kept: ClassVar[int] = 500  # candidates
    strings: ClassVar[int] = 700  # that are thought of for each question
    able: ClassVar[float] = 0.1  # of the greatest weight, that a candidate must have to be the answer
    beside: ClassVar[float] = 0.0  # bits that others cost at least beyond what the search picked
    wrong: ClassVar[float] = WRONG  # share of answers that the right one is expected not to explain
    seen: Seen  # strings that certainly are meant

    def enumerated(self) -> list[Rival]:
        """Languages that need no search; none where they would be too many."""
        return []

    def least(self, pick: Any, enumerated: Sequence[Rival]) -> float:  # noqa: ANN401 (a language of this kind)
        """The bits of what the search picked, below which none goes; −∞ where all that is small is weighed alike."""
        scored = None if enumerated else self.scored(pick)
        return -inf if scored is None else scored.bits

    def texts(self, inside: Sequence[str], rng: random.Random) -> Iterator[str]:
        """Strings that may be asked about, like some that belong to what is meant."""
        shortest = min(inside, key=len)
        yield ""
        for base in dict.fromkeys([shortest, *rng.sample(inside, min(VARIED, len(inside)))]):
            yield from variations(base, rng)

    def within(self, language: Any) -> Any:  # noqa: ANN401 (a language of this kind)
        """The language without what certainly is not meant."""
        return language

    @abstractmethod
    def scored(self, language: Any) -> Rival | None:  # noqa: ANN401
        """A language with its bits; None for what cannot be an answer."""

    @abstractmethod
    def near(self, rival: Rival, cutoff: float) -> list[Rival]:
        """Languages one edit away that cost at most `cutoff`, the cheapest first."""

    @abstractmethod
    def is_admissible(self, language: Any) -> bool:  # noqa: ANN401
        """Whether a language meets the constraints and is safe: what an answer must be."""

    @abstractmethod
    def accepted(self, rivals: Sequence[Rival], texts: Sequence[str]) -> NDArray[np.bool_]:
        """Which texts belong to which language, shape (rivals, texts)."""

    @abstractmethod
    def differences(self, one: Language, other: Language) -> Iterator[str]:
        """Short strings that one of two languages has and the other has not."""
