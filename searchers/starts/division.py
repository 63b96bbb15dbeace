"""Warm starts by division: split the examples where they agree, fit the pieces, and let description length judge.

Every way to divide a set of texts (at common affixes, at anchors that all texts share, at separators, into cells, by
optional parts, by shape) leaves smaller sets of texts, so the two-part code of the whole is the sum of the codes of its
pieces.
"""

from __future__ import annotations

import re
from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import inf
from operator import attrgetter
from os.path import commonprefix
from typing import Final

from dsl.charset import ALPHANUMERIC, DIGITS, LETTERS, LOWER, UPPER
from dsl.expressions.expression import Concat, Expression, concat, optional, repeat, union
from dsl.expressions.tandems import tandems
from searchers.budget import Budget
from searchers.scoring.coding import Coding, choice_bits
from searchers.scoring.prices import PRICES
from searchers.starts.column import (
    Fit,
    Texts,
    choices_bits,
    common_affixes,
    count_texts,
    counts_for,
    enumeration,
    fixed_width,
    literal_fit,
    runs,
)
from searchers.starts.columns import aligned_columns, records
from searchers.starts.shapes import KINDS, Kind, Row, alphanumerics_alike, character_kind, letters_alike, tokens

MAX_DIVIDED: Final = 600  # sets of texts that are divided; those that come later are fitted whole
KEEP: Final = 3
KEEP_AT_TOP: Final = 24
SPLITS_TRIED: Final = (6, 3, 2, 2, 1)  # by depth: the splits that look cheapest before their pieces are divided
ALTERNATIVES: Final = "alternatives"
ALTERNATIVES_DEPTH: Final = 2
COLUMNS_DEPTH: Final = 1
MAX_ALTERNATIVES: Final = 6
MAX_ANCHORS: Final = 40
CELLS: Final = "cells"  # of records
DIVIDED_MORE: Final = 6  # sets of texts for each cell, as access logs of a dozen cells took them; set by hand
_bits: Final[Callable[[Fit], float]] = attrgetter("bits")
CAPITALS: Final = (re.compile(r"(?<=[a-z])(?=[A-Z])"), re.compile(r"(?<=[A-Za-z0-9])(?=[A-Z])"))
BASES: Final = tuple("".join(charset) for charset in (LOWER, UPPER, DIGITS, LETTERS, ALPHANUMERIC))


@dataclass(frozen=True, eq=False)  # pieces are many, and no two splits of some texts are the same
class Split:
    """A way to divide texts: the pieces, the bits that joining them costs, and how fitted pieces are joined."""

    way: str
    pieces: list[Texts]
    bits: float
    join: Callable[[float, list[Fit]], Fit]


