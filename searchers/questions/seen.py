"""What is known of the strings that certainly are meant: their characters, and how many of a class come in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from dsl.charset import CharSet

COUNTED: Final = 50  # examples in which runs are counted


class Seen:
    """Strings that belong to what is meant: the examples, and those of which a person said so."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = list(texts[:: max(1, len(texts) // COUNTED)])
        self.characters = CharSet.of(set().union(*texts))
        self._runs: dict[CharSet, frozenset[int]] = {}

    def see(self, texts: Iterable[str]) -> bool:
        """Learn more strings. Whether they have characters that none had before."""
        new = [text for text in texts if text not in self._texts]
        found = CharSet.of(set().union(*new))
        grows = not found <= self.characters
        self._texts += new
        self.characters |= found
        if new:
            self._runs.clear()
        return grows

    def runs(self, charset: CharSet) -> frozenset[int]:
        """How many characters of a class come in a row, each number once."""
        if charset not in self._runs:
            members = {character for character in self.characters if character in charset}
            grouped = (groupby(text, members.__contains__) for text in self._texts)
            self._runs[charset] = frozenset(
                sum(1 for _ in run) for groups in grouped for is_member, run in groups if is_member
            )
        return self._runs[charset]
