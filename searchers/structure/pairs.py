"""Balanced pairs of characters, and the levels of nesting that they make: checked on the examples, never assumed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from searchers.structure.private_characters import GROUPS

BRACKETS: Final = ("()", "[]", "{}", "<>")
LEAST_DEPTH: Final = 2  # how deep other characters must nest before they count as a pair
LEAST_SHARE: Final = 0.2  # of the examples that must be so deep
MAX_CHARACTERS: Final = 40  # distinct ones among which pairs are looked for
TOP: Final = -1  # in the place of the number of a pair


class Pair(NamedTuple):
    """An opening and a closing character."""

    opening: str
    closing: str


class Level(NamedTuple):
    """What stands between the opening and the closing character of a pair, its own groups as placeholders.

    `pair` is the number of the pair, or TOP for the whole text; character i of `text` begins at offsets[i] of the whole
    text, and the level ends at offsets[-1].
    """

    pair: int
    text: str
    offsets: tuple[int, ...]


def balanced_pairs(texts: Sequence[str], *, least: int = 2) -> list[Pair]:
    """The pairs that are balanced in every text: brackets, and other characters that nest in many of the texts.

    Brackets must hold `least` different things: `<` and `>` of `<->` and `<>` are no pair.
    """
    characters = sorted(set().union(*texts))
    pairs = balanced_brackets(texts, least=least)
    taken = {character for pair in pairs for character in pair}
    for pair in sorted(_nesting_pairs([c for c in characters if c not in taken], texts), reverse=True):
        if taken.isdisjoint(pair[1]):
            pairs.append(pair[1])
            taken.update(pair[1])
    return _uncrossed(pairs, texts)


def balanced_brackets(texts: Sequence[str], *, least: int = 2) -> list[Pair]:
    """The brackets that are balanced in every text and hold `least` different things."""
    return [Pair(*both) for both in BRACKETS if _is_balanced(Pair(*both), texts, least)]


def _uncrossed(pairs: Sequence[Pair], texts: Sequence[str]) -> list[Pair]:
    """The pairs that do not cross any before them: "([)]" has only one of them."""
    kept: list[Pair] = []
    for pair in pairs:
        if all(levels(text, [*kept, pair]) is not None for text in texts):
            kept.append(pair)
    return kept


def _is_balanced(pair: Pair, texts: Sequence[str], least: int) -> bool:
    if any(depth(text, pair) is None for text in texts):
        return False
    inside = {level.text for text in texts for level in levels(text, [pair]) or () if level.pair != TOP}
    return len(inside) >= least


def _nesting_pairs(characters: Sequence[str], texts: Sequence[str]) -> Iterator[tuple[int, Pair]]:
    """a^n b^n: any two characters that are balanced and nest, with the greatest depth."""
    if len(characters) > MAX_CHARACTERS:
        return
    least = max(2, LEAST_SHARE * len(texts))
    for opening in characters:
        for closing in characters:
            pair = Pair(opening, closing)
            if opening == closing or opening.isspace() or closing.isspace():
                continue
            depths = [found for text in texts if (found := depth(text, pair)) is not None]
            if len(depths) == len(texts) and sum(found >= LEAST_DEPTH for found in depths) >= least:
                yield max(depths), pair


def depth(text: str, pair: Pair) -> int | None:
    """How deep a pair nests in a text; None when it is not balanced there."""
    deepest = current = 0
    for character in text:
        if character == pair.opening:
            current += 1
            deepest = max(deepest, current)
        elif character == pair.closing:
            current -= 1
            if current < 0:
                return None
    return deepest if current == 0 else None


def levels(text: str, pairs: Sequence[Pair]) -> list[Level] | None:
    """The levels of a text, inner ones first and the whole last; None when pairs cross or are not balanced.

    A pair that is listed twice is two kinds of group: the second kind stands right behind a letter or digit, like the
    arguments of a call. "f(a,(b))" -> the levels "b", "a,⟨0⟩", and "f⟨0⟩" on top
    """
    opens: dict[str, list[int]] = {}
    for number, pair in enumerate(pairs):
        opens.setdefault(pair.opening, []).append(number)
    closing = {pair.closing for pair in pairs}
    found: list[Level] = []
    stack: list[tuple[int, list[str], list[int]]] = [(TOP, [], [])]
    for place, character in enumerate(text):
        number, inside, offsets = stack[-1]
        if character in opens:
            kinds = opens[character]
            called = place > 0 and text[place - 1].isalnum()
            stack.append((kinds[-1] if called else kinds[0], [], []))
        elif character in closing:
            if number == TOP or pairs[number].closing != character:
                return None
            found.append(Level(number, "".join(inside), (*offsets, place)))
            stack.pop()
            first = offsets[0] if offsets else place
            stack[-1][1].append(GROUPS.character(number))
            stack[-1][2].append(first - 1)
        else:
            inside.append(character)
            offsets.append(place)
    if len(stack) > 1:
        return None
    _, inside, offsets = stack[0]
    return [*found, Level(TOP, "".join(inside), (*offsets, len(text)))]
