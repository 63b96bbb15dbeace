"""Values of a column told apart by their shapes: runs of digits, of letters, and signs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby, pairwise
from math import log2
from typing import Final

from searchers.scoring.prices import PRICES
from searchers.starts.shapes import character_kind

RANDOM: Final = "M"  # a word of letters and digits in any order, with the kinds of letters of all such words: Ma
_WORD: Final = re.compile(r"[0Aa_]+")
_PART: Final = re.compile(r"[0Aa_]+|[^0Aa_]", re.DOTALL)
LEAST: Final = 3  # values of a format
FEW_WORDS: Final = 12
RARE: Final = 0.015  # of the values of a shape, those of a length that may be mistakes
TAIL: Final = 0.25
MOST_OUTLIERS: Final = 0.04  # of a shape
FEWEST_OUTLIERS: Final = 0.004  # where numbers of other lengths are likely

Tokens = tuple[str, ...]


def kinds(text: str) -> str:
    """The kind of each character: "AB-12" -> "AA-00"."""
    return "".join(map(character_kind, text))


@dataclass
class Leaf:
    """Values of one sequence of tokens, with the lengths of each."""

    tokens: Tokens
    values: dict[str, int] = field(default_factory=dict)
    lengths: list[Counter[int]] = field(default_factory=list)
    count: int = 0

    def add(self, value: str, times: int, lengths: Sequence[int]) -> None:
        """One more value."""
        self.values[value] = times
        self.count += times
        if not self.lengths:
            self.lengths = [Counter() for _ in lengths]
        for counter, length in zip(self.lengths, lengths, strict=True):
            counter[length] += times

    @property
    def mean_length(self) -> float:
        """Characters of a value, in the mean."""
        return sum(length * times for lengths in self.lengths for length, times in lengths.items()) / self.count


Row = tuple[str, int, str]  # a value, how often, its kinds


def leaves_of(values: Mapping[str, int]) -> list[Leaf]:
    """The values by their tokens, and these by gaps between their lengths."""
    buckets: defaultdict[str, list[Row]] = defaultdict(list)
    for value, times in values.items():
        shape = kinds(value)
        buckets[_WORD.sub("w", shape)].append((value, times, shape))
    leaves: list[Leaf] = []
    for rows in buckets.values():
        leaves += _tokenised(rows)
    return [_trimmed(part) for leaf in leaves for part in _by_length(leaf)]


# ----------------------------------------------------------------------------------------------- random words


def _tokenised(rows: list[Row]) -> list[Leaf]:
    """Rows of one sequence of words and signs: words as runs of kinds, or as random ones."""
    words = [Counter(column) for column in zip(*(_WORD.findall(shape) for _, _, shape in rows), strict=True)]
    random = [_random_kinds(column) for column in words]
    pooled = _random_kinds(sum((column for column, some in zip(words, random, strict=True) if some), Counter()))
    random = [some | pooled for some in random]
    leaves: dict[Tokens, Leaf] = {}
    for value, times, shape in rows:
        tokens, lengths = _tokens(shape, random)
        leaves.setdefault(tokens, Leaf(tokens)).add(value, times, lengths)
    return list(leaves.values())


def _tokens(shape: str, random: Sequence[set[str]]) -> tuple[Tokens, list[int]]:
    """The tokens of a row and their lengths, where the words in `random` are random ones."""
    parts: list[tuple[str, int]] = []
    letters: set[str] = set()
    place = 0
    for part in _PART.findall(shape):
        if not _WORD.fullmatch(part):
            parts.append((part, 1))
            continue
        if part in random[place]:
            parts.append((RANDOM, len(part)))
            letters |= {kind for kind in part if kind.isalpha()}
        else:
            parts += [(kind, sum(1 for _ in run)) for kind, run in groupby(part)]
        place += 1
    written = RANDOM + "".join(sorted(letters))
    return tuple(written if kind == RANDOM else kind for kind, _ in parts), [length for _, length in parts]


def _random_kinds(words: Counter[str]) -> set[str]:
    """The words, as kinds, in which letters and digits stand in any order."""
    random: set[str] = set()
    by_length: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for word, times in words.items():
        by_length[len(word)][word] += times
    for length, alike in by_length.items():
        if len(alike) > 2 and _cross(alike, length):
            random |= {word for word in alike if not _stands_out(word, alike)}
    return random


def _cross(words: Counter[str], length: int) -> bool:
    """Whether the kinds at two places are free of each other: 0a, a0, 00."""
    total = words.total()
    least = max(2, 0.02 * total)
    columns = [Counter[str]() for _ in range(length)]
    for word, times in words.items():
        for column, kind in zip(columns, word.lower(), strict=True):
            column[kind] += times
    varied = [place for place, column in enumerate(columns) if len(column) > 1]
    for one, other in combinations(varied[:12], 2):
        pairs: Counter[tuple[str, str]] = Counter()
        for word, times in words.items():
            pairs[word[one].lower(), word[other].lower()] += times
        often = [pair for pair, times in pairs.items() if times >= least]
        if len({pair[0] for pair in often}) > 1 and len({pair[1] for pair in often}) > 1 and len(often) > 2:
            return True
    return False


def _stands_out(word: str, words: Counter[str]) -> bool:
    """Whether a word is far more frequent than its kinds are by themselves."""
    times = words[word]
    rest = words.total() - times
    if times < 5 or not rest:
        return False
    expected = float(rest)
    for place, kind in enumerate(word):
        same = sum(other for name, other in words.items() if name != word and name[place] == kind)
        expected *= (same + 0.5) / (rest + 1)
    return times > 5 * expected + 5 and times > 0.1 * words.total()


# --------------------------------------------------------------------------------------------------- lengths


def _by_length(leaf: Leaf) -> list[Leaf]:
    """The leaf, divided where the lengths of a token have a gap: ten digits and thirteen."""
    if leaf.count < 2 * LEAST:
        return [leaf]
    for place, lengths in enumerate(leaf.lengths):
        if not leaf.tokens[place].isalnum() or leaf.tokens[place - 1 : place] == (".",):
            continue
        cut = _gap(lengths, max(LEAST, 0.03 * leaf.count))
        if cut is not None and leaf.tokens[place] in ("a", "A") and not _are_many(leaf, place):
            continue
        if cut is not None:
            low, high = Leaf(leaf.tokens), Leaf(leaf.tokens)
            for value, times in leaf.values.items():
                sizes = leaf_lengths(leaf.tokens, value)
                (low if sizes[place] <= cut else high).add(value, times, sizes)
            return [part for side in (low, high) for part in _by_length(side)]
    return [leaf]


def _are_many(leaf: Leaf, place: int) -> bool:
    """Whether a run of letters is not one of a few words."""
    return len({_run(value, leaf_lengths(leaf.tokens, value), place) for value in leaf.values}) > FEW_WORDS


def _gap(lengths: Counter[int], least: float) -> int | None:
    """The length below the only gap that parts frequent ones; several gaps are no sign of two formats."""
    present = sorted(lengths)
    cuts = []
    for one, other in pairwise(present):
        below = sum(times for length, times in lengths.items() if length <= one)
        if other - one >= 2 and below >= least and lengths.total() - below >= least:
            cuts.append(one)
    return cuts[0] if len(cuts) == 1 else None


def _trimmed(leaf: Leaf) -> Leaf:
    """The leaf without the few values that differ from nearly all, where they cost less as outliers."""
    if leaf.count < LEAST:
        return leaf
    for place, lengths in enumerate(leaf.lengths):
        kept = _usual(lengths)
        if kept is not None:
            return _trimmed(_without(leaf, lambda sizes, _, place=place, kept=kept: kept[0] <= sizes[place] <= kept[1]))  # type: ignore[misc]
    for place, words in _words(leaf).items():
        names = _names(words)
        if names is not None:
            return _without(leaf, lambda sizes, value, place=place, names=names: _run(value, sizes, place) in names)  # type: ignore[misc]
    return leaf


def _without(leaf: Leaf, keep: Callable[[list[int], str], bool]) -> Leaf:
    kept = Leaf(leaf.tokens)
    for value, times in leaf.values.items():
        sizes = leaf_lengths(leaf.tokens, value)
        if keep(sizes, value):
            kept.add(value, times, sizes)
    return kept


def _run(value: str, sizes: Sequence[int], place: int) -> str:
    start = sum(sizes[:place])
    return value[start : start + sizes[place]]


def _words(leaf: Leaf) -> dict[int, Counter[str]]:
    """The words at each place of letters, with how often each comes."""
    found = {place: Counter[str]() for place, token in enumerate(leaf.tokens) if token in ("a", "A")}
    for value, times in leaf.values.items():
        start = 0
        for place, length in enumerate(leaf_lengths(leaf.tokens, value)):
            if place in found:
                found[place][value[start : start + length]] += times
            start += length
    return found


def _names(words: Counter[str]) -> set[str] | None:
    """The few words that nearly all values have at a place, where some have another: kg, and once kgg."""
    total = words.total()
    often = {word for word, times in words.items() if times > max(2, RARE * total)}
    few = total - sum(words[word] for word in often)
    if not often or not few or len(often) > FEW_WORDS or few > max(1, MOST_OUTLIERS * total):
        return None
    saved = PRICES.within_kind * log2(26) * sum(map(len, often)) / len(often) - log2(len(often)) / 2
    return often if saved * total > PRICES.noise + few * _outlier(total) else None


def _outlier(total: int) -> float:
    """Bits of a value beside a format of so many."""
    return max(PRICES.outlier, 2 * log2(total / PRICES.many)) + PRICES.edit + PRICES.outlier_character


def _usual(lengths: Counter[int]) -> tuple[int, int] | None:
    """The range that nearly all have, where the few others, each as an outlier, cost less than a wider range for all.

    Numbers have tails of lengths, 1 of 100 and 10 of 100 below the rest: only what is longer than nearly all, and what
    is shorter than the one length of nearly all, are outliers.
    """
    low, high, total = min(lengths), max(lengths), lengths.total()
    often = [length for length, times in lengths.items() if times > max(1, RARE * total)]
    if not often:
        return None
    last = max(often) if lengths[max(often)] >= TAIL * total else high
    first = min(often) if min(often) == last else low
    few = sum(times for length, times in lengths.items() if not first <= length <= last)
    if not few or few > max(1, total * (MOST_OUTLIERS if first == last else FEWEST_OUTLIERS)):
        return None
    saved = PRICES.count_weight * total * log2((high - low + 1) / (last - first + 1)) - PRICES.noise
    return (first, last) if saved > few * _outlier(total) else None


def leaf_lengths(tokens: Tokens, value: str) -> list[int]:
    """The lengths of the tokens in a value that has them."""
    shape, place, lengths = kinds(value), 0, []
    for token in tokens:
        start = place
        if token[0] == RANDOM:
            while place < len(shape) and shape[place] in "0Aa_":
                place += 1
        elif token in ("0", "A", "a", "_"):
            while place < len(shape) and shape[place] == token:
                place += 1
        else:
            place += 1
        lengths.append(place - start)
    return lengths
