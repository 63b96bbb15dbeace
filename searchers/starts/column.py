"""One column of aligned texts: the best classes, counts and enumerations for it, by description length."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from math import inf, log2
from operator import itemgetter, mul
from os.path import commonprefix

from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Expression, concat, literal, repeat, union
from searchers.scoring.coding import Coding, Cover, choice_bits, count_bits
from searchers.scoring.prices import PRICES

MAX_ENUMERATION = 24
MAX_SPELLED = 3  # a character repeated so often is written out

Texts = Mapping[str, int]  # distinct texts -> how often


@dataclass(eq=False)  # not frozen, which takes three times as long to make: there are many
class Fit:
    """An expression for some texts, with the bits of both parts of the code. Most fits are never looked at, so the
    expression is built when it is asked for."""

    bits: float
    build: Callable[[], Expression]

    @cached_property
    def expression(self) -> Expression:
        """What fits."""
        return self.build()


def literal_fit(text: str, coding: Coding) -> Fit:
    """The text itself: it costs its letters once, those that come again less, and nothing a time."""
    return Fit(literal_bits(text, coding), partial(literal, text))


def literal_bits(text: str, coding: Coding) -> float:
    """Bits to write the text itself."""
    distinct = len(set(text))
    letters = distinct * coding.literal_bits + (len(text) - distinct) * PRICES.literal_again
    return letters + PRICES.concat * (len(text) - 1) if text else 0.0


def choices_bits(counts: list[int]) -> float:
    """Bits of many-way choices coded as a chain of two-way ones, the way a binary union pays them."""
    bits, rest = 0.0, sum(counts)
    for count in counts[:-1]:
        rest -= count
        bits += choice_bits(count, rest)
    return bits


def enumeration(texts: Texts, coding: Coding) -> Iterator[Fit]:
    """com|net|org"""
    if 2 <= len(texts) <= MAX_ENUMERATION:
        words = sum(literal_bits(text, coding) for text in texts)
        bits = words + PRICES.union * (len(texts) - 1) + choices_bits(list(texts.values()))
        yield Fit(bits, lambda: union(*map(literal, texts)))


def price(cover: Cover, pairs: Mapping[int, int]) -> float:
    """Bits of a class and of its characters, `pairs` of them by the kind before and the kind."""
    characters: float = sum(map(mul, pairs.values(), map(cover.prices.__getitem__, pairs)))
    return cover.bits + characters


def _cheapest(covers: Iterable[Cover], pairs: Mapping[int, int], keep: int) -> list[tuple[float, CharSet | None]]:
    """The `keep` classes of least price, cheapest first; `covers` have those that are cheapest to write first."""
    cheapest: list[tuple[float, CharSet | None]] = []
    for cover in covers:
        if len(cheapest) == keep and cover.bits >= cheapest[-1][0]:
            break  # its characters cost something too
        insort(cheapest, (price(cover, pairs), cover.name), key=itemgetter(0))
        del cheapest[keep:]
    return cheapest


def _run(mask: int, name: CharSet | None, coding: Coding, low: int, high: int | None) -> Expression:
    character = Chars(coding.realise(mask, name))
    if low == high and low <= MAX_SPELLED and len(character.set) == 1:  # s{2} -> ss
        return concat(*[character] * low)
    return repeat(character, low, high)


def counts_for(lengths: Mapping[int, int], keep: int = 2) -> list[tuple[float, int, int | None]]:
    """Ranges that hold all `lengths` (with their counts), with the bits of the suffix and of the counts."""
    low, high = min(lengths), max(lengths)
    times, weight = sum(lengths.values()), PRICES.count_weight
    if low == high:
        exact = 0.0 if low == 1 else count_bits(low, low)
        options: list[tuple[float, int, int | None]] = [(exact, low, high)]
    else:
        options = []
        for start in {low, 0 if low <= 1 else low}:
            options.append((count_bits(start, high) + weight * times * log2(high - start + 1), start, high))
    if (low, high) == (0, 1):
        return [(count_bits(0, 1) + choice_bits(lengths[0], lengths[1]), 0, 1)]
    for start in {min(low, 1), low}:
        more = sum((length - start) * count for length, count in lengths.items())
        options.append((count_bits(start, None) + weight * choice_bits(more, times, open=True), start, None))
    return sorted(options, key=itemgetter(0))[:keep]


def runs(texts: Texts, coding: Coding, keep: int = 3) -> Iterator[Fit]:
    """[0-9]{2,4}"""
    lengths: dict[int, int] = {}
    for text, times in texts.items():
        lengths[len(text)] = lengths.get(len(text), 0) + times
    if not any(lengths):
        return
    mask = coding.mask(set().union(*texts))
    counts = counts_for(lengths)
    kinds = coding.pair_counts(texts)
    for index, (class_bits, name) in enumerate(_cheapest(coding.covers(mask), kinds, keep)):
        for bits, low, high in counts if index == 0 else counts[:1]:
            yield Fit(class_bits + bits, partial(_run, mask, name, coding, low, high))


def count_texts(pairs: Iterable[tuple[str, int]]) -> Texts:
    """Texts with how often each comes, equal ones added up."""
    counts: dict[str, int] = {}  # as long as most are short, quicker than a Counter
    for text, times in pairs:
        counts[text] = counts.get(text, 0) + times
    return counts


def common_affixes(texts: Collection[str]) -> tuple[str, str]:
    """What all texts begin with, and what all that is left of them ends with."""
    head = commonprefix(list(texts))
    return head, commonprefix([text[len(head) :][::-1] for text in texts])[::-1]


def fixed_width(texts: Texts, coding: Coding) -> Iterator[Fit]:
    """Texts of one length: the cheapest split into runs of one class each. AB12, CD97 -> [A-Z]{2}[0-9]{2}"""
    widths = {len(text) for text in texts}
    width = widths.pop()
    if widths or not 2 <= width <= 64:
        return
    columns = [coding.mask({text[index] for text in texts}) for index in range(width)]
    firsts = [_steps(texts, index, coding, first=True) for index in range(width)]
    steps = [_steps(texts, index, coding) for index in range(width)]
    # best[end]: bits of the cheapest split of the first `end` columns, where its last run starts, that run's class
    best: list[tuple[float, int, int, CharSet | None]] = [(0.0, 0, 0, None)]
    for end in range(1, width + 1):
        least: tuple[float, int, int, CharSet | None] = (inf, 0, 0, None)
        mask = 0
        inner: dict[int, int] = {}
        for start in range(end - 1, -1, -1):
            mask |= columns[start]
            length = end - start
            joint = (PRICES.concat if start else 0.0) + (0.0 if length == 1 else count_bits(length, length))
            before = best[start][0] + joint
            pairs: dict[int, int] = {}
            for cover in coding.covers(mask):
                if before + cover.bits >= least[0]:
                    break  # its characters cost something too
                pairs = pairs or inner | firsts[start]
                bits = before + price(cover, pairs)
                if bits < least[0]:
                    least = (bits, start, mask, cover.name)
            for pair, count in steps[start].items():
                inner[pair] = inner.get(pair, 0) + count
        best.append(least)
    yield Fit(best[-1][0], partial(_runs_side_by_side, best, coding))


def _steps(texts: Texts, index: int, coding: Coding, *, first: bool = False) -> dict[int, int]:
    """Pairs of kinds at one place of the texts; at the first place of a run nothing is before it."""
    if first:
        return coding.pair_counts(count_texts((text[index], times) for text, times in texts.items()))
    if not index:
        return {}
    return coding.step_counts((text[index - 1 : index + 1], times) for text, times in texts.items())


def _runs_side_by_side(best: list[tuple[float, int, int, CharSet | None]], coding: Coding) -> Expression:
    parts: list[Expression] = []
    end = len(best) - 1
    while end:
        _, start, mask, name = best[end]
        parts.append(_run(mask, name, coding, end - start, end - start))
        end = start
    return concat(*reversed(parts))
