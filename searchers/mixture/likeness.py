"""Whether two shapes are of one format: the odds by what one has more, how often each is there, and what they share."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import log
from typing import Final, NamedTuple

from searchers.mixture.columns import RANDOM, Leaf, Tokens, leaf_lengths

MOST_CELLS: Final = 400  # of the table of an alignment
MOST_LOOKED_AT: Final = 300  # values of a shape
OPEN, EXTEND, REPLACE = 1.0, 0.4, 1.3  # of a part that one has more; of a token in place of another


class Block(NamedTuple):
    """What one shape has where the other has something else, and where both have it."""

    part: Tokens
    instead: Tokens
    place: int
    other_place: int


@dataclass
class Shape:
    """A leaf with the words that it has at each place."""

    leaf: Leaf

    @cached_property
    def words(self) -> list[set[str]]:
        """At most so many different words at each token."""
        found: list[set[str]] = [set() for _ in self.leaf.tokens]
        for value in islice(self.leaf.values, MOST_LOOKED_AT):
            place = 0
            for words, length in zip(found, leaf_lengths(self.leaf.tokens, value), strict=True):
                words.add(value[place : place + length])
                place += length
        return found


def blocks(one: Tokens, other: Tokens) -> tuple[Block, ...]:
    """The parts in which two sequences differ, as few as can be."""
    head = 0
    while head < min(len(one), len(other)) and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < min(len(one), len(other)) - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    left, right = one[head : len(one) - tail], other[head : len(other) - tail]
    if not left and not right:
        return ()
    if not left or not right or len(left) * len(right) > MOST_CELLS:
        return (Block(left, right, head, head),)
    return tuple(
        Block(left[a:b], right[c:d], head + a, head + c) for a, b, c, d in _aligned(left, right)
    )


def _aligned(left: Tokens, right: Tokens) -> list[tuple[int, int, int, int]]:
    """Where the parts that differ begin and end in both, of the cheapest alignment."""
    rows, columns = len(left), len(right)
    infinite = float("inf")
    # cost by what comes last: 0 the same, 1 a part of left, 2 a part of right, 3 one in place of another
    best = [[[infinite] * 4 for _ in range(columns + 1)] for _ in range(rows + 1)]
    back = [[[0] * 4 for _ in range(columns + 1)] for _ in range(rows + 1)]
    best[0][0][0] = 0.0
    for i in range(rows + 1):
        for j in range(columns + 1):
            cell, way = best[i][j], back[i][j]
            if i and j:
                before = best[i - 1][j - 1]
                last = min(range(4), key=before.__getitem__)
                if left[i - 1] == right[j - 1]:
                    cell[0], way[0] = before[last], last
                else:
                    cell[3], way[3] = before[last] + REPLACE, last
            if i:
                before = best[i - 1][j]
                costs = [cost + (EXTEND if last == 1 else OPEN) for last, cost in enumerate(before)]
                way[1] = min(range(4), key=costs.__getitem__)
                cell[1] = costs[way[1]]
            if j:
                before = best[i][j - 1]
                costs = [cost + (EXTEND if last == 2 else OPEN) for last, cost in enumerate(before)]
                way[2] = min(range(4), key=costs.__getitem__)
                cell[2] = costs[way[2]]
    i, j = rows, columns
    last = min(range(4), key=best[i][j].__getitem__)
    parts: list[tuple[int, int, int, int]] = []
    while i or j:
        previous = back[i][j][last]
        a, c = i - (last != 2), j - (last != 1)
        if last:
            if parts and parts[-1][0] == i and parts[-1][2] == j:
                b, d = parts.pop()[1::2]
                parts.append((a, b, c, d))
            else:
                parts.append((a, i, c, j))
        i, j, last = a, c, previous
    return parts[::-1]


def kind_of_block(block: Block, one: Tokens, other: Tokens) -> str:
    """What sort of a difference it is."""
    part, instead = block.part, block.instead
    if part and instead:
        return _kind_of_replacement(part, instead)
    tokens, place = (one, block.place) if part else (other, block.other_place)
    part = part or instead
    before, behind = tokens[:place], tokens[place + len(part) :]
    if part in (("-",), ("+",)) and behind[:1] == ("0",) and not before[-1:] or before[-1:] in ((" ",), ("(",), (",",)):
        return "sign"
    if part in (before[-len(part) :], behind[: len(part)]):
        return "repeated"
    if (part == (".", "0") and before[-1:] == ("0",)) or (part == ("0", ".") and behind[:1] == ("0",)):
        return "fraction"
    if all(token == " " for token in part):
        return "blank"
    if all(token.isalnum() for token in part):
        joined = before[-1:] + behind[:1]
        return "word" if not any(token.isalnum() for token in joined) else "in word"
    if not any(token.isalnum() for token in part):
        return "signs"
    return "at end" if not behind else "at start" if not before else "within"


def _kind_of_replacement(part: Tokens, instead: Tokens) -> str:
    if len(part) == len(instead) == 1:
        a, b = part[0], instead[0]
        if a.isalnum() and b.isalnum():
            if a[0] == RANDOM or b[0] == RANDOM:
                return "random"
            return "digits for letters" if "0" in (a, b) else "case"
        if not a.isalnum() and not b.isalnum():
            alike = unicodedata.category(a[0]) == unicodedata.category(b[0])
            return "like sign" if alike else "other sign"
        return "word for sign"
    if all(token.isalnum() for token in (*part, *instead)):
        return "other word"
    return "other part"


KINDS: Final = (
    "sign", "repeated", "fraction", "blank", "word", "in word", "signs", "at end", "at start", "within",
    "random", "digits for letters", "case", "like sign", "other sign", "word for sign", "other word", "other part",
)  # fmt: skip
SHARED: Final = ("repeated", "fraction", "sign", "random", "like sign")
FEATURES: Final = (
    "one", *KINDS, "share", "share of options", "blocks", "edited", "matched", "least common", "mean common", "words",
    "constants", "other constants", "support", "few", "single", "rare", "separate kinds", "begins", "ends",
)  # fmt: skip


def features(one: Shape, other: Shape, parts: Sequence[Block], support: int, total: int) -> list[float]:
    """What the odds are of: see FEATURES."""
    few, many = sorted((one.leaf.count, other.leaf.count))
    found = Counter(kind_of_block(block, one.leaf.tokens, other.leaf.tokens) for block in parts)
    share = log(few / (few + many)) - log(0.5)
    options = sum(found[kind] for kind in SHARED) == len(parts)
    commons, words, equal, unlike = _matched(one, other, parts)
    edited = sum(len(block.part) + len(block.instead) for block in parts)
    matched = len(one.leaf.tokens) + len(other.leaf.tokens) - edited
    values = min(len(one.leaf.values), len(other.leaf.values))
    return [
        1.0,
        *(float(found[kind]) for kind in KINDS),
        share,
        share * options,
        log(1 + len(parts)),
        log(1 + edited),
        log(1 + matched),
        min(commons, default=0.0),
        sum(commons) / len(commons) if commons else 0.0,
        words,
        log(1 + equal),
        log(1 + unlike),
        log(1 + support),
        log(values),
        float(values == 1),
        log(few / total),
        float(len(found)),
        float(one.leaf.tokens[:1] == other.leaf.tokens[:1]),
        float(one.leaf.tokens[-1:] == other.leaf.tokens[-1:]),
    ]


def _matched(one: Shape, other: Shape, parts: Sequence[Block]) -> tuple[list[float], float, int, int]:
    """Of the tokens that both have: how their lengths and words agree, constants that are the same and that are not."""
    commons: list[float] = []
    shares: list[float] = []
    equal = unlike = 0
    for a, b in matched_places(one.leaf.tokens, other.leaf.tokens, parts):
        if not one.leaf.tokens[a].isalnum():
            continue
        commons.append(_common(one.leaf.lengths[a], other.leaf.lengths[b]))
        left, right = one.words[a], other.words[b]
        if len(left) == len(right) == 1 and max(map(len, left)) > 1:
            equal += left == right
            unlike += left != right
        shares.append(len(left & right) / min(len(left), len(right)))
    return commons, sum(shares) / len(shares) if shares else 0.0, equal, unlike


def matched_places(one: Tokens, other: Tokens, parts: Sequence[Block]) -> list[tuple[int, int]]:
    """The places of tokens that both have."""
    pairs: list[tuple[int, int]] = []
    a = b = 0
    for block in (*parts, Block((), (), len(one), len(other))):
        while a < block.place and b < block.other_place:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        a, b = block.place + len(block.part), block.other_place + len(block.instead)
    return pairs


def _common(one: Counter[int], other: Counter[int]) -> float:
    return sum(min(one[length] / one.total(), other[length] / other.total()) for length in one)
