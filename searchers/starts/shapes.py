"""Token-shape clustering: which examples look alike, and which are so rare that they may be mistakes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import groupby

from searchers.starts.column import Texts


@cache
def character_kind(character: str) -> str:
    """Digit, upper-case letter, lower-case letter, or the character itself."""
    if character.isdigit():
        return "0"
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return character


@cache
def letters_alike(character: str) -> str:
    """Digit, letter, or the character itself."""
    return "0" if character.isdigit() else "a" if character.isalpha() else character


@cache
def alphanumerics_alike(character: str) -> str:
    """Letter or digit, or the character itself."""
    return "a" if character.isalnum() else character


@cache
def words_alike(character: str) -> str:
    """Letter, digit, `_`, `-` or `.`, or the character itself."""
    return "a" if character.isalnum() or character in "_-." else character


KINDS = (character_kind, letters_alike, alphanumerics_alike, words_alike)

Kind = Callable[[str], str]
Shape = tuple[str, ...]
Row = tuple[tuple[str, str], ...]  # kinds and tokens of a text


@lru_cache(maxsize=1 << 14)
def tokens(text: str, kind: Kind) -> Row:
    """Maximal runs of one kind: "AB-12" -> ("A", "AB"), ("-", "-"), ("0", "12")"""
    return tuple((name, "".join(run)) for name, run in groupby(text, kind))


def shape(text: str, kind: Kind) -> Shape:
    """The kinds in a text, runs as one: "AB-12" and "X-9" have the shape A-0."""
    return tuple(name for name, _ in groupby(text, kind))


def look_alike(texts: Texts) -> bool:
    """Whether all texts have one shape and one length, so that none of them is odd."""
    return len({(len(text), shape(text, character_kind)) for text in texts}) == 1


def common_shapes(texts: Texts) -> Iterator[dict[str, int]]:
    """The texts without those of rare shapes, once for every kind of shape and every share of texts kept."""
    total = sum(texts.values())
    seen = set()
    for kind in KINDS:
        groups: defaultdict[Shape, dict[str, int]] = defaultdict(dict)
        for text, times in texts.items():
            groups[shape(text, kind)][text] = times
        weights = Counter({name: sum(group.values()) for name, group in groups.items()})
        kept: dict[str, int] = {}
        for name, _ in weights.most_common():
            kept |= groups[name]
            share = sum(kept.values()) / total
            if 0.5 <= share < 1 and frozenset(kept) not in seen:
                seen.add(frozenset(kept))
                yield dict(kept)
