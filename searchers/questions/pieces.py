"""What all examples have, anywhere, in front or at the end: a piece, a character of a kind; and the examples alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from dsl.charset import LETTERS_OR_DIGITS, CharSet
from dsl.expressions.expression import Expression, chars, concat, literal, star, union

LONGEST_PIECE: Final = 40  # characters
MOST_PIECES: Final = 20
MOST_LISTED: Final = 12  # words that may be all that are meant


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
    found: list[Expression] = []
    for piece in sorted(pieces, key=lambda piece: (-len(piece), piece))[:MOST_PIECES]:
        in_front = all(text.startswith(piece) for text in texts)
        at_end = all(text.endswith(piece) for text in texts)
        found += _around(literal(piece), others, in_front=in_front, at_end=at_end)
    return found


def with_kind(texts: Sequence[str], others: CharSet) -> list[Expression]:
    """All strings with a character of a kind that all examples have one of: "a1", "7" -> .*[0-9].*, .*[0-9]"""
    found: list[Expression] = []
    for kind in LETTERS_OR_DIGITS:
        if all(_has(text, kind) for text in texts):
            in_front = all(_has(text[:1], kind) for text in texts)
            at_end = all(_has(text[-1:], kind) for text in texts)
            found += _around(chars(kind), others, in_front=in_front, at_end=at_end)
    return found


def listed(texts: Iterable[str]) -> list[Expression]:
    """The examples alone, where they are few and words: "yes", "no" -> yes|no"""
    words = sorted(set(texts))
    return [union(*map(literal, words))] if 1 < len(words) <= MOST_LISTED and all(map(str.isalpha, words)) else []


def _around(piece: Expression, others: CharSet, *, in_front: bool, at_end: bool) -> Iterator[Expression]:
    around = star(chars(others))
    yield concat(around, piece, around)
    if in_front:
        yield concat(piece, around)
    if at_end:
        yield concat(around, piece)


def _has(text: str, kind: CharSet) -> bool:
    return any(character in kind for character in text)
