"""The description length: bits to write an expression, and bits to write strings once it is known.

A two-part code (docs/design.md, "Objective"). An expression costs a prefix code over its nodes; a string costs the
choices that the expression, read as a generator, has to make for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from itertools import chain, cycle
from math import inf, lgamma, log, log2
from operator import add
from typing import Final, NamedTuple

import numpy as np

from dsl.charset import KINDS, LETTERS, LOWER, PRINTABLE, UPPER, CharSet
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Ref, Repeat, Union, children, walk
from dsl.expressions.named import NAMED, scripts
from searchers.scoring.prices import PRICES, Prices

_CASES: Final = (1, 2)  # the kinds LOWER and UPPER
MOST_SAID: Final = 3.5  # bits that a character says by being one of few
MAX_LACKING: Final = 6  # characters that a class may have besides a named one
NO_SIGNS: Final = CharSet()


def integer_bits(n: int, prices: Prices = PRICES) -> float:
    """Bits of a positive integer, small ones cheap: between Elias' gamma and a flat code, without their rounding."""
    return prices.integer_slope * log2(n) + 1


def count_bits(low: int, high: int | None, prices: Prices = PRICES) -> float:
    """Bits to write the suffix of a repeat."""
    if (low, high) == (0, 1):
        return prices.option
    if high is None:
        return (prices.star, prices.plus)[low] if low <= 1 else prices.open_from + integer_bits(low, prices)
    if low == high:
        return prices.exact + integer_bits(low, prices)
    return prices.bounded + integer_bits(low + 1, prices) + integer_bits(high - low, prices)


def choice_bits(chosen: float, other: float, *, open: bool = False, prices: Prices = PRICES) -> float:
    """Bits of a sequence of two-way choices, adaptively coded: a Beta mixture over their rate.

    People write options and alternatives that are used, so rates near 0 and 1 are unlikely; of an open repeat only a
    rate of going on near 0 is.
    """
    if chosen == 0 and other == 0:
        return 0.0
    a, b = (prices.go_prior, prices.stop_prior) if open else (prices.choice_prior, prices.choice_prior)
    log_mixture = lgamma(chosen + a) + lgamma(other + b) - lgamma(chosen + other + a + b)
    return (lgamma(a) + lgamma(b) - lgamma(a + b) - log_mixture) / log(2)


class KindPrices(NamedTuple):
    """Those of `Prices` that a character's kind and the kind before it take."""

    digit: float  # share of the bits of a character within its kind
    letter: float
    same_kind: float
    same_case: float


class Cover(NamedTuple):
    """A class for some characters: bits to write it, bits of a character by its kind and the kind before it (numbered
    as in `kind_prices`), and the named class it builds on."""

    bits: float
    prices: tuple[float, ...]
    name: CharSet | None


@cache
def kind_prices(sizes: tuple[int, ...], others: int, codes: KindPrices) -> tuple[float, ...]:
    """Bits of a character of a class by the kind before it and its own kind, as one row for each kind before.

    `sizes` are the characters of the class of each kind, `others` those without a kind. The last column is a character
    without a kind; the row before the last follows one; the last row is for the first character of a run.
    """
    total = max(1, sum(sizes) + others)
    counts = [*sizes, others]
    shares = (codes.digit, *[codes.letter] * (len(sizes) - 1))
    inner = [share * log2(max(1, size)) for share, size in zip(shares, sizes, strict=True)] + [log2(max(1, others))]
    rows: list[float] = []
    for before in range(len(counts) + 1):
        inside = before < len(counts) and counts[before] > 0
        for kind, count in enumerate(counts):
            if not count:
                rows.append(inf)
                continue
            alone = count / total
            stays = codes.same_case if before in _CASES and kind in _CASES else codes.same_kind
            likely = max(alone, stays) if inside and before == kind else alone
            rows.append(-log2(likely) + inner[kind])
    return tuple(rows)


def _written_bits(cover: Cover) -> float:
    return cover.bits


