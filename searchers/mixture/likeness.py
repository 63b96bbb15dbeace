"""The odds that two shapes are of one format: by what one has more, how often each is there, and what they share.

A logistic regression, whose weights `benchmarks/likeness.py` fits on mixes of formats that are made for it.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, islice
from math import log
from pathlib import Path
from typing import Final, NamedTuple

from searchers.mixture.columns import RANDOM, Leaf, Tokens, leaf_lengths

MOST_CELLS: Final = 400  # of the table of an alignment
MOST_LOOKED_AT: Final = 300  # values of a shape
MOST_BLOCKS: Final = 6  # in which shapes differ that are compared
MOST_EDITED: Final = 12  # tokens
LARGEST_SHARE: Final = 0.4  # of the tokens of both
OPEN, EXTEND, REPLACE = 1.0, 0.4, 1.3  # of a part that one has more; of a token in place of another


class Block(NamedTuple):
    """What one shape has where the other has something else, and where both have it."""

    part: Tokens
    instead: Tokens
    place: int
    other_place: int


Blocks = tuple[Block, ...]


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


def blocks(one: Tokens, other: Tokens) -> Blocks:
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
    return tuple(Block(left[a:b], right[c:d], head + a, head + c) for a, b, c, d in _aligned(left, right))


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
    """What sort of a difference it is, a name of KINDS."""
    if block.part and block.instead:
        return _kind_of_replacement(block.part, block.instead)
    tokens, place = (one, block.place) if block.part else (other, block.other_place)
    part = block.part or block.instead
    before, behind = tokens[:place], tokens[place + len(part) :]
    if part in (before[-len(part) :], behind[: len(part)]):
        return "repeated"
    if part in (("-",), ("+",)) and behind[:1] == ("0",) and before[-1:] in ((), (" ",), ("(",), (",",)):
        return "sign"
    if (part == (".", "0") and before[-1:] == ("0",)) or (part == ("0", ".") and behind[:1] == ("0",)):
        return "fraction"
    if not any(map(str.isalnum, part)):
        return "blanks" if all(map(str.isspace, part)) else "signs"
    if all(map(str.isalnum, part)):
        return "in word" if any(map(str.isalnum, before[-1:] + behind[:1])) else "word"
    return "at end" if not behind else "at start" if not before else "within"


def _kind_of_replacement(part: Tokens, instead: Tokens) -> str:
    if len(part) > 1 or len(instead) > 1:
        return "other word" if all(map(str.isalnum, (*part, *instead))) else "other part"
    one, other = part[0], instead[0]
    if one.isalnum() != other.isalnum():
        return "word for sign"
    if not one.isalnum():
        return "like sign" if unicodedata.category(one) == unicodedata.category(other) else "other sign"
    if RANDOM in (one[0], other[0]):
        letters = [set(token.removeprefix(RANDOM)) - {"0"} for token in (one, other)]
        return "random" if letters[0] <= letters[1] or letters[1] <= letters[0] else "other case of random"
    return "digits for letters" if "0" in (one, other) else "other case"


KINDS: Final = (
    "sign", "repeated", "fraction", "blanks", "word", "in word", "signs", "at end", "at start", "within", "random",
    "other case of random", "digits for letters", "other case", "like sign", "other sign", "word for sign",
    "other word", "other part",
)  # fmt: skip
OPTIONS: Final = ("repeated", "fraction", "sign", "random", "like sign")


def features(one: Shape, other: Shape, parts: Blocks, support: int, total: int) -> dict[str, float]:
    """What the odds depend on, by names.

    parts    in what the shapes differ
    support  how many other pairs of shapes differ in the same
    total    values of the column
    """
    left, right = one.leaf, other.leaf
    found = Counter(kind_of_block(block, left.tokens, right.tokens) for block in parts)
    few, many = sorted((left.count, right.count))
    share = log(2 * few / (few + many))
    edited = [token for block in parts for token in (*block.part, *block.instead)]
    tokens = (*left.tokens, *right.tokens)
    words = sum(map(str.isalnum, tokens)) - sum(map(str.isalnum, edited))
    values = min(len(left.values), len(right.values))
    return {
        "one": 1.0,
        **{kind: log(1 + found[kind]) for kind in KINDS},
        "share": share,
        "share of an option": share * (sum(found[kind] for kind in OPTIONS) == len(parts)),
        "parts": log(1 + len(parts)),
        "edited": log(1 + len(edited)),
        "share of edited": len(edited) / len(tokens),
        "words of both": log(1 + words),
        "signs of both": log(1 + len(tokens) - len(edited) - words),
        "lengths": abs(log(left.mean_length / right.mean_length)),
        "support": log(1 + support),
        "values": log(values),
        "one value": float(values == 1),
        "rare": log(few / total),
        "same beginning": float(left.tokens[:1] == right.tokens[:1]),
        "same end": float(left.tokens[-1:] == right.tokens[-1:]),
        **_agreement(one, other, parts),
    }


def _agreement(one: Shape, other: Shape, parts: Blocks) -> dict[str, float]:
    """How the words agree that stand at the same places: their lengths, whether they are the same ones."""
    lengths: list[float] = []
    same: list[float] = []
    equal = unlike = 0
    for place, place_of_other in _places_of_both(one.leaf.tokens, other.leaf.tokens, parts):
        if one.leaf.tokens[place].isalnum():
            lengths.append(_common(one.leaf.lengths[place], other.leaf.lengths[place_of_other]))
            left, right = one.words[place], other.words[place_of_other]
            same.append(len(left & right) / min(len(left), len(right)))
            if len(left) == len(right) == 1 and len(next(iter(left))) > 1:
                equal, unlike = equal + (left == right), unlike + (left != right)
    return {
        "least common lengths": min(lengths, default=0.0),
        "common lengths": sum(lengths) / max(1, len(lengths)),
        "common words": sum(same) / max(1, len(same)),
        "constants": log(1 + equal),
        "other constants": log(1 + unlike),
    }


def _places_of_both(one: Tokens, other: Tokens, parts: Blocks) -> Iterator[tuple[int, int]]:
    """The places of tokens that both have."""
    place = place_of_other = 0
    for block in (*parts, Block((), (), len(one), len(other))):
        yield from zip(range(place, block.place), range(place_of_other, block.other_place), strict=True)
        place, place_of_other = block.place + len(block.part), block.other_place + len(block.instead)


def _common(one: Counter[int], other: Counter[int]) -> float:
    """What two distributions of lengths have in common."""
    return sum(min(one[length] / one.total(), other[length] / other.total()) for length in one)


def compared(leaves: Sequence[Leaf], groups: Sequence[int], total: int) -> Iterator[tuple[int, int, dict[str, float]]]:
    """The features of the pairs of different groups that are not too far from each other, by their places."""
    shapes = [Shape(leaf) for leaf in leaves]
    parts = {
        (one, other): found
        for one, other in combinations(range(len(leaves)), 2)
        if (found := _near(leaves[one].tokens, leaves[other].tokens)) is not None
    }
    support = Counter(_in_any_order(found) for pair, found in parts.items() if _have_several(leaves, pair))
    for (one, other), found in parts.items():
        if groups[one] != groups[other]:
            others = support[_in_any_order(found)] - _have_several(leaves, (one, other))
            yield one, other, features(shapes[one], shapes[other], found, others, total)


def _near(one: Tokens, other: Tokens) -> Blocks | None:
    """In what two shapes differ that are mostly the same; those of the same tokens are apart for their lengths."""
    if one == other or abs(len(one) - len(other)) > MOST_EDITED:
        return None
    found = blocks(one, other)
    edited = sum(len(block.part) + len(block.instead) for block in found)
    few = len(found) <= MOST_BLOCKS and edited <= min(MOST_EDITED, LARGEST_SHARE * (len(one) + len(other)))
    return found if few else None


def _have_several(leaves: Sequence[Leaf], pair: tuple[int, int]) -> bool:
    return min(len(leaves[place].values) for place in pair) > 1


def _in_any_order(parts: Blocks) -> tuple[tuple[Tokens, ...], ...]:
    return tuple(sorted(tuple(sorted((block.part, block.instead))) for block in parts))


@cache
def _weights() -> Mapping[str, float]:
    loaded: dict[str, float] = json.loads(Path(__file__).with_name("likeness.json").read_text(encoding="utf-8"))
    return loaded


def log_odds(known: Mapping[str, float]) -> float:
    """The logarithm of the odds that shapes with such features are of one format."""
    return sum(weight * known[name] for name, weight in _weights().items())
