"""Alphabets, classes, expressions, grammars and texts, drawn from a stream."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from dsl.charset import EVERYTHING, MAX_CODE_POINT, NEWLINE, CharSet, shorthand
from dsl.errors import PatternError
from dsl.expressions.expression import EPSILON, Chars, Expression, Ref, concat, literal, repeat, union
from dsl.grammar import Grammar

ALPHABETS: Final = (
    "ab",
    "abc",
    "aA",
    "sSſ",  # three that are one without case
    "kKK",
    "iIİı",
    "\0a",
    "\n\r",
    "a\n",
    "\x1c\x1d\x85",  # what splitlines ends lines at
    "\u2028a",
    "]^-",
    "[]\\",
    ".$^",
    "(|)",
    "*+?",
    "{,}",
    "a-z",
    "/\"'",
    "#~@",
    "0٣９",  # digits, all of them
    " \t\xa0",
    "ée\u0301",
    "日本",
    "a😀",
    "\x7f\x80",
    "ÿĀ",
    "\ud7ff\ue000",
    "\ud800\udfff",  # lone surrogates
    "\uffff\U00010000",
    "\U0010ffffa",
    "\u200b\u202e\ufeff",
    "_a0",
)
COUNTS: Final = [(0, None), (1, None), (0, 1), (2, 2), (1, 2), (0, 2), (2, None), (1, 3), (3, 3), (3, None), (2, 5)]
NAMES: Final = ("start", "b", "c", "d")


def draw_alphabet(rng: random.Random) -> str:
    """Two to four different letters."""
    letters = rng.choice(ALPHABETS)
    if rng.random() < 0.3:
        letters += rng.choice(rng.choice(ALPHABETS))
    if rng.random() < 0.1:
        letters += chr(rng.randint(0, MAX_CODE_POINT))
    return "".join(dict.fromkeys(letters))[:4]


def draw_sets(rng: random.Random, letters: str, count: int = 8) -> list[CharSet]:
    """Classes that hold some of the letters, and others that hold more, or none."""
    return [*(CharSet.of(letter) for letter in letters), *(_draw_set(rng, letters) for _ in range(count))]


def _draw_set(rng: random.Random, letters: str) -> CharSet:
    kind = rng.random()
    if kind < 0.4:
        found = CharSet.of(rng.sample(letters, rng.randint(1, len(letters))))
    elif kind < 0.6:
        low, high = sorted((ord(rng.choice(letters)), rng.choice([ord(rng.choice(letters)), rng.randint(0, 0x2FFF)])))
        found = CharSet([(low, high)])
    elif kind < 0.8:
        found = rng.choice([shorthand("d"), shorthand("w"), shorthand("s"), EVERYTHING, EVERYTHING - NEWLINE])
    else:
        found = CharSet.of(rng.choice(letters)) | CharSet.of(chr(rng.randint(0, MAX_CODE_POINT)))
    if rng.random() < 0.25:
        found = ~found or found
    return found


def draw_expression(rng: random.Random, sets: Sequence[CharSet], leaves: int) -> Expression:
    """An expression of about so many leaves, with every kind of node that a regex has but ∅."""
    if leaves <= 1:
        return _leaf(rng, sets)
    kind = rng.random()
    if kind < 0.3:
        return repeat(draw_expression(rng, sets, leaves - 1), *rng.choice(COUNTS))
    first = rng.randint(1, leaves - 1)
    parts = [draw_expression(rng, sets, first), draw_expression(rng, sets, leaves - first)]
    if rng.random() < 0.1:
        parts.append(parts[0])  # what is there twice is what rewrites look for
    return concat(*parts) if kind < 0.7 else union(*parts)


def _leaf(rng: random.Random, sets: Sequence[CharSet]) -> Expression:
    node: Expression = EPSILON if rng.random() < 0.08 else Chars(rng.choice(sets))
    return repeat(node, *rng.choice(COUNTS)) if rng.random() < 0.3 else node


def draw_grammar(rng: random.Random, letters: str, sets: Sequence[CharSet], leaves: int = 5) -> Grammar:
    """A grammar of up to four rules, with loops and empty parts among them."""
    while True:
        names = NAMES[: rng.randint(1, len(NAMES))]
        try:
            return Grammar({name: _draw_body(rng, letters, sets, names, rng.randint(1, leaves)) for name in names})
        except PatternError:  # a rule without strings
            pass


def _draw_body(
    rng: random.Random, letters: str, sets: Sequence[CharSet], names: Sequence[str], leaves: int
) -> Expression:
    if leaves <= 1:
        kind = rng.random()
        if kind < 0.45:
            return Ref(rng.choice(names))
        return literal("".join(rng.choices(letters, k=rng.randint(1, 3)))) if kind < 0.65 else _leaf(rng, sets)
    kind = rng.random()
    if kind < 0.2:
        return repeat(_draw_body(rng, letters, sets, names, leaves - 1), *rng.choice(COUNTS))
    first = rng.randint(1, leaves - 1)
    parts = [_draw_body(rng, letters, sets, names, count) for count in (first, leaves - first)]
    return concat(*parts) if kind < 0.6 else union(*parts)


def mutated(rng: random.Random, text: str, letters: str) -> str:
    """The text with a few letters lost, inserted or replaced, or a piece moved."""
    for _ in range(rng.randint(0, 3)):
        start, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        letter = rng.choice(letters)
        text = rng.choice(
            [
                text[:start] + letter + text[start:],
                text[:start] + letter + text[start + 1 :],
                text[:start] + text[start + 1 :],
                text[:start] + text[end:],
                text[:end] + text[start:],
                text[end:] + text[:start] + text[start:end],
            ]
        )
    return text
