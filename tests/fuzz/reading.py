"""An independent reader of grammars for strings of moderate length: sets of ends, until nothing is new."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Ref, Repeat, Union


class Reading:
    """Which pieces of a text the rules derive. A set of places is an int, place p its bit p."""

    def __init__(self, rules: Mapping[str, Expression], text: str) -> None:
        self.text = text
        self.known = {name: [0] * (len(text) + 1) for name in rules}
        self.round: dict[tuple[int, int], int] = {}  # what nodes were found to read, by what was known at its beginning
        before = None
        while before != (before := {name: list(ends) for name, ends in self.known.items()}):
            self.round.clear()
            for name, body in rules.items():
                for start in range(len(text) + 1):
                    self.known[name][start] = self._ends(body, start)

    def accepts(self) -> bool:
        """Whether `start` derives the whole text."""
        return bool(self.known["start"][0] >> len(self.text) & 1)

    def _ends(self, node: Expression, start: int) -> int:
        key = id(node), start
        if key not in self.round:
            self.round[key] = self._read(node, start)
        return self.round[key]

    def _read(self, node: Expression, start: int) -> int:
        match node:
            case Chars(charset):
                return 2 << start if start < len(self.text) and self.text[start] in charset else 0
            case Epsilon():
                return 1 << start
            case Ref(name):
                return self.known[name][start]
            case Union(parts):
                found = 0
                for part in parts:
                    found |= self._ends(part, start)
                return found
            case Concat(parts):
                found = 1 << start
                for part in parts:
                    found = self._behind(part, found)
                return found
            case Repeat(body, low, high):
                found = 1 << start
                for _ in range(min(low, 2 * len(self.text) + 2)):  # by then nothing changes any more
                    found = self._behind(body, found)
                more = found
                for _ in range(len(self.text) + 1 if high is None else min(high - low, len(self.text) + 1)):
                    more = self._behind(body, more) & ~(found if high is None else 0)
                    found |= more
                    if not more:
                        break
                return found
            case _:
                return 0

    def _behind(self, node: Expression, starts: int) -> int:
        found = 0
        for start in range(len(self.text) + 1):
            if starts >> start & 1:
                found |= self._ends(node, start)
        return found
