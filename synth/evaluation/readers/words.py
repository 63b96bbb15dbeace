"""Words and signs of running text, with where they stand."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_WORD: Final = re.compile(r"\w+|[^\w\s]")


class Token(NamedTuple):
    """A word, number or sign; its first character, and the one behind its last."""

    text: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """The words of a text, and each sign by itself."""
    # "It's 5." -> It ' s 5 .
    return [Token(found.group(), *found.span()) for found in _WORD.finditer(text)]


def words_of(text: str) -> tuple[str, ...]:
    """The same, lower-cased, without places."""
    return tuple(token.text.lower() for token in tokens_of(text))