class Division:
    """Fits expressions to texts by dividing them; remembers what it has fitted.

    Texts of one shape may be fitted `by_token` at once: as good a glance at a part as any, but a beam that begins at
    many such fits of all examples has no room for others.
    """

    def __init__(
        self, coding: Coding, most: int = MAX_DIVIDED, budget: Budget | None = None, *, by_token: bool = False
    ) -> None:
        self.coding = coding
        self._by_token = by_token
        self._budget = budget or Budget()
        self._left = most
        self._known: dict[frozenset[tuple[str, int]], list[Fit]] = {}
        self._whole: dict[frozenset[tuple[str, int]], list[Fit]] = {}

    def fit(self, texts: Texts, depth: int = 0) -> list[Fit]:
        """The few cheapest expressions found that match all `texts`, cheapest first."""
        key = frozenset(texts.items())
        known = self._known.get(key)
        if known is None:
            ways = list(self._ways(dict(sorted(texts.items())), depth))
            found = _cheapest(chain.from_iterable(ways), KEEP if depth else KEEP_AT_TOP)
            if not depth:  # what is read otherwise may become cheaper by edits
                found = _cheapest([*found, *(min(way, key=_bits) for way in ways)], inf)
            known = self._known[key] = found
        return known

    def _undivided(self, texts: Texts) -> list[Fit]:
        """What fits without dividing further, cheapest first."""
        key = frozenset(texts.items())
        known = self._whole.get(key)
        if known is None:
            rest = {text: times for text, times in texts.items() if text}
            fits = [literal_fit(text, self.coding) for text in texts] if len(texts) == 1 else []
            fits += runs(texts, self.coding)
            fits += enumeration(texts, self.coding)
            fits += self._of_one_shape(texts) if self._by_token else ()
            if "" not in texts:
                fits += fixed_width(texts, self.coding)
            elif rest:
                fits += self._made_optional(texts, [*fixed_width(rest, self.coding), *runs(rest, self.coding, 1)])
            known = self._whole[key] = sorted(fits, key=_bits)[:KEEP_AT_TOP]
        return known

    def _of_one_shape(self, texts: Texts) -> Iterator[Fit]:
        """A run or a word for each token of texts with the same kinds of tokens: 9:30, 10:05 -> [0-9]+:[0-9]{2}"""
        for kind in (character_kind, letters_alike):
            rows = [tokens(text, kind) for text in texts]
            if len({tuple(name for name, _ in row) for row in rows}) == 1 and 2 <= len(rows[0]) <= MAX_ANCHORS:
                places = [[run for _, run in place] for place in zip(*rows, strict=True)]
                columns = [count_texts(zip(place, texts.values(), strict=True)) for place in places]
                fits = [self._undivided(column)[0] for column in columns]
                yield self._concatenated(PRICES.concat * (len(fits) - 1), fits)
                return

    def _made_optional(self, texts: Texts, fits: list[Fit]) -> list[Fit]:
        bits = PRICES.option + choice_bits(sum(texts.values()) - texts[""], texts[""])
        return [Fit(fit.bits + bits, partial(_optional, fit)) for fit in fits]

    def _ways(self, texts: Texts, depth: int) -> Iterator[list[Fit]]:
        """What fits undivided, and what fits by each of the divisions that look cheapest."""
        yield self._undivided(texts)
        if "" in texts and len(texts) > 1:
            rest = {text: times for text, times in texts.items() if text}
            yield self._made_optional(texts, self.fit(rest, depth))
            return
        if depth >= len(SPLITS_TRIED) or len(texts) == 1 or self._left <= 0 or self._budget.spent:
            return
        self._left -= 1
        splits = list(self._splits(texts, depth))
        splits = self._cheapest_looking(splits, SPLITS_TRIED[depth] if depth else len(splits))
        # at the top the best of each way, too, and first: the sets of texts that are divided are numbered
        firsts = {} if depth else {split.way: split for split in reversed(splits)}
        tried = [*sorted(firsts.values(), key=splits.index), *splits[: SPLITS_TRIED[depth]]]
        if not depth:  # each kind of alternatives, too, if sets are left
            tried += [split for split in splits if split.way == ALTERNATIVES]
        for split in dict.fromkeys(tried):
            yield list(self._joined(split, depth))

    def _cheapest_looking(self, splits: Sequence[Split], most: int) -> list[Split]:
        """Those that look cheapest before their pieces are divided, cheapest first."""
        found: list[tuple[float, int, Split]] = []
        for number, split in enumerate(splits):
            bound = found[-1][0] if len(found) == most else inf
            bits = 0.0
            for piece in split.pieces:
                bits += self._undivided(piece)[0].bits
                if split.bits + bits >= bound:
                    break  # the other pieces cost something too
            else:
                insort(found, (split.bits + bits, number, split))
                del found[most:]
        return [split for _, _, split in found]

    def _splits(self, texts: Texts, depth: int) -> Iterator[Split]:
        seen: set[tuple[frozenset[tuple[str, int]], ...]] = set()
        ways = [self._affixes(texts), self._leading_runs(texts), self._separators(texts)]
        ways += [self._sequence(CELLS, cells) for cells in records(texts)]
        rows: dict[tuple[Row, ...], Kind] = {}
        for kind in KINDS:  # of signs alone every kind makes the same tokens
            rows.setdefault(tuple(tokens(text, kind) for text in texts), kind)
        ways += [self._anchors(texts, kind) for kind in rows.values()]
        if depth < ALTERNATIVES_DEPTH:
            ways.append(self._alternatives(texts))
        if depth < COLUMNS_DEPTH:
            ways.append(self._sequence("columns", aligned_columns(texts)))
        for split in chain.from_iterable(ways):
            key = (frozenset({("", int(split.bits * 1000))}), *(frozenset(piece.items()) for piece in split.pieces))
            if key not in seen:
                seen.add(key)
                yield split

    def _joined(self, split: Split, depth: int) -> Iterator[Fit]:
        """The best of each piece, then each second choice in turn."""
        places = range(len(split.pieces))
        order: Sequence[int] = places
        if split.way == CELLS:  # the more a record has, the more there is to divide, where most is to gain first
            self._left += 0 if depth else DIVIDED_MORE * sum(len(piece) > 1 for piece in split.pieces)
            order = sorted(places, key=lambda place: -self._undivided(split.pieces[place])[0].bits)
        known = {place: self.fit(split.pieces[place], depth + 1) for place in order}
        fits = [known[place] for place in places]
        best = [options[0] for options in fits]
        yield split.join(split.bits, best)
        for index, options in enumerate(fits):
            for other in options[1:]:
                yield split.join(split.bits, [*best[:index], other, *best[index + 1 :]])

    # ---------------------------------------------------------------------------------------- dividing

    def _sequence(self, way: str, columns: Sequence[Texts]) -> Iterator[Split]:
        columns = [column for column in columns if any(column)]
        if len(columns) > 1:
            yield Split(way, list(columns), PRICES.concat * (len(columns) - 1), self._concatenated)

    def _concatenated(self, bits: float, fits: list[Fit]) -> Fit:
        # [0-9]{2}:[0-9]{2}:[0-9]{2}: -> ([0-9]{2}:){3}
        whole = concat(*(fit.expression for fit in fits))
        bits += sum(fit.bits for fit in fits)
        flat: list[Expression] = [*whole.parts] if isinstance(whole, Concat) else [whole]
        while (found := self._tandem(flat)) is not None:
            start, width, times, saved = found
            flat[start : start + times * width] = [repeat(concat(*flat[start : start + width]), times, times)]
            bits -= saved
        return Fit(bits, partial(concat, *flat))

    def _tandem(self, flat: list[Expression]) -> tuple[int, int, int, float] | None:
        """Start, width, times and saved bits of a run of equal parts that is cheaper written once."""
        for start, width, times in tandems(flat, range(len(flat) // 2, 0, -1)):
            unit = flat[start : start + width]
            once = repeat(concat(*unit), times, times)
            saved = self.coding.pattern_bits(concat(*unit * times)) - self.coding.pattern_bits(once)
            if saved > 0:
                return start, width, times, saved
        return None

    def _affixes(self, texts: Texts) -> Iterator[Split]:
        """What all texts begin and end with is a literal."""
        prefix, inner = common_affixes(texts)
        suffix = commonprefix([text[::-1] for text in texts])[::-1]
        total = sum(texts.values())
        for head, tail in dict.fromkeys([(prefix, inner), (prefix, ""), ("", suffix)]):
            middle = count_texts((text[len(head) : len(text) - len(tail)], times) for text, times in texts.items())
            yield from self._sequence("affixes", [{head: total}, middle, {tail: total}])

    def _leading_runs(self, texts: Texts) -> Iterator[Split]:
        """Divide behind the longest run of one class (or one character) at the start of each text, and at the end."""
        first = {text[0] for text in texts}
        last = {text[-1] for text in texts}
        for characters in (*BASES, "".join(first)):
            if first.issubset(characters):
                yield from self._cut(texts, {text: len(text) - len(text.lstrip(characters)) for text in texts})
        for characters in (*BASES, "".join(last)):
            if last.issubset(characters):
                yield from self._cut(texts, {text: len(text.rstrip(characters)) for text in texts})

    def _cut(self, texts: Texts, cuts: dict[str, int]) -> Iterator[Split]:
        left = count_texts((text[: cuts[text]], times) for text, times in texts.items())
        right = count_texts((text[cuts[text] :], times) for text, times in texts.items())
        yield from self._sequence("runs", [left, right])

    def _anchors(self, texts: Texts, kind: Kind) -> Iterator[Split]:
        """Divide at the tokens that all texts have in one order."""
        split = {text: tokens(text, kind) for text in texts}
        shapes = Counter[tuple[str, ...]]()
        for text, times in texts.items():
            shapes[tuple(name for name, _ in split[text])] += times
        anchors: tuple[str, ...] | None = None
        for shape, _ in shapes.most_common():
            anchors = shape if anchors is None else _common_subsequence(anchors, shape)
            if not anchors:
                return
        if anchors is None or len(anchors) > MAX_ANCHORS:
            return
        for from_right in (False, True) if len(shapes) > 1 else (False,):
            columns: list[dict[str, int]] = [{} for _ in range(2 * len(anchors) + 1)]
            for text, times in texts.items():
                for column, piece in zip(columns, _at_anchors(split[text], anchors, from_right), strict=True):
                    column[piece] = column.get(piece, 0) + times
            yield from self._sequence(f"anchors {kind.__name__}", columns)

    def _separators(self, texts: Texts) -> Iterator[Split]:
        """item(,item)*, item(Item)*"""
        present = Counter[str]()
        for text, times in texts.items():
            for character in dict.fromkeys(text):
                if not character.isalnum():
                    present[character] += times
        total = sum(texts.values())
        for separator, times in present.most_common(4):
            if times * 3 >= total:
                parts = [(text.split(separator), count) for text, count in texts.items()]
                yield from self._list(f"list {separator}", parts, separator)
        for capitals in CAPITALS:  # theItemOfMine, H2SO4
            parts = [(capitals.split(text), count) for text, count in texts.items()]
            yield from self._list(f"list {capitals.pattern}", parts, "")

    def _list(self, way: str, parts: list[tuple[list[str], int]], separator: str) -> Iterator[Split]:
        counts = Counter[int]()
        for pieces, times in parts:
            counts[len(pieces) - 1] += times
        if max(counts) < 2 and len(counts) == 1:
            return
        comma = literal_fit(separator, self.coding)
        ways = (slice(None), slice(1, None), slice(None, -1)) if min(counts) >= 1 else (slice(None),)
        for inner in ways:
            items = count_texts((piece, times) for pieces, times in parts for piece in pieces[inner])
            ends = count_texts((pieces[0 if inner.start else -1], times) for pieces, times in parts)
            if not any(items):
                continue
            for bits, low, high in counts_for(counts):
                bits += comma.bits + 2 * PRICES.concat
                if inner == slice(None):  # item(,item)*
                    yield Split(way, [items], bits, partial(self._repeated, comma, low, high))
                elif inner.start:  # x(,item)+
                    yield Split(way, [ends, items], bits, partial(_listed, comma, low, high, False))
                else:  # (item,)+x
                    yield Split(way, [items, ends], bits, partial(_listed, comma, low, high, True))

    def _repeated(self, comma: Fit, low: int, high: int | None, bits: float, fits: list[Fit]) -> Fit:
        item = fits[0].expression
        bits += fits[0].bits + self.coding.pattern_bits(item, again=True)
        return Fit(bits, lambda: concat(item, repeat(concat(comma.expression, item), low, high)))

    def _alternatives(self, texts: Texts) -> Iterator[Split]:
        """Divide the texts themselves: by shape, by first or last character, by length, by a character they have."""
        ways: list[Callable[[str], object]] = [
            lambda text: tuple(name for name, _ in tokens(text, letters_alike)),
            lambda text: tuple(name for name, _ in tokens(text, alphanumerics_alike)),
            lambda text: letters_alike(text[0]),
            lambda text: letters_alike(text[-1]),
            lambda text: text[0],
            len,
        ]
        marks = sorted({character for text in texts for character in text if not character.isalnum()})[:8]
        ways += [partial(_contains, mark) for mark in marks]
        for way in ways:
            groups: defaultdict[object, dict[str, int]] = defaultdict(dict)
            for text, times in texts.items():
                groups[way(text)][text] = times
            if 2 <= len(groups) <= MAX_ALTERNATIVES and (len(groups) < len(texts) or len(texts) == 2):
                choices = choices_bits([sum(group.values()) for group in groups.values()])
                bits = PRICES.union * (len(groups) - 1) + choices
                yield Split(ALTERNATIVES, list(groups.values()), bits, _united)


def _cheapest(fits: Iterable[Fit], most: float) -> list[Fit]:
    """Fits of different expressions."""
    found: dict[Expression, Fit] = {}
    for fit in sorted(fits, key=_bits):
        if len(found) >= most:
            break
        found.setdefault(fit.expression, fit)
    return list(found.values())


def _contains(mark: str, text: str) -> bool:
    return mark in text


def _optional(fit: Fit) -> Expression:
    return optional(fit.expression)


def _united(bits: float, fits: list[Fit]) -> Fit:
    return Fit(bits + sum(map(_bits, fits)), lambda: union(*(fit.expression for fit in fits)))


def _listed(comma: Fit, low: int, high: int | None, comma_behind: bool, bits: float, fits: list[Fit]) -> Fit:
    def build() -> Expression:
        if comma_behind:  # (item,)+x
            return concat(repeat(concat(fits[0].expression, comma.expression), low, high), fits[1].expression)
        return concat(fits[0].expression, repeat(concat(comma.expression, fits[1].expression), low, high))

    return Fit(bits + sum(map(_bits, fits)), build)


def _common_subsequence(a: Sequence[str], b: Sequence[str]) -> tuple[str, ...]:
    """A longest common subsequence."""
    from rapidfuzz.distance import LCSseq

    blocks = LCSseq.opcodes(a, b)
    return tuple(name for block in blocks if block.tag == "equal" for name in a[block.src_start : block.src_end])


def _at_anchors(pairs: Sequence[tuple[str, str]], anchors: Sequence[str], from_right: bool) -> list[str]:
    """Pieces of a text: before the first anchor, the anchor, between it and the next, …"""
    pairs = list(reversed(pairs)) if from_right else list(pairs)
    order = list(reversed(anchors)) if from_right else list(anchors)
    pieces: list[str] = []
    between: list[str] = []
    for name, run in pairs:
        if order and name == order[0]:
            pieces += ["".join(reversed(between) if from_right else between), run]
            between = []
            order.pop(0)
        else:
            between.append(run)
    pieces.append("".join(reversed(between) if from_right else between))
    return list(reversed(pieces)) if from_right else pieces
