"""Tokens of a level: runs of letters and digits, quoted strings, signs; or simply its characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from searchers.structure.private_characters import GROUPS

LEAST_DOCUMENTS: Final = 2  # levels that must have a word for it to count as a keyword
LEAST_KEYWORD: Final = 3  # how often it must come in all
QUOTES: Final = "\"'"

_OPERATORS = "== != <= >= <> -> <- <-> => <=> && || := :: ++ ** // \\/ /\\"
OPERATORS: Final = frozenset(_OPERATORS.split())

NUMBER, WORD, NAME, QUOTED = "#number", "#word", "#name", "#quoted"  # what tokens without a type of their own are

SHAPES: Final = (NUMBER, WORD, NAME, QUOTED)

Lexer: TypeAlias = Callable[[str], list[str]]


def by_character(text: str) -> list[str]:
    """Every character is a token."""
    return list(text)


def by_kind(text: str) -> list[str]:
    """Runs of letters, runs of digits, quoted strings, single signs."""
    return _runs(text, lambda first: str.isdigit if first.isdigit() else str.isalpha)


def by_name(text: str) -> list[str]:
    """Runs of letters and digits, and of `_` within them, quoted strings, single signs."""
    return _runs(text, lambda _: _in_name)


def _in_name(character: str) -> bool:
    return character.isalnum() or character == "_"


def by_value(text: str) -> list[str]:
    """As by_kind, but a number has its sign and its fraction: "a*-1.5" -> a * -1.5"""
    return _with_values(by_kind(text))


def by_name_and_value(text: str) -> list[str]:
    """As by_name, but a number has its sign and its fraction."""
    return _with_values(by_name(text))


def _with_values(pieces: Sequence[str]) -> list[str]:
    tokens: list[str] = []
    for token in pieces:
        if token.isdigit() and tokens and tokens[-1] == "-" and (len(tokens) == 1 or not _is_operand(tokens[-2])):
            tokens[-1] += token
        elif token.isdigit() and len(tokens) > 1 and tokens[-1] == "." and _is_number(tokens[-2]):
            tokens[-2:] = [f"{tokens[-2]}.{token}"]
        else:
            tokens.append(token)
    return tokens


def _is_number(token: str) -> bool:
    return token.lstrip("-").isdigit()


def _is_operand(token: str) -> bool:
    return token[-1].isalnum() or token[-1] in GROUPS


LEXERS: Final[tuple[Lexer, ...]] = (by_kind, by_name, by_value, by_character)


def _runs(text: str, inside: Callable[[str], Callable[[str], bool]]) -> list[str]:
    tokens: list[str] = []
    start = 0
    while start < len(text):
        end = start + 1
        if text[start] in QUOTES and (closing := text.find(text[start], end)) >= 0:
            end = closing + 1
        elif text[start].isalnum():
            belongs = inside(text[start])
            while end < len(text) and belongs(text[end]):
                end += 1
        tokens.append(text[start:end])
        start = end
    return tokens


def with_operators(pieces: Iterable[str]) -> list[str]:
    """Signs that people write as one operator are one token: < = -> <="""
    tokens: list[str] = []
    for piece in pieces:
        if tokens and tokens[-1] + piece in OPERATORS:
            tokens[-1] += piece
        else:
            tokens.append(piece)
    return tokens


def shape(token: str) -> str:
    """The type of a token that is nothing special."""
    if token.replace(".", "").lstrip("-").isdigit():
        return NUMBER
    if token.isalpha():
        return WORD
    if token.replace("_", "").isalnum():
        return NAME
    return QUOTED if len(token) > 1 and token[0] in QUOTES else token


def keywords(rows: Iterable[Sequence[str]]) -> set[str]:
    """The words that come so often that they may mean something."""
    documents, times = Counter[str](), Counter[str]()
    for row in rows:
        times.update(row)
        documents.update(set(row))
    return {
        token
        for token, count in times.items()
        if shape(token) in (WORD, NAME) and count >= LEAST_KEYWORD and documents[token] >= LEAST_DOCUMENTS
    }
