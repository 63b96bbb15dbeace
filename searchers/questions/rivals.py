"""What might have been meant: languages with what they cost, and what a kind of language must tell of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dsl.language import Language


@dataclass(frozen=True)
class Rival:
    """A language that may be the one; `bits` is what it costs to describe the examples, answers apart."""

    language: Any  # a Language of one kind
    bits: float


class Rivals(ABC):
    """What questions ask of a kind of language. All is scored on one problem, whose examples stay as they are."""

    @abstractmethod
    def scored(self, language: Any) -> Rival | None:  # noqa: ANN401 (a language of this kind)
        """A language with its bits; None for what cannot be an answer."""

    @abstractmethod
    def near(self, rival: Rival, cutoff: float) -> list[Rival]:
        """Languages one edit away that cost at most `cutoff`, the cheapest first."""

    @abstractmethod
    def accepted(self, rivals: Sequence[Rival], texts: Sequence[str]) -> NDArray[np.bool_]:
        """Which texts belong to which language, shape (rivals, texts)."""

    @abstractmethod
    def differences(self, one: Language, other: Language) -> Iterator[str]:
        """Short strings that one of two languages has and the other has not."""
