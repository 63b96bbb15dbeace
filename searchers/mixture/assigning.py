"""Which format texts are of: one by one, or the lines of bytes at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.expression import Expression
from searchers.mixture.union_automaton import UnionAutomaton

if TYPE_CHECKING:
    from searchers.mixture.line_table import Lines, LineTable

LINES: Final = 65_536  # that are read at once
MANY: Final = 400_000  # characters, from which on a compiled kernel reads them


class Assigner:
    """Says which of several formats a text is of, the first by `order` where several have it."""

    def __init__(self, expressions: Sequence[Expression], order: Sequence[int]) -> None:
        self._formats = UnionAutomaton(expressions, order)
        self._table: LineTable | None = None
        self._lines: Lines | None = None

    def find(self, text: str) -> int | None:
        """The number of the format that has `text`, None if none has."""
        if self._formats.is_full:
            self._table = None
        return self._formats.find(text)

    def find_all(self, texts: Sequence[str]) -> list[int | None]:
        """The number of the format of each text, None for those of none."""
        if sum(map(len, texts)) < MANY or any("\n" in text or "\r" in text for text in texts):
            known: dict[str, int | None] = {}
            for text in texts:
                if text not in known:
                    known[text] = self.find(text)
            return [known[text] for text in texts]
        found: list[int | None] = []
        for start in range(0, len(texts), LINES):
            data = "\n".join([*texts[start : start + LINES], ""]).encode("utf-8", "replace")
            numbers, _ = self.find_lines(data)
            found += [None if number < 0 else number for number in numbers.tolist()]
        return found

    def find_lines(
        self, data: bytes | bytearray, stop: int | None = None
    ) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
        r"""The format of each line of UTF-8 before `stop`, -1 for none, and where its newline is.

        Lines end in \n or \r\n; what is behind the last newline is no line.
        """
        from searchers.mixture.line_table import UNREAD, Lines, LineTable

        lines = self._lines = self._lines or Lines()
        text = lines.begin(data, len(data) if stop is None else stop)
        before = -1
        is_read = False
        while not is_read:
            if self._table is None or self._table.is_full:
                self._formats.begin()
                self._table = LineTable(self._formats)
                if before == (before := int(lines.counts.sum())):
                    lines.leave(data)
            is_read = self._table.walk(text, lines)
        found, ends = lines.read()
        for place in np.flatnonzero(found == UNREAD):
            start = int(ends[place - 1]) + 1 if place else 0
            which = self.find(data[start : int(ends[place])].removesuffix(b"\r").decode("utf-8", "replace"))
            found[place] = -1 if which is None else which
        return found, ends
