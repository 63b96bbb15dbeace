"""Shapes that are one format: with a part that may be missing, one more of a list, another sign.

People leave an optional part out about as often as they write it, while formats have very different shares: so the
shares of two shapes say whether they are one format. And what varies by itself is an option: shapes a, b and c that
also come with the same part more, each of them, are one format.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Final, NamedTuple

from searchers.mixture.columns import LEAST, RANDOM, Leaf, Tokens, leaves_of
from searchers.mixture.likeness import compared, log_odds

LEAST_SHARE: Final = 0.01  # of all values, for a format
SIGNED: Final = 0.02  # of the values of both shapes, the share that the rarer one has: with a sign and without
REPEATED: Final = 0.15  # with one more of what comes again
FRACTION: Final = 0.15  # with digits behind a point
MIXED: Final = 0.04  # with letters and digits in any order in place of one kind
REPLACED: Final = 0.4  # with letters in place of digits
MAX_OPTIONAL: Final = 4  # tokens
CLOSE: Final = 0.25  # what two distributions of lengths have in common
MAX_LEAVES: Final = 150  # that are compared with each other
PARALLEL: Final = 3  # pairs of shapes that differ in the same way
MOST_SQUARES: Final = 3000  # pairs of pairs that are looked at
MOST_COMPARED: Final = 40  # shapes whose odds are looked at
SURE: Final = 2.0  # odds from which on groups are one: people tell two formats apart rather than not
UNLIKE: Final = -6.0  # odds of shapes that have too little in common to be compared
MEAN: Final = 0.3  # what the mean of all pairs of two groups counts beside the likeliest
_LEADING: Final = re.compile(r"[^\w\s]{0,2}[^\W\d_]{4,}(?![^\W\d_])")  # a word of four letters, behind signs


class Edit(NamedTuple):
    """What one shape has more than another, or has instead of another's token; and where."""

    part: Tokens
    instead: Tokens
    place: int


def clusters(values: Mapping[str, int]) -> list[list[Leaf]]:
    """The shapes of each format, the largest first; those of rare values are left out."""
    total = sum(values.values())
    leaves = sorted(leaves_of(values), key=lambda leaf: (-leaf.count, leaf.tokens))
    groups = _likely(leaves, groups_of(leaves), total)
    least = max(LEAST, LEAST_SHARE * total)
    kept = [group for group in groups if sum(leaf.count for leaf in group) >= least]
    return sorted(kept, key=lambda group: -sum(leaf.count for leaf in group))


def groups_of(leaves: Sequence[Leaf]) -> list[int]:
    """The number of the group of each shape, those joined that differ in what is known to be optional."""
    leader = list(range(len(leaves)))

    def find(place: int) -> int:
        while leader[place] != place:
            leader[place] = leader[leader[place]]
            place = leader[place]
        return place

    edits: dict[tuple[int, int], Edit] = {}
    for one, other in combinations(range(min(len(leaves), MAX_LEAVES)), 2):
        for edit in _edits(leaves[one], leaves[other]):
            edits[one, other] = edit
            several = min(len(leaves[one].values), len(leaves[other].values)) > 1
            if several and _share(leaves[one], leaves[other]) >= _least_share(leaves[one], leaves[other], edit):
                leader[find(other)] = find(one)
                break
    for ways in (_squares(leaves, edits), _parallel(leaves, edits, find), _same_words(leaves)):
        for one, other in ways:
            leader[find(other)] = find(one)
    return [find(place) for place in range(len(leaves))]


def _likely(leaves: Sequence[Leaf], groups: Sequence[int], total: int) -> list[list[Leaf]]:
    """Groups joined, the likeliest pair first, as long as the odds are for it."""
    members: defaultdict[int, list[int]] = defaultdict(list)
    for place, number in enumerate(groups):
        members[number].append(place)
    first = leaves[:MOST_COMPARED]
    odds = {(one, other): log_odds(known) for one, other, known in compared(first, groups, total)}
    likely = {
        pair: value
        for pair in combinations(sorted(members), 2)
        if (value := _odds(leaves, odds, members, *pair)) > SURE
    }
    while likely:
        one, other = max(likely, key=lambda pair: (likely[pair], pair))
        members[one] += members.pop(other)
        likely = {pair: value for pair, value in likely.items() if not {one, other} & {*pair}}
        for third in members:
            pair = min(one, third), max(one, third)
            if third != one and (value := _odds(leaves, odds, members, *pair)) > SURE:
                likely[pair] = value
    return [[leaves[place] for place in places] for places in members.values()]


