"""The description length: bits to write an expression, and bits to write strings once it is known.

A two-part code (docs/design.md, "Objective"). An expression costs a prefix code over its nodes; a string costs the
choices that the expression, read as a generator, has to make for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from math import inf, lgamma, log, log2
from typing import Final, NamedTuple

import numpy as np

from dsl.charset import DIGITS, LOWER, PRINTABLE, UPPER, CharSet
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Repeat, Union, walk
from dsl.expressions.named import NAMED, scripts

LITERAL_KIND: Final = 1.0
CLASS_KIND: Final = 3.0
CLASS_AGAIN: Final = 5.0  # a class that was written before is named by pointing back at it; so is a literal
LITERAL_AGAIN: Final = 4.0
CONCAT_BITS: Final = 1.0
UNION_BITS: Final = 7.0
OPTION_BITS: Final = 6.0
PLUS_BITS: Final = 3.0
STAR_BITS: Final = 6.0
EXACT_BITS: Final = 2.5  # {n}
OPEN_FROM_BITS: Final = 9.0  # {n,}
BOUNDED_BITS: Final = 5.0  # {n,m}
RANGE_BITS: Final = 4.0
ODD_BITS: Final = 24.0  # a class that takes only some of the letters or digits of its kind, and has no name
MIXED_BITS: Final = 6.0  # a class of letters or digits and of signs, as people write structure with signs
EPSILON_BITS: Final = 2.0
INTEGER_SLOPE: Final = 2.0

# Which character of its kind (a digit, a lower-case letter, …) an example has says less than it seems to: real examples
# are not drawn evenly, and people write [0-9] although they saw no 9. The same for counts. So these bits are
# discounted: a power likelihood, as in coarsened posteriors (Miller and Dunson 2019).
WITHIN_KIND: Final = 0.25

# Within a run of one class a character is likely of the kind of the one before it: AB12 more than A1B2.
SAME_KIND: Final = 0.6
SAME_CASE: Final = 0.95  # words are mostly in one case, so the letters of a word say little about the next word's
_CASES: Final = (1, 2)  # the kinds LOWER and UPPER
COUNT_WEIGHT: Final = 0.7
CHOICE_PRIOR: Final = 5.0
GO_PRIOR: Final = 8.0
STOP_PRIOR: Final = 1.0

MAX_LACKING: Final = 6  # characters that a class may have besides a named one

# Outside the language: a negative that is accepted, the first outlier, every outlier, every edit of one.
NEGATIVE_BITS: Final = 25.0
NOISE_BITS: Final = 6.0
SCARCE: Final = 20  # examples below which each missing one makes the first outlier dearer by SCARCE_BITS
SCARCE_BITS: Final = 2.0
OUTLIER_BITS: Final = 2.0
MANY: Final = 15  # examples from which on it costs bits to say which of them are the outliers
EDIT_BITS: Final = 5.0  # times log2(1 + edits)
OUTSIDE_BITS: Final = 5.0  # a character of a text about which nothing is known


@cache
def integer_bits(n: int) -> float:
    """Bits of a positive integer, small ones cheap: between Elias' gamma and a flat code, without their rounding."""
    return INTEGER_SLOPE * log2(n) + 1


def count_bits(low: int, high: int | None) -> float:
    """Bits to write the suffix of a repeat."""
    if (low, high) == (0, 1):
        return OPTION_BITS
    if high is None:
        return (STAR_BITS, PLUS_BITS)[low] if low <= 1 else OPEN_FROM_BITS + integer_bits(low)
    if low == high:
        return EXACT_BITS + integer_bits(low)
    return BOUNDED_BITS + integer_bits(low + 1) + integer_bits(high - low)


def choice_bits(chosen: float, other: float, *, open: bool = False) -> float:
    """Bits of a sequence of two-way choices, adaptively coded: a Beta mixture over their rate.

    People write options and alternatives that are used, so rates near 0 and 1 are unlikely; of an open repeat only a
    rate of going on near 0 is.
    """
    if chosen == 0 and other == 0:
        return 0.0
    a, b = (GO_PRIOR, STOP_PRIOR) if open else (CHOICE_PRIOR, CHOICE_PRIOR)
    log_mixture = lgamma(chosen + a) + lgamma(other + b) - lgamma(chosen + other + a + b)
    return (lgamma(a) + lgamma(b) - lgamma(a + b) - log_mixture) / log(2)


def noise_bits(examples: int) -> float:
    """Bits of there being outliers at all: hardly anyone has mistakes among a few examples."""
    return NOISE_BITS + SCARCE_BITS * max(0, SCARCE - examples)


def outlier_bits(examples: int) -> float:
    """Bits to point at one of the examples as an outlier."""
    return max(OUTLIER_BITS, 2 * log2(max(1, examples) / MANY))


class Cover(NamedTuple):
    """A class for some characters: bits to write it, bits of a character by its kind and the kind before it (numbered
    as in `kind_prices`), and the named class it builds on."""

    bits: float
    prices: tuple[float, ...]
    name: CharSet | None


