"""The description length: bits to write an expression, and bits to write strings once it is known.

Formulas.md's default objective read as a two-part code. An expression costs a prefix code over the DSL. A string costs
the choices that the expression, read as a generator, has to make for it: a class spreads its arc evenly over its
characters; a bounded repeat draws its count evenly; open repeats, options and unions pay for each choice what an
adaptive (Krichevsky-Trofimov) coder pays, so that rare choices are dear and common ones cheap.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import inf, lgamma, log, log2
from typing import Final, NamedTuple

from dsl.charset import DIGITS, LOWER, PRINTABLE, UPPER, CharSet
from dsl.expression import Chars, Concat, Epsilon, Expression, Repeat, Union
from dsl.named import NAMED, scripts

LITERAL_KIND: Final = 1.0
CLASS_KIND: Final = 2.0
CLASS_AGAIN: Final = 3.0  # a class that was written before is named by pointing back at it
CONCAT_BITS: Final = 1.0
UNION_BITS: Final = 4.0
OPTION_BITS: Final = 4.0
OPEN_BITS: Final = 3.0  # + and *
EXACT_BITS: Final = 3.0  # {n}
OPEN_FROM_BITS: Final = 5.0  # {n,}
BOUNDED_BITS: Final = 6.0  # {n,m}
RANGE_BITS: Final = 4.0
EPSILON_BITS: Final = 2.0

# Real examples are not drawn evenly from their language, so what they seem to say about a class or a count is
# discounted: a power likelihood, as in coarsened posteriors (Miller and Dunson 2019).
SUBSET_WEIGHT: Final = 0.3
UNION_WEIGHT: Final = 0.5
COUNT_WEIGHT: Final = 0.8

# Outside the language: a negative that is accepted, the first outlier, every outlier, every edit of one.
NEGATIVE_BITS: Final = 60.0
NOISE_BITS: Final = 8.0
OUTLIER_BITS: Final = 6.0
EDIT_BITS: Final = 12.0

NATURAL: Final = (DIGITS, LOWER, UPPER)


@cache
def integer_bits(n: int) -> float:
    """Bits of a positive integer, small ones cheap: 2·log2(n) + 1, Elias' gamma code without its rounding."""
    return 2 * log2(n) + 1


def count_bits(low: int, high: int | None) -> float:
    """Bits to write the suffix of a repeat."""
    if (low, high) == (0, 1):
        return OPTION_BITS
    if high is None:
        return OPEN_BITS if low <= 1 else OPEN_FROM_BITS + integer_bits(low)
    if low == high:
        return EXACT_BITS + integer_bits(low)
    return BOUNDED_BITS + integer_bits(low + 1) + integer_bits(high - low)


def choice_bits(chosen: float, other: float) -> float:
    """Bits of a sequence of two-way choices, adaptively coded: the Beta(½, ½) mixture over their rate."""
    if chosen == 0 and other == 0:
        return 0.0
    log_probability = (
        lgamma(chosen + 0.5) + lgamma(other + 0.5) - lgamma(chosen + other + 1) - 2 * lgamma(0.5)
    )
    return -log_probability / log(2)


def _natural(set: CharSet) -> CharSet:
    """The set with every natural class it touches made whole: [a-z4] -> [a-z0-9]"""
    for whole in NATURAL:
        if whole & set:
            set |= whole
    return set


class Cover(NamedTuple):
    """A class for some characters: bits to write it, bits of a character of it, and the named class it builds on."""

    bits: float
    each: float
    name: CharSet | None


def _by_price(cover: Cover) -> tuple[float, float]:
    return cover.bits, cover.each