def _odds(
    leaves: Sequence[Leaf],
    odds: Mapping[tuple[int, int], float],
    members: Mapping[int, Sequence[int]],
    one: int,
    other: int,
) -> float:
    """The odds that two groups are one: of their likeliest pair of shapes, less where others are unlike."""
    best, total, weights = UNLIKE, 0.0, 0.0
    for a, b in product(members[one], members[other]):
        pair = odds.get((min(a, b), max(a, b)), UNLIKE)
        weight = (leaves[a].count * leaves[b].count) ** 0.5
        best, total, weights = max(best, pair), total + weight * pair, weights + weight
    return (1 - MEAN) * best + MEAN * total / weights


def _squares(leaves: Sequence[Leaf], edits: Mapping[tuple[int, int], Edit]) -> Iterator[tuple[int, int]]:
    """Four shapes in which two edits are free of each other: a, a with a part, a with another part, a with both."""
    alike: defaultdict[tuple[Tokens, Tokens], list[tuple[int, int]]] = defaultdict(list)
    between: dict[tuple[int, int], tuple[Tokens, Tokens]] = {}
    for (one, other), edit in edits.items():
        if not edit.instead and edit.part != (" ",) and min(len(leaves[one].values), len(leaves[other].values)) > 1:
            way = (other, one) if len(leaves[one].tokens) > len(leaves[other].tokens) else (one, other)
            alike[edit.part, edit.instead].append(way)
            between[way] = edit.part, edit.instead
    for pairs in alike.values():
        for (a, b), (c, d) in islice(combinations(pairs, 2), MOST_SQUARES):
            for first, second in (((a, c), (b, d)), ((c, a), (d, b))):
                apart = len({a, b, c, d}) == 4
                if apart and first in between and between[first] == between.get(second):
                    yield from ((a, b), (a, c), (a, d))


def _same_words(leaves: Sequence[Leaf]) -> Iterator[tuple[int, int]]:
    """Shapes that begin with the same word in all their values: #include <a.h>, #include "b.h"."""
    first: dict[str, int] = {}
    for place, leaf in enumerate(leaves):
        words = {found[0] if (found := _LEADING.match(value)) else "" for value in leaf.values}
        word = words.pop() if len(words) == 1 and len(leaf.values) > 1 else ""
        if word:
            if word in first:
                yield first[word], place
            first.setdefault(word, place)


def _parallel(
    leaves: Sequence[Leaf], edits: Mapping[tuple[int, int], Edit], find: Callable[[int], int]
) -> Iterator[tuple[int, int]]:
    """Pairs of groups in which the same edit leads from shape to shape, and shapes near a group of many."""
    group = [find(place) for place in range(len(leaves))]
    sizes = Counter(group[place] for place, leaf in enumerate(leaves) if len(leaf.values) > 1)
    alike: Counter[tuple[int, int, Tokens, Tokens]] = Counter()
    for (one, other), edit in edits.items():
        pair = sorted((group[one], group[other]))
        if pair[0] != pair[1] and len(leaves[other].values) > 1:
            alike[pair[0], pair[1], edit.part, edit.instead] += 1
            if sizes[group[one]] >= PARALLEL and sizes[group[other]] == 1 and len(edit.part) <= 2:
                yield one, other
    for (one, other, part, _), times in alike.items():
        if times >= PARALLEL and 2 * times >= min(sizes[one], sizes[other]) and len(part) <= 2:
            yield one, other


# ------------------------------------------------------------------------------------------------- differences


