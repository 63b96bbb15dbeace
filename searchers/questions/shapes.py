"""What all examples have: their shape, in which digits stand for digits and letters for letters, and common pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.charset import DIGITS, LOWER, UPPER, CharSet
from dsl.expressions.expression import Expression, chars, concat, literal, repeat, star
from searchers.questions.strings import TOKEN

KINDS: Final = (DIGITS, LOWER, UPPER)
MOST_TOKENS: Final = 20
LONGEST_PIECE: Final = 40  # characters
MOST_PIECES: Final = 20


def shapes(texts: Sequence[str]) -> list[Expression]:
    """What all examples are, with as many characters as they have, and with any number; none where they differ.

    "12-AB", "7-CD" -> [0-9]{1,2}-[A-Z]{2} and [0-9]+-[A-Z]+
    """
    divided = [TOKEN.findall(text) for text in texts]
    kinds = {tuple(map(_kind, tokens)) for tokens in divided}
    if len(kinds) != 1 or not 1 < len(divided[0]) <= MOST_TOKENS:
        return []
    close: list[Expression] = []
    wide: list[Expression] = []
    for kind, *tokens in zip(kinds.pop(), *divided, strict=True):
        if isinstance(kind, str):
            close.append(literal(kind))
            wide.append(literal(kind))
        else:
            close.append(repeat(chars(kind), min(map(len, tokens)), max(map(len, tokens))))
            wide.append(repeat(chars(kind), 1, None))
    return [concat(*close), concat(*wide)]


def _kind(token: str) -> CharSet | str:
    """The class of a token's characters; a token of others is its own kind."""
    return next((kind for kind in KINDS if token[0] in kind), token)


def containing(texts: Sequence[str], others: CharSet) -> list[Expression]:
    """All strings with a piece that all examples have, anywhere, in front or at the end, the longest pieces first.

    "x@y", "@z" -> .*@.*
    """
    shortest = min(texts, key=len)[:LONGEST_PIECE]
    pieces = {
        shortest[start:end]
        for start in range(len(shortest))
        for end in range(start + 1, len(shortest) + 1)
        if all(shortest[start:end] in text for text in texts)
    }
    around = star(chars(others))
    found: list[Expression] = []
    for piece in sorted(pieces, key=lambda piece: (-len(piece), piece))[:MOST_PIECES]:
        found.append(concat(around, literal(piece), around))
        if all(text.startswith(piece) for text in texts):
            found.append(concat(literal(piece), around))
        if all(text.endswith(piece) for text in texts):
            found.append(concat(around, literal(piece)))
    return found