class Coding:
    """The code for one problem: its universe is printable ASCII and whatever else the examples contain."""

    def __init__(self, characters: Iterable[str]) -> None:
        seen = CharSet.of(characters)
        foreign = [script for script in scripts() if script & seen]
        self.universe = PRINTABLE | seen
        for script in foreign:
            self.universe |= script
        self.literal_bits = LITERAL_KIND + log2(len(self.universe))
        self.named = dict(NAMED)
        for script in foreign:
            for base, bits in (*NAMED.items(), (CharSet(), 0.0)):
                self.named.setdefault(base | script, bits + scripts()[script])
        self._seen = list(seen)
        self._bit: dict[str, int] = {character: 1 << index for index, character in enumerate(seen)}
        self._named_masks = sorted(
            ((name, bits, len(name & self.universe), self.mask(name & seen)) for name, bits in self.named.items()),
            key=lambda row: (row[1], row[2]),
        )
        self._natural_masks = [(self.mask(whole & seen), len(whole)) for whole in NATURAL]
        self._covers: dict[int, list[Cover]] = {}
        self._realised: dict[tuple[int, CharSet | None], CharSet] = {}
        self._class_bits: dict[CharSet, float] = {}
        self._character_bits: dict[CharSet, float] = {}
        self._union_bits: dict[CharSet, float] = {}

    def character_bits(self, set: CharSet) -> float:
        """Bits of one character drawn from `set`."""
        bits = self._character_bits.get(set)
        if bits is None:
            bits = self._character_bits[set] = self._spread(set)
        return bits

    def _spread(self, set: CharSet) -> float:
        own = log2(max(1, len(set & self.universe)))
        if own == 0 or set in self.named:
            return own
        return self._discounted(own, log2(max(1, len(_natural(set) & self.universe))))

    def _discounted(self, own: float, natural: float) -> float:
        return natural - SUBSET_WEIGHT * (natural - own)

    def union_bits(self, set: CharSet) -> float:
        """Bits of one character of `set` inside an alternative: that the same word comes again is weaker evidence than
        it looks, as with subsets of a natural class."""
        bits = self._union_bits.get(set)
        if bits is None:
            natural = _natural(set)
            bits = self.character_bits(set)
            if natural != set:
                bits = max(bits, (1 - UNION_WEIGHT) * log2(len(natural)))
            self._union_bits[set] = bits
        return bits

    def class_bits(self, set: CharSet) -> float:
        """Bits to write `set` as a leaf for the first time."""
        bits = self._class_bits.get(set)
        if bits is None:
            bits = self._class_bits[set] = self._written(set)
        return bits

    def mask(self, characters: Iterable[str]) -> int:
        """The characters as a bit set, the key of `covers`."""
        mask = 0
        for character in characters:
            mask |= self._bit[character]
        return mask

    def covers(self, mask: int) -> list[Cover]:
        """Classes that hold the characters of `mask`, none dearer than another in both of its prices."""
        known = self._covers.get(mask)
        if known is None:
            lone = mask.bit_count()
            listed = lone * self.literal_bits
            ends = ord(self._seen[mask.bit_length() - 1]) - ord(self._seen[(mask & -mask).bit_length() - 1])
            if ends == lone - 1:
                listed = min(listed, self._piece_bits(0, ends))
            kind = 0.0 if lone == 1 else CLASS_KIND + 1.0
            options = [Cover(kind + listed, 0.0 if lone == 1 else self._discounted(log2(lone), log2(self._natural_size(mask))), None)]
            for name, bits, size, members in self._named_masks:
                lacking = (mask & ~members).bit_count()
                if lacking < lone:
                    bits += CLASS_KIND + 1.0 + lacking * self.literal_bits
                    own = log2(size + lacking)
                    if lacking:
                        own = self._discounted(own, log2(max(size + lacking, self._natural_size(mask | members))))
                    options.append(Cover(bits, own, name))
            known = []
            for cover in sorted(options, key=_by_price):
                if not known or cover.each < known[-1].each - 1e-9:
                    known.append(cover)
            self._covers[mask] = known
        return known

    def realise(self, mask: int, name: CharSet | None) -> CharSet:
        """The class of a cover."""
        key = (mask, name)
        known = self._realised.get(key)
        if known is None:
            known = CharSet.of(character for character, bit in self._bit.items() if bit & mask)
            known = self._realised[key] = known if name is None else known | name
        return known

    def _natural_size(self, mask: int) -> int:
        size = 0
        for members, whole in self._natural_masks:
            if mask & members:
                size += whole
                mask &= ~members
        return size + mask.bit_count()

    def _written(self, set: CharSet) -> float:
        if len(set) == 1:
            return self.literal_bits
        written = self._listed(set)
        if len(set) > len(self.universe):  # [^"] -> all but what is listed
            written = min(written, 3.0 + self._listed(~set))
        return CLASS_KIND + written

    def _listed(self, set: CharSet) -> float:
        # [a-z0-9_.] -> the name [a-z0-9] and two literals; [2-5] -> a range
        best = sum(self._piece_bits(low, high) for low, high in set.ranges)
        for name, bits in self.named.items():
            if name <= set:
                rest = set - name
                best = min(best, bits + sum(self._piece_bits(low, high) for low, high in rest.ranges))
        return best + 1.0

    def _piece_bits(self, low: int, high: int) -> float:
        return min(RANGE_BITS + 2 * (self.literal_bits - 3.0), (high - low + 1) * self.literal_bits)

    def pattern_bits(self, node: Expression) -> float:
        """Bits to write an expression."""
        return self._pattern_bits(node, set())

    def _pattern_bits(self, node: Expression, written: set[CharSet]) -> float:
        match node:
            case Chars(charset):
                bits = self.class_bits(charset)
                if charset in written and len(charset) > 1:
                    return min(bits, CLASS_AGAIN)
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