def _edits(one: Leaf, other: Leaf) -> Iterator[Edit]:
    """The single edits that lead from one shape to the other, while the rest of both is alike."""
    if len(one.tokens) == len(other.tokens):
        edit = _replacement(one, other)
        if edit is not None:
            yield edit
        return
    longer, shorter = (one, other) if len(one.tokens) > len(other.tokens) else (other, one)
    width = len(longer.tokens) - len(shorter.tokens)
    if width > MAX_OPTIONAL:
        return
    alike_from = len(shorter.tokens) - _common(longer.tokens[::-1], shorter.tokens[::-1])
    for start in range(alike_from, _common(longer.tokens, shorter.tokens) + 1):
        part = longer.tokens[start : start + width]
        lengths = longer.lengths[:start] + longer.lengths[start + width :]
        added = sum(map(_mean, longer.lengths[start : start + width])) if _within_word(part) else None
        beside = (start - 1, start)
        if all(
            _close(*pair) or (added is not None and place in beside and _adds_up(*pair, added))
            for place, pair in enumerate(zip(lengths, shorter.lengths, strict=True))
        ):
            yield Edit(part, (), start)


def _common(one: Tokens, other: Tokens) -> int:
    """How many tokens both begin with."""
    return next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(other))


def _mean(lengths: Counter[int]) -> float:
    return sum(length * times for length, times in lengths.items()) / lengths.total()


def _adds_up(longer: Counter[int], shorter: Counter[int], added: float) -> bool:
    # JPG, MP4: what is added is lacking beside it
    return abs(_mean(longer) + added - _mean(shorter)) <= 0.5


def _within_word(part: Tokens) -> bool:
    # JPG, MP4; "May  7", "May 17"
    return part == (" ",) or all(token in ("0", "a", "A") for token in part)


def _replacement(one: Leaf, other: Leaf) -> Edit | None:
    differing = [place for place, pair in enumerate(zip(one.tokens, other.tokens, strict=True)) if pair[0] != pair[1]]
    if len(differing) != 1:
        return None
    place = differing[0]
    pairs = enumerate(zip(one.lengths, other.lengths, strict=True))
    if not all(where == place or _close(*pair) for where, pair in pairs):
        return None
    return Edit((one.tokens[place],), (other.tokens[place],), place)


def _close(one: Counter[int], other: Counter[int]) -> bool:
    """Whether two distributions of lengths are near each other."""
    common = sum(min(one[length] / one.total(), other[length] / other.total()) for length in one)
    if common >= CLOSE:
        return True
    few, many = sorted((one, other), key=Counter.total)
    return few.total() <= 5 and all(min(many) <= length <= max(many) for length in few)


# ------------------------------------------------------------------------------------------------------ shares


def _share(one: Leaf, other: Leaf) -> float:
    return min(one.count, other.count) / (one.count + other.count)


def _least_share(one: Leaf, other: Leaf, edit: Edit) -> float:
    """What share the rarer shape must have at least to be of the same format."""
    if edit.instead:
        return _least_share_of_replaced(one, other, edit)
    tokens = max(one.tokens, other.tokens, key=len)
    part, before, behind = edit.part, tokens[: edit.place], tokens[edit.place + len(edit.part) :]
    if part in (("-",), ("+",)) and behind[:1] == ("0",) and before[-1:] in ((), (" ",), ("(",), (",",)):
        return SIGNED
    if part in (before[-len(part) :], behind[: len(part)]):
        return REPEATED
    if (part == (".", "0") and before[-1:] == ("0",)) or (part == ("0", ".") and behind[:1] == ("0",)):
        return FRACTION
    total = one.count + other.count
    return 0.5 - (0.05 if part == (" ",) else max(0.07, 0.8 / total**0.5))


def _least_share_of_replaced(one: Leaf, other: Leaf, edit: Edit) -> float:
    pair = {*edit.part, *edit.instead}
    if pair == {"+", "-"} or {unicodedata.category(token[0]) for token in pair} in ({"Sc"}, {"Pd"}):
        return 0.0  # $12 and €12, 1-2 and 1–2
    if any(token[0] == RANDOM for token in pair) and all(map(str.isalnum, pair)):
        return MIXED if _close(one.lengths[edit.place], other.lengths[edit.place]) else 1.0
    return REPLACED if pair == {"a", "0"} and len(one.tokens) >= 5 else 1.0
