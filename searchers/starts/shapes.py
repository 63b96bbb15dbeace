"""Token-shape clustering: which examples look alike, and which are so rare that they may be mistakes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby

from searchers.starts.column import Texts


def character_kind(character: str) -> str:
    """Digit, upper-case letter, lower-case letter, or the character itself."""
    if character.isdigit():
        return "0"
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return character


def letters_alike(character: str) -> str:
    """Digit, letter, or the character itself."""
    return "0" if character.isdigit() else "a" if character.isalpha() else character


def alphanumerics_alike(character: str) -> str:
    """Letter or digit, or the character itself."""
    return "a" if character.isalnum() else character


def words_alike(character: str) -> str:
    """Letter, digit, `_`, `-` or `.`, or the character itself."""
    return "a" if character.isalnum() or character in "_-." else character


KINDS = (character_kind, letters_alike, alphanumerics_alike, words_alike)


def common_shapes(texts: Texts) -> Iterator[dict[str, int]]:
    """The texts without those of rare shapes, once for every kind of shape and every share of texts kept.

    A shape is the sequence of kinds in a text, runs as one: "AB-12" and "X-9" have the shape A-0.
    """
    total = sum(texts.values())
    seen = set()
    for kind in KINDS:
        groups: defaultdict[tuple[str, ...], dict[str, int]] = defaultdict(dict)
        for text, times in texts.items():
            groups[tuple(name for name, _ in groupby(text, kind))][text] = times
        weights = Counter({shape: sum(group.values()) for shape, group in groups.items()})
        kept: dict[str, int] = {}
        for shape, _ in weights.most_common():
            kept |= groups[shape]
            share = sum(kept.values()) / total
            if 0.5 <= share < 1 and frozenset(kept) not in seen:
                seen.add(frozenset(kept))
                yield dict(kept)