@cache
def kind_prices(sizes: tuple[int, ...], others: int) -> tuple[float, ...]:
    """Bits of a character of a class by the kind before it and its own kind, as one row for each kind before.

    `sizes` are the characters of the class of each kind, `others` those without a kind. The last column is a character
    without a kind; the row before the last follows one; the last row is for the first character of a run.
    """
    total = max(1, sum(sizes) + others)
    counts = [*sizes, others]
    inner = [WITHIN_KIND * log2(max(1, size)) for size in sizes] + [log2(max(1, others))]
    rows: list[float] = []
    for before in range(len(counts) + 1):
        inside = before < len(counts) and counts[before] > 0
        for kind, count in enumerate(counts):
            if not count:
                rows.append(inf)
                continue
            alone = count / total
            stays = SAME_CASE if before in _CASES and kind in _CASES else SAME_KIND
            likely = max(alone, stays) if inside and before == kind else alone
            rows.append(-log2(likely) + inner[kind])
    return tuple(rows)


def _written_bits(cover: Cover) -> float:
    return cover.bits


class Coding:
    """The code for one problem: its universe is printable ASCII and whatever else the examples contain."""

    def __init__(self, characters: Iterable[str]) -> None:
        seen = CharSet.of(characters)
        foreign = [script for script in scripts() if script & seen]
        self.universe = PRINTABLE | seen | CharSet(chain.from_iterable(script.ranges for script in foreign))
        self.literal_bits = LITERAL_KIND + log2(len(self.universe))
        self.named = dict(NAMED)
        for script in foreign:
            for base, bits in (*NAMED.items(), (CharSet(), 0.0)):
                self.named.setdefault(base | script, bits + scripts()[script])
        self.kinds = (DIGITS, LOWER, UPPER, *foreign)
        alike = CharSet(chain.from_iterable(kind.ranges for kind in self.kinds))
        self._signs = self.universe - CharSet.of("_") - alike
        self._seen = list(seen)
        self._codes = np.array([ord(character) for character in self._seen], np.int64)  # (characters,)
        self._place: dict[str, int] = {character: index for index, character in enumerate(seen)}
        self._kind: dict[str, int] = dict.fromkeys(seen, len(self.kinds))
        for index, kind in reversed([*enumerate(self.kinds)]):  # the first kind that has a character is its kind
            self._kind |= dict.fromkeys(kind & seen, index)
        self._kind_masks = [self._mask_of(kind) for kind in self.kinds]
        self._sign_mask = self._mask_of(self._signs)
        self._named_masks = [
            (
                name,
                bits,
                len(name & self.universe),
                self._mask_of(name),
                [len(name & kind & self.universe) for kind in self.kinds],
            )
            for name, bits in self.named.items()
        ]
        self._covers: dict[int, list[Cover]] = {}
        self._realised: dict[tuple[int, CharSet | None], CharSet] = {}
        self._class_bits: dict[CharSet, float] = {}
        self._prices: dict[CharSet, tuple[float, ...]] = {}

    def prices(self, charset: CharSet) -> tuple[float, ...]:
        """Bits of a character of `charset` by the kind before it and its own, see `kind_prices`."""
        prices = self._prices.get(charset)
        if prices is None:
            inside = charset & self.universe
            sizes = tuple(len(inside & kind) for kind in self.kinds)
            prices = self._prices[charset] = kind_prices(sizes, len(inside) - sum(sizes))
        return prices

    def kind_of(self, character: str) -> int:
        """The number of a character's kind; len(kinds) for those without one."""
        known = self._kind.get(character)
        if known is None:
            known = next((index for index, kind in enumerate(self.kinds) if character in kind), len(self.kinds))
        return known

    def pair_counts(self, texts: Mapping[str, int]) -> dict[int, int]:
        """How often each kind follows each, in the numbering of `kind_prices`."""
        counts: dict[int, int] = {}
        width = len(self.kinds) + 1
        for text, times in texts.items():
            before = width
            for character in text:
                kind = self._kind[character]
                counts[before * width + kind] = counts.get(before * width + kind, 0) + times
                before = kind
        return counts

    def step_counts(self, steps: Iterable[tuple[str, int]]) -> dict[int, int]:
        """How often the second of two characters has each kind behind the kind of the first."""
        counts: dict[int, int] = {}
        width = len(self.kinds) + 1
        for step, times in steps:
            pair = self._kind[step[0]] * width + self._kind[step[1]]
            counts[pair] = counts.get(pair, 0) + times
        return counts

    def class_bits(self, charset: CharSet) -> float:
        """Bits to write `charset` as a leaf for the first time."""
        bits = self._class_bits.get(charset)
        if bits is None:
            bits = self._class_bits[charset] = self._written(charset)
        return bits

    def again_bits(self, charset: CharSet) -> float:
        """Bits to write `charset` as a leaf once more."""
        return min(self.class_bits(charset), LITERAL_AGAIN if len(charset) == 1 else CLASS_AGAIN)

    def mask(self, characters: Iterable[str]) -> int:
        """The characters as a bit set, the key of `covers`."""
        mask = 0
        for character in characters:
            mask |= 1 << self._place[character]
        return mask

    def _mask_of(self, charset: CharSet) -> int:
        # what is seen is in the order of the characters, so that a range of them has neighbouring places
        lows, highs = np.array(charset.ranges, np.int64).reshape(-1, 2).T  # (ranges,) each
        turns = np.zeros(len(self._seen) + 1, np.int64)
        np.add.at(turns, np.searchsorted(self._codes, lows, "left"), 1)
        np.add.at(turns, np.searchsorted(self._codes, highs, "right"), -1)
        inside = np.cumsum(turns)[:-1] > 0  # (characters,)
        return int.from_bytes(np.packbits(inside, bitorder="little").tobytes(), "little")

    def covers(self, mask: int) -> list[Cover]:
        """Classes that hold the characters of `mask`, the cheapest to write first."""
        known = self._covers.get(mask)
        if known is None:
            lone = mask.bit_count()
            listed = lone * self.literal_bits
            ends = ord(self._seen[mask.bit_length() - 1]) - ord(self._seen[(mask & -mask).bit_length() - 1])
            if ends == lone - 1:
                listed = min(listed, self._piece_bits(0, ends))
            inside = [(mask & kind).bit_count() for kind in self._kind_masks]
            if lone > 1 and any(inside):
                listed += ODD_BITS + (MIXED_BITS if mask & self._sign_mask else 0.0)
            listed += 0.0 if lone == 1 else CLASS_KIND + 1.0
            known = [Cover(listed, kind_prices(tuple(inside), lone - sum(inside)), None)]
            for name, bits, size, members, sizes in self._named_masks:
                rest = mask & ~members
                lacking = rest.bit_count()
                if lacking < lone and lacking <= MAX_LACKING:
                    bits += CLASS_KIND + 1.0 + lacking * self.literal_bits
                    odd = any(rest & kind for kind in self._kind_masks)
                    bits += ODD_BITS if odd else 0.0
                    bits += MIXED_BITS if rest & self._sign_mask and (odd or any(sizes)) else 0.0
                    both = tuple(
                        one + (rest & kind).bit_count() for one, kind in zip(sizes, self._kind_masks, strict=True)
                    )
                    known.append(Cover(bits, kind_prices(both, size + lacking - sum(both)), name))
            known.sort(key=_written_bits)
            self._covers[mask] = known
        return known

    def realise(self, mask: int, name: CharSet | None) -> CharSet:
        """The class of a cover."""
        key = (mask, name)
        known = self._realised.get(key)
        if known is None:
            known = CharSet.of(character for place, character in enumerate(self._seen) if mask >> place & 1)
            known = self._realised[key] = known if name is None else known | name
        return known

    def _written(self, charset: CharSet) -> float:
        if len(charset) == 1:
            return self.literal_bits
        written = self._listed(charset)
        if len(charset) > len(self.universe) and ~charset:  # [^"] -> all but what is listed
            written = min(written, 3.0 + self._listed(~charset))
        return CLASS_KIND + written

    def _listed(self, charset: CharSet) -> float:
        # [a-z0-9_.] -> the name [a-z0-9] and two literals; [2-5] -> a range
        kindred = any(not kind.isdisjoint(charset) for kind in self.kinds)
        mixed = MIXED_BITS if kindred and not charset.isdisjoint(self._signs) else 0.0
        best = (ODD_BITS + mixed if kindred else 0.0) + sum(self._piece_bits(low, high) for low, high in charset.ranges)
        for name, bits in self.named.items():
            if name <= charset:
                rest = charset - name
                odd = ODD_BITS if any(not kind.isdisjoint(rest) for kind in self.kinds) else 0.0
                added = 0.0 if rest.isdisjoint(self._signs) else mixed
                best = min(best, odd + added + bits + sum(self._piece_bits(low, high) for low, high in rest.ranges))
        return best + 1.0

    def _piece_bits(self, low: int, high: int) -> float:
        return min(RANGE_BITS + 2 * (self.literal_bits - 3.0), (high - low + 1) * self.literal_bits)

    def pattern_bits(self, node: Expression, *, again: bool = False) -> float:
        """Bits to write an expression; `again` when all its classes were written before."""
        written = {part.set for part in walk(node) if isinstance(part, Chars)} if again else set[CharSet]()
        return self._pattern_bits(node, written)

    def _pattern_bits(self, node: Expression, written: set[CharSet]) -> float:
        match node:
            case Chars(charset):
                bits = self.class_bits(charset)
                if charset in written:
                    return self.again_bits(charset)
                written.add(charset)
                return bits
            case Concat(parts):
                return sum(self._pattern_bits(part, written) for part in parts) + CONCAT_BITS * (len(parts) - 1)
            case Union(parts):
                return sum(self._pattern_bits(part, written) for part in parts) + UNION_BITS * (len(parts) - 1)
            case Repeat(body, low, high):
                return self._pattern_bits(body, written) + count_bits(low, high)
            case Epsilon():
                return EPSILON_BITS
            case _:
                return inf
