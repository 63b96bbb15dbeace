"""Spaces that belong to the token beside them: " = " and "while " are one token each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

SPACE = " "


class Side(NamedTuple):
    """A token that takes the spaces behind it, or those before it."""

    token: str
    behind: bool


def spacing(rows: Iterable[Sequence[str]], fixed: Callable[[str], bool]) -> list[Side]:
    """The sides of fixed tokens at which there always is a space, frequent tokens first, each space taken once."""
    lines = [list(row) for row in rows]
    times = Counter(token for line in lines for token in line if token != SPACE and fixed(token))
    sides: list[Side] = []
    for token in sorted(times, key=lambda token: (-times[token], token)):
        for side in (Side(token, False), Side(token, True)):
            places = [_places(line, side) for line in lines]
            if sum(map(len, places)) == times[token]:
                sides.append(side)
                for line, taken in zip(lines, places, strict=True):
                    for place in taken:
                        line[place] = ""
    return sides


def spaced(row: Sequence[str], sides: Iterable[Side]) -> list[str]:
    """The row with spaces in the tokens that take them: a = b -> "a", " = ", "b"."""
    line, tokens = list(row), list(row)
    for side in sides:
        for place in _places(line, side):
            line[place] = tokens[place] = ""
            at = place - 1 if side.behind else place + 1
            tokens[at] = tokens[at] + SPACE if side.behind else SPACE + tokens[at]
    return [token for token in tokens if token]


def _places(line: Sequence[str], side: Side) -> list[int]:
    """Where the spaces are that a side takes."""
    step = 1 if side.behind else -1
    beside = [place + step for place, token in enumerate(line) if token == side.token]
    return [place for place in beside if 0 <= place < len(line) and line[place] == SPACE]
