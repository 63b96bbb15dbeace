"""Membership queries (Angluin 1987): what may stand in the context of a part of an example, in place of that part.

Parts that may stand in each other's contexts are of one class (distributional learning, Clark and Eyraud 2007).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import NamedTuple, TypeVar

ItemT = TypeVar("ItemT")


class Context(NamedTuple):
    """An example, and where in it a part stands."""

    text: str
    start: int
    end: int

    def around(self, inside: str) -> str:
        """The example with something else there."""
        return self.text[: self.start] + inside + self.text[self.end :]

    @property
    def inside(self) -> str:
        """What stands there."""
        return self.text[self.start : self.end]


def by_length(text: str) -> tuple[int, str]:
    """The order of texts, shorter ones first."""
    return len(text), text


def by_text(context: Context) -> tuple[int, Context]:
    """The order of contexts, those of shorter examples first."""
    return len(context.text), context


def shortest(contexts: Iterable[Context]) -> Context:
    """The context in the shortest example, which makes for short questions."""
    return min(contexts, key=by_text)


def few(texts: Iterable[str], most: int) -> list[str]:
    """The shortest texts."""
    return sorted(texts, key=by_length)[:most]


def contents(contexts: Iterable[Context]) -> list[str]:
    """What stands in contexts, shortest first."""
    return sorted({context.inside for context in contexts}, key=by_length)


def edges(texts: Iterable[str]) -> list[str]:
    """The least and the greatest of each length."""
    alike = [list(same) for _, same in groupby(sorted(set(texts), key=by_length), key=len)]
    return [text for same in alike for text in dict.fromkeys((same[0], same[-1]))]


def merged(
    items: Iterable[ItemT], alike: Callable[[ItemT, ItemT], bool], join: Callable[[ItemT, ItemT], ItemT]
) -> list[ItemT]:
    """The items, each joined to the first before it that it is alike to."""
    found: list[ItemT] = []
    for item in items:
        index = next((index for index, other in enumerate(found) if alike(item, other)), None)
        if index is None:
            found.append(item)
        else:
            found[index] = join(found[index], item)
    return found


class Membership:
    """Whether a language has a text; what is unknown, or asked when time is `spent`, is taken for outside.

    Every text is asked about once, the positives never. `texts` are the members to learn from, shortest first.
    """

    def __init__(self, positives: Iterable[str], ask: Callable[[str], bool | None], spent: Callable[[], bool]) -> None:
        self.texts = sorted(set(positives), key=by_length)
        self.spent = spent
        self._ask = ask
        self._answers: dict[str, bool | None] = dict.fromkeys(self.texts, True)

    def __call__(self, text: str) -> bool:
        if text not in self._answers:
            self._answers[text] = None if self.spent() else self._ask(text)
        return self._answers[text] is True

    @property
    def answers(self) -> Mapping[str, bool]:
        """All that is known: whether the language has a text."""
        return {text: answer for text, answer in self._answers.items() if answer is not None}

    def add(self, text: str) -> bool:
        """Ask about another text, and learn from it if the language has it."""
        if text in self.texts or not self(text):
            return False
        self.texts.append(text)
        self.texts.sort(key=by_length)
        return True
