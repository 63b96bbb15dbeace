"""Strings that put parts of nested examples in one another's place: may this group stand where that word does?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from searchers.structure.pairs import BRACKETS, TOP, Level, balanced_pairs, levels
from searchers.structure.tokens import by_value, shape

VARIED: Final = 6  # examples that are changed, the shortest and some others
SPECIMENS: Final = 8  # kinds of part that are tried in a place
MARKS: Final = (",", " ", ";")
MOST: Final = 400  # strings


def exchanges(texts: Sequence[str], rng: random.Random) -> Iterator[str]:
    """Examples with a part in the place of another, twice with a mark between, within brackets, or gone."""
    distinct = sorted(set(texts), key=lambda text: (len(text), text))
    pairs = balanced_pairs(distinct, least=1)
    read = {text: levels(text, pairs) or [] for text in distinct}
    specimens = _specimens(read)
    signs = sorted({sign for text in distinct for sign in text if not sign.isalnum() and len(sign.strip()) == 1})
    marks = list(dict.fromkeys([*MARKS, *rng.sample(signs, min(3, len(signs)))]))
    half = VARIED // 2
    chosen = dict.fromkeys([*distinct[:half], *rng.sample(distinct, min(half, len(distinct)))])
    found: dict[str, None] = {}
    for text in chosen:
        for start, end in _parts(read[text]):
            part = text[start:end]
            others = [other for other in specimens if other != part]
            others += [part + mark + part for mark in marks] if part else []  # [1] -> [1,1]
            others += [opening + part + closing for opening, closing in BRACKETS]
            found |= dict.fromkeys(text[:start] + other + text[end:] for other in ("", part + part, *others))
    yield from rng.sample(list(found), min(MOST, len(found)))


def _parts(found: Sequence[Level]) -> Iterator[tuple[int, int]]:
    """Where the tokens and groups of a text begin and end, and what its groups hold."""
    for level in found:
        index = 0
        for token in by_value(level.text):
            yield level.offsets[index], level.offsets[index + len(token)]
            index += len(token)
        yield level.offsets[0], level.offsets[-1]


def _specimens(read: dict[str, list[Level]]) -> list[str]:
    """The first of each kind of token, group and content, those of short texts before the others."""
    kinds: dict[tuple[int, str], str] = {}
    for text, found in read.items():
        for level in found:
            whole = text[level.offsets[0] : level.offsets[-1]]
            if level.pair != TOP:
                kinds.setdefault((level.pair, "inside"), whole)
            index = 0
            for token in by_value(level.text):
                start, end = level.offsets[index], level.offsets[index + len(token)]
                kinds.setdefault((TOP, shape(token)), text[start:end])
                index += len(token)
    return list(dict.fromkeys(kinds.values()))[:SPECIMENS]