class Coding:
    """The code for one problem: its universe is printable ASCII and whatever else the examples contain."""

    def __init__(
        self,
        characters: Iterable[str],
        prices: Prices = PRICES,
        named: Mapping[CharSet, float] = NAMED,
        frequencies: Mapping[str, float] | None = None,
        separators: CharSet = NO_SIGNS,
    ) -> None:
        self.book = prices
        self._separators = separators
        same = prices.same_kind, prices.same_case
        self._kind_prices = KindPrices(prices.within_kind, prices.within_kind, *same)
        self._repeated_prices = KindPrices(prices.repeated_digit, prices.repeated_letter, *same)
        self._frequencies = frequencies or {}
        seen = CharSet.of(characters)
        foreign = [script for script in scripts() if script & seen]
        self.universe = PRINTABLE | seen | CharSet(chain.from_iterable(script.ranges for script in foreign))
        self.literal_bits = self.book.literal + log2(len(self.universe))
        self.named = dict(named)
        for script in foreign:
            for base, bits in (*named.items(), (CharSet(), 0.0)):
                self.named.setdefault(base | script, bits + scripts()[script])
        self.kinds = (*KINDS, *foreign)
        alike = CharSet(chain.from_iterable(kind.ranges for kind in self.kinds))
        self._signs = self.universe - CharSet.of("_") - alike
        self._structure = self._signs | separators  # with which people write structure
        self._alphabet = seen
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
            if len(name & self.universe) > 1  # of one character a name is no other way to write it
        ]
        self._covers: dict[int, list[Cover]] = {}
        self._realised: dict[tuple[int, CharSet | None], CharSet] = {}
        self._class_bits: dict[CharSet, float] = {}
        self._prices: dict[tuple[CharSet, bool], tuple[float, ...]] = {}

    @cached_property
    def presence(self) -> tuple[float, ...]:
        """Bits of a character of each kind, (kinds,), in a class that has all of them: more for letters."""
        return tuple(MOST_SAID * self.book.absent_letter * (kind in (LOWER, UPPER)) for kind in self.kinds)

    @property
    def tells_repeated(self) -> bool:
        """Whether characters of words that an example before has, too, cost something else."""
        return self._repeated_prices != self._kind_prices or any(self.presence)

    def prices(self, charset: CharSet, *, repeated: bool = False) -> tuple[float, ...]:
        """Bits of a character of `charset` by the kind before it and its own, see `kind_prices`; `repeated` in a word
        that an example before has, too."""
        prices = self._prices.get((charset, repeated))
        if prices is None:
            inside = charset & self.universe
            sizes = tuple(len(inside & kind) for kind in self.kinds)
            codes = self._repeated_prices if repeated else self._kind_prices
            prices = kind_prices(sizes, len(inside) - sum(sizes), codes)
            if not repeated:
                prices = tuple(map(add, prices, cycle(self._presence_bits(inside))))
            self._prices[charset, repeated] = prices
        return prices

    def _presence_bits(self, charset: CharSet) -> list[float]:
        """Bits of a character of each kind, (kinds + 1,), for what it does not say: that the class lacks the others.

        Of letters at random 17 % are among [CDILMVX], of those of words nearly all are among those that they have.
        """
        bits = [*self.presence, 0.0]
        if not charset <= LETTERS:  # [a-f0-9] has a name, [k0-9] is k+[0-9]
            return bits
        for index, kind in enumerate(self.kinds):
            inside = charset & kind
            # where there is no other letter, A says no more than [ACGT]
            drawn = inside if len(inside) > 1 else self._alphabet & kind
            known = sum(self._frequencies.get(character, 0.0) for character in drawn)
            if inside and known:
                bits[index] *= 1 - min(-log2(known) / MOST_SAID, 1.0)
        return bits

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
        return min(self.class_bits(charset), self.book.literal_again if len(charset) == 1 else self.book.charset_again)

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
                listed += self.book.partial + (self.book.mixed if mask & self._sign_mask else 0.0)
            listed += 0.0 if lone == 1 else self.book.charset + self.book.charset_end
            known = [Cover(listed, kind_prices(tuple(inside), lone - sum(inside), self._kind_prices), None)]
            for name, bits, size, members, sizes in self._named_masks:
                rest = mask & ~members
                lacking = rest.bit_count()
                if lacking < lone and lacking <= MAX_LACKING:
                    bits += self.book.charset + self.book.charset_end + lacking * self.literal_bits
                    odd = any(rest & kind for kind in self._kind_masks)
                    bits += self.book.partial if odd else 0.0
                    mixes = (rest & self._sign_mask and any(sizes)) or (odd and not any(sizes))
                    bits += self.book.mixed if mixes else 0.0
                    both = tuple(
                        one + (rest & kind).bit_count() for one, kind in zip(sizes, self._kind_masks, strict=True)
                    )
                    known.append(Cover(bits, kind_prices(both, size + lacking - sum(both), self._kind_prices), name))
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
            written = min(written, self.book.negated + self._listed(~charset))
        return self.book.charset + written

    def _listed(self, charset: CharSet) -> float:
        # [a-z0-9_.] -> the name [a-z0-9] and two literals; [2-5] -> a range
        kindred = any(not kind.isdisjoint(charset) for kind in self.kinds)
        mixed = self.book.mixed + self.book.separator * len(charset & self._separators)
        mixed = mixed if kindred and not charset.isdisjoint(self._structure) else 0.0
        best = (self.book.partial + mixed if kindred else 0.0) + self._pieces_bits(charset)
        for name, bits in self.named.items():
            if name <= charset and len(name & self.universe) > 1:
                rest = charset - name
                partial = self.book.partial if any(not kind.isdisjoint(rest) for kind in self.kinds) else 0.0
                holds_kinds = any(not kind.isdisjoint(name) for kind in self.kinds)
                added = 0.0 if rest.isdisjoint(self._structure) and (holds_kinds or not rest) else mixed
                best = min(best, partial + added + bits + self._pieces_bits(rest))
        return best + self.book.charset_end

    def _pieces_bits(self, charset: CharSet) -> float:
        return sum(self._piece_bits(low, high) for low, high in charset.ranges)

    def _piece_bits(self, low: int, high: int) -> float:
        return min(self.book.span + 2 * (self.literal_bits + self.book.span_end), (high - low + 1) * self.literal_bits)

    def pattern_bits(self, node: Expression, *, again: bool = False) -> float:
        """Bits to write an expression; `again` when all its classes were written before."""
        written = {part.set for part in walk(node) if isinstance(part, Chars)} if again else set[CharSet]()
        return self._pattern_bits(node, written)

    def _pattern_bits(self, node: Expression, written: set[CharSet]) -> float:
        inside = sum(self._pattern_bits(part, written) for part in children(node))
        return inside + self._node_bits(node, written, inf)

    def rules_bits(self, rules: Mapping[str, Expression]) -> float:
        """Bits to write all rules of a grammar; one of a single rule costs what its expression costs as a regex."""
        written: set[CharSet] = set()
        reference = self.book.reference + log2(len(rules))
        bits = self.book.rule * (len(rules) - 1)
        for expression in rules.values():
            for node in walk(expression):
                bits += self._node_bits(node, written, reference)
        return bits

    def _node_bits(self, node: Expression, written: set[CharSet], reference: float) -> float:
        """Bits to write a node without what is below it; a class is added to those that were written."""
        match node:
            case Chars(charset):
                bits = self.again_bits(charset) if charset in written else self.class_bits(charset)
                written.add(charset)
                return bits
            case Ref():
                return reference
            case Concat(parts):
                return self.book.concat * (len(parts) - 1)
            case Union(parts):
                return self.book.union * (len(parts) - 1)
            case Repeat(_, low, high):
                return count_bits(low, high, self.book)
            case Epsilon():
                return self.book.epsilon
            case _:
                return inf
