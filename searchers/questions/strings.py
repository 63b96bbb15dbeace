"""Strings that look like examples with a part otherwise: what a person can judge at a glance."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator
from typing import Final

TOKEN: Final = re.compile(r"[0-9]+|[a-z]+|[A-Z]+|[^\W0-9a-zA-Z_]+|.", re.DOTALL)
SIGNS: Final = "-_. /:,"
LONGEST_SPAN: Final = 4  # tokens that are dropped or doubled together
MOST_TOKENS: Final = 40


def variations(text: str, rng: random.Random) -> Iterator[str]:
    """The text with one part dropped, doubled, longer, shorter, or of other characters, each in turn."""
    tokens = TOKEN.findall(text)[:MOST_TOKENS]
    rest = text[sum(map(len, tokens)) :]
    for first in range(len(tokens)):
        for end in range(first + 1, min(len(tokens), first + LONGEST_SPAN) + 1):
            before, part, after = tokens[:first], tokens[first:end], tokens[end:]
            yield "".join([*before, *after, rest])  # 10:45 pm -> 10:45
            yield "".join([*before, *part, *part, *after, rest])  # 1,2 -> 1,2,2
        yield "".join(tokens[:first])
        yield "".join([*tokens[first:], rest])
        yield "".join([*tokens[:first], _mixed(rng)])
        yield "".join([_mixed(rng), *tokens[first + 1 :], rest])
        for other in _others(tokens[first], rng):
            yield "".join([*tokens[:first], other, *tokens[first + 1 :], rest])
    for sign in SIGNS:
        yield sign + text
        yield text + sign
        yield text + sign + text
    yield text + text


def _others(token: str, rng: random.Random) -> Iterator[str]:
    """What may stand in the place of a token."""
    kind = _kind(token[0])
    if not kind:
        yield from (sign for sign in SIGNS if sign != token)
        yield rng.choice(string.ascii_lowercase)
        yield rng.choice(string.digits)
        return
    length = len(token)
    yield _mixed(rng)
    yield from {token[:-1], token[0], token + _word(kind, 1, rng), token + _word(kind, length + 2, rng)}
    yield _word(kind, length, rng)
    for other in (string.digits, string.ascii_lowercase, string.ascii_uppercase):
        if other != kind:
            yield _word(other, length, rng)
            place = rng.randrange(length)
            yield token[:place] + rng.choice(other) + token[place + 1 :]
            yield rng.choice(other) + token[1:]
            yield token[:-1] + rng.choice(other)
    yield from (token.swapcase(), token.capitalize(), "é" * length)
    if length > 1:
        sign, place = rng.choice(SIGNS), rng.randrange(1, length)
        yield token[:place] + sign + token[place:]
        yield token[:place] + sign + token[place + 1 :]
    if kind == string.digits:
        yield from ("0" * length, "9" * length, "0" + token)


def _kind(character: str) -> str:
    for kind in (string.digits, string.ascii_lowercase, string.ascii_uppercase):
        if character in kind:
            return kind
    return string.ascii_lowercase if character.isalpha() else ""


def _mixed(rng: random.Random) -> str:
    """Something of all kinds."""
    kinds = (string.ascii_lowercase, SIGNS, string.digits, string.ascii_uppercase)
    return "".join(map(rng.choice, kinds))


def _word(kind: str, length: int, rng: random.Random) -> str:
    return "".join(rng.choices(kind, k=length))
