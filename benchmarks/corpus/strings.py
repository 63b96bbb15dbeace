"""Realistic strings for an expression: a column of values as someone who wrote the pattern has before them.

A column has one style: each place of the expression is planned once, with words, numbers or codes of one kind (see
`fillers`), and all values are drawn by that plan. Parts of the expression that some kind of value fits as a whole are
filled with it, so that `[a-z0-9]([-a-z0-9]*[a-z0-9])?` yields names and not noise; the rest is drawn from within:
alternatives unevenly, optional parts at a rate of the column, open counts low. Nothing is drawn uniformly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import prod
from random import Random
from typing import Final

from benchmarks.corpus.drawing import Make
from benchmarks.corpus.families import (
    BASE64,
    CODES,
    FAMILIES,
    HEXADECIMAL,
    HINTS,
    NUMBERS_OF_ONE_WIDTH,
    NUMERIC,
    TEXTS,
    WHOLE,
)
from benchmarks.corpus.fillers import Family, skewed
from dsl.charset import ALPHANUMERIC, DIGITS, LETTERS, LOWER, PRINTABLE, UPPER, CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Repeat, Union, concat, size, walk
from dsl.regex import Regex

LONGEST: Final = 200
ATTEMPTS: Final = 30
TRIALS: Final = 5  # values of a family that a place must accept
BROAD: Final = 9  # characters from which on a class is filled rather than picked from
LARGEST: Final = 40  # nodes of a part that a family is tried on
VARIETY: Final = 1e6
HEX_DIGITS: Final = CharSet.of("0123456789abcdefABCDEF")
BASE64_SIGNS: Final = CharSet.of("+/=")
MARKS: Final = PRINTABLE - ALPHANUMERIC


class Unfilled(Exception):
    """No realistic strings were found for a pattern."""


class Style:
    """What all places of a column have in common, and what those of one value have."""

    def __init__(self, rng: Random, nested: bool) -> None:
        self.upper = rng.random() < 0.4
        self.before = ""  # what has been planned: letters that stand for themselves, and a star for all else
        self.nested = nested
        self.separated = rng.choice([0.03, 0.97, 0.97, rng.uniform(0.2, 0.8), rng.uniform(0.5, 0.9)])
        self.mixed = rng.choice([0.0, 0.0, 0.15])
        self.mark = 0.0

    def begin(self, rng: Random) -> None:
        """A new value: whether its parts are divided, and by what, is settled once."""
        self.mark = rng.random()

    def chance(self, rng: Random) -> float:
        """The same number for all dividers of a value, but in columns that mix them."""
        return rng.random() if self.mixed and rng.random() < self.mixed else self.mark


def column(language: Regex, rng: Random, whole: bool = True) -> Make:
    """A generator of values in one style, members of the language all. Raises Unfilled.

    Where the expression is put together of others, it is not to be filled as a `whole`.
    """
    expression = language.expression
    style = Style(rng, nested=any(isinstance(node, Chars) and len(node.set) == 1 for node in walk(expression)))
    try:
        make = plan(expression, rng, style) if whole else within(expression, rng, style)
    except LimitError as error:
        raise Unfilled(str(error)) from error

    def member(rng: Random) -> str:
        for _ in range(ATTEMPTS):
            style.begin(rng)
            text = make(rng)
            if 0 < len(text) <= LONGEST and text.isprintable() and text == text.strip() and language.accepts(text):
                return text
        raise Unfilled(language.pattern)

    return member


def plan(node: Expression, rng: Random, style: Style) -> Make:
    """How a part is filled in all values of the column; the style keeps what stands before the next part."""
    before = style.before
    make = hinted(node, rng, style) or planned(node, rng, style)
    style.before = before + (node.set.first() if isinstance(node, Chars) and len(node.set) == 1 else "*")
    return make


def planned(node: Expression, rng: Random, style: Style) -> Make:
    match node:
        case Epsilon():
            return lambda rng: ""
        case Chars(charset):
            return character(charset, rng, style)
        case Repeat(Chars(charset), low, high) if len(charset) > 1 and not charset & PRINTABLE <= MARKS and high != 1:
            return run(charset, low, high, rng, style)
    share = 0.5 if isinstance(node, Union) else 0.97 if is_one_word(node) else 0.8
    if rng.random() < share and (make := filled(node, rng, style)) is not None:
        return make
    return within(node, rng, style)


def within(node: Expression, rng: Random, style: Style) -> Make:
    """What is made of parts, part by part."""
    match node:
        case Concat(parts):
            return sequence(parts, rng, style)
        case Union(parts):
            return alternatives(parts, rng, style)
        case Repeat(body, low, high):
            return repeated(body, low, high, rng, style)
        case _:
            raise Unfilled(str(node))


def hinted(node: Expression, rng: Random, style: Style) -> Make | None:
    """What the text before a class under a repeat asks for, where the class has it."""
    if not isinstance(node, Repeat) or not isinstance(node.body, Chars) or len(node.body.set) <= BROAD:
        return None
    family = next((family for before, family in HINTS.items() if re.search(before, style.before)), None)
    if family is None or rng.random() < 0.15:
        return None
    return fitting({family: 1.0}, node.low, node.high, Regex.of(node).accepts, rng, style)


def filled(node: Expression, rng: Random, style: Style) -> Make | None:
    """A kind of value that the whole part accepts, where it is open enough for any."""
    if size(node) > LARGEST or not is_broad(node):
        return None
    if is_numeric(node):
        families = NUMERIC
    elif is_hexadecimal(node):
        families = HEXADECIMAL
    else:
        families = FAMILIES
    return fitting(families, 0, None, Regex.of(node).accepts, rng, style)


def is_hexadecimal(node: Expression) -> bool:
    sets = [part.set for part in walk(node) if isinstance(part, Chars) and len(part.set) > 1]
    letters = [charset & LETTERS for charset in sets if charset & LETTERS]
    return bool(letters) and all(charset <= HEX_DIGITS for charset in letters)


def is_broad(node: Expression) -> bool:
    return any(isinstance(part, Chars) and len(part.set) > BROAD for part in walk(node))


def is_numeric(node: Expression) -> bool:
    return all(part.set & PRINTABLE <= DIGITS for part in walk(node) if isinstance(part, Chars))


def fitting(
    families: Mapping[Family, float],
    low: int,
    high: int | None,
    accepts: Callable[[str], bool],
    rng: Random,
    style: Style,
    change: Callable[[str], str] = str,
) -> Make | None:
    """A family whose values are accepted, drawn by the weights."""

    def rank(family: Family) -> float:
        weight = families[family] * (0.15 if style.nested and family in WHOLE else 1)
        return rng.random() ** (1 / weight)

    for family in sorted(families, key=rank, reverse=True):
        make = family(rng, low, high)
        if all(accepts(change(make(rng))) for _ in range(TRIALS)):
            return make if change is str else lambda rng, make=make: change(make(rng))
    return None


def families_for(charset: CharSet, low: int, high: int | None) -> Mapping[Family, float]:
    """What may be meant by a class under a repeat."""
    letters = charset & LETTERS
    if charset <= DIGITS:
        return NUMBERS_OF_ONE_WIDTH if low == high else NUMERIC
    if letters and letters <= HEX_DIGITS and charset >= DIGITS and len(charset & MARKS) < 3:
        return HEXADECIMAL
    if CharSet.of("+/") <= charset and len(charset & MARKS) < 5 and len(letters) > 50:
        return BASE64
    if " " in charset and len(charset & MARKS) < 12:
        return TEXTS
    return CODES if low == high or (low > 5 and charset.isdisjoint(MARKS)) else FAMILIES


def run(charset: CharSet, low: int, high: int | None, rng: Random, style: Style) -> Make:
    """A class under a repeat: one kind of value, or two of which one prevails; characters where none fits."""
    visible = charset & PRINTABLE
    if not visible:
        return by_characters(charset, low, high, rng)

    def accepts(text: str) -> bool:
        return max(low, 1) <= len(text) and (high is None or len(text) <= high) and all(map(visible.__contains__, text))

    change: Callable[[str], str] = str
    if visible.isdisjoint(LOWER) != visible.isdisjoint(UPPER):
        change = str.upper if visible.isdisjoint(LOWER) else str.lower
    families = families_for(visible, low, high)
    if families is HEXADECIMAL and visible >= HEX_DIGITS and style.upper:
        change = str.upper
    found = [fitting(families, low, high, accepts, rng, style, change) for _ in range(1 if rng.random() < 0.8 else 2)]
    makes = [make or by_characters(visible, low, high, rng) for make in found]
    kind = rng.uniform(0.05, 0.4)
    absent = rng.choice([0.0, 0.0, 0.1, 0.4]) if low == 0 else 0.0

    def text(rng: Random) -> str:
        for _ in range(ATTEMPTS):
            value = makes[0 if rng.random() > kind else -1](rng)
            if accepts(value):
                return "" if absent and rng.random() < absent else value
        return ""

    return text


def by_characters(charset: CharSet, low: int, high: int | None, rng: Random) -> Make:
    """Characters one by one, of one length a column or about it; marks are rare where there is anything else."""
    few = alphabet(charset, rng)
    marks = [mark for mark in few if mark in MARKS]
    others = [other for other in few if other not in MARKS] or marks
    usual = rng.choice([low, max(low, 1), low + 2, low + 4, low + 7])
    usual = max(usual if high is None else min(high, usual), 1)
    spread = rng.choice([0, 0, 2, 5])
    most = usual + spread if high is None else min(high, usual + spread)
    share = rng.choice([0.0, 0.0, 0.1])

    def text(rng: Random) -> str:
        count = rng.randint(usual, max(most, usual))
        return "".join(rng.choice(marks if marks and rng.random() < share else others) for _ in range(count))

    return text


def alphabet(charset: CharSet, rng: Random) -> list[str]:
    """The characters that a column uses of a class: letters in one case mostly, and not all that Unicode has."""
    visible = charset & PRINTABLE
    if not visible:
        return [charset.draw(rng) for _ in range(20)] if len(charset) > 40 else list(charset)
    letters = rng.choice([LOWER, UPPER, LETTERS])
    chosen = visible & (letters | DIGITS | MARKS)
    return list(chosen if not chosen <= MARKS else visible)


def character(charset: CharSet, rng: Random, style: Style) -> Make:
    """One character: a divider as the value has it, a digit, a letter of which some are more frequent."""
    if len(charset) == 1:
        only = charset.first()
        return lambda rng: only
    visible = charset & PRINTABLE
    if visible and visible <= MARKS:
        marks = list(visible)
        if len(marks) > 6:
            marks = [mark for mark in "-_. /:" if mark in visible] or marks
        order = rng.sample(marks, len(marks))
        many = rng.choice([0.0, 0.1, 0.6])
        return lambda rng: order[int(style.chance(rng) * 97 % 1 * len(order))] if rng.random() < many else order[0]
    if len(visible) == 2 and len(visible & UPPER) == 1 and visible.first().lower() in visible:
        letter = visible.first()
        return lambda rng: letter.upper() if style.upper else letter.lower()
    letters = alphabet(charset, rng)
    letters = [letter for letter in letters if letter not in MARKS] or letters
    manner = rng.random()
    if manner < 0.15 and len(letters) > 4:
        letters = rng.sample(letters, rng.randint(2, 4))
    return skewed(rng, letters) if manner > 0.6 else lambda rng: rng.choice(letters)


def sequence(parts: tuple[Expression, ...], rng: Random, style: Style) -> Make:
    """One part after the other; classes beside each other that overlap are filled together: `[a-z][a-z0-9]*`."""
    makes: list[Make] = []
    place = 0
    while place < len(parts):
        end = place + 1
        while end < len(parts) and end - place < 4 and touching(parts[end - 1], parts[end]):
            end += 1
        together = (
            filled(concat(*parts[place:end]), rng, style) if end > place + 1 and end - place < len(parts) else None
        )
        if together is None:
            makes += [plan(part, rng, style) for part in parts[place:end]]
        else:
            makes.append(together)
            style.before += "*"
        place = end
    return lambda rng: "".join(make(rng) for make in makes)


def is_one_word(node: Expression) -> bool:
    """Whether a sequence has overlapping classes only: `[a-z]([-a-z0-9]*[a-z0-9])?`."""
    return isinstance(node, Concat) and all(touching(*pair) for pair in pairwise(node.parts))


def touching(one: Expression, other: Expression) -> bool:
    """Whether two neighbours are classes, or repeats and choices of such, of the same characters."""
    return (kinds(one) and kinds(other) and not kinds(one).isdisjoint(kinds(other))) or word_pair(one, other)


def word_pair(one: Expression, other: Expression) -> bool:
    """`[A-Z][a-z]+`: a capital before letters."""
    return isinstance(one, Chars) and kinds(one) == UPPER and bool(kinds(other)) and kinds(other) >= LOWER


def kinds(node: Expression) -> CharSet:
    """The characters of a part without letters of its own; none where it has such, or few."""
    sets = [part.set for part in walk(node) if isinstance(part, Chars)]
    if any(len(charset) == 1 and charset <= ALPHANUMERIC for charset in sets) or not is_broad(node):
        return CharSet()
    return CharSet(pair for charset in sets for pair in charset.ranges) & ALPHANUMERIC


def alternatives(parts: tuple[Expression, ...], rng: Random, style: Style) -> Make:
    """One of the parts: numbers as often as there are such, words by a law of a few frequent ones."""
    before, makes = style.before, []
    for part in parts:
        style.before = before
        makes.append(plan(part, rng, style))
    digits = all(is_numeric(part) for part in parts)
    steepness = rng.uniform(0, 0.3) if digits else rng.uniform(0.2, 1.3)
    ranks = rng.sample(range(1, len(parts) + 1), len(parts))
    shares = [variety(part) ** (0.8 if digits else 0.15) for part in parts]
    weights = [share / rank**steepness for share, rank in zip(shares, ranks, strict=True)]
    return lambda rng: rng.choices(makes, weights)[0](rng)


def variety(node: Expression) -> float:
    """About how many strings a part has."""
    match node:
        case Chars(charset):
            return min(len(charset & PRINTABLE) or len(charset), VARIETY)
        case Concat(parts):
            return min(prod(map(variety, parts)), VARIETY)
        case Union(parts):
            return min(sum(map(variety, parts)), VARIETY)
        case Repeat(body, low, high):
            return min(max(variety(body), 2) ** min(high or low + 3, 20), VARIETY)
        case _:
            return 1


def repeated(body: Expression, low: int, high: int | None, rng: Random, style: Style) -> Make:
    """A part some times in sequence: dividers hardly more than once, options at a rate of the column."""
    make = plan(body, rng, style)
    divides = isinstance(body, Chars) and bool(body.set & PRINTABLE) and body.set & PRINTABLE <= MARKS
    if divides and low == 0:
        return lambda rng: make(rng) if style.chance(rng) < style.separated else ""
    if (low, high) == (0, 1):
        rate = rng.choice([0.02, 0.98, *(min(max(rng.betavariate(1.3, 1.3), 0.1), 0.9) for _ in range(10))])
        return lambda rng: make(rng) if rng.random() < rate else ""
    more = 0.03 if divides else rng.choice([0.15, 0.3, 0.5, 0.65])

    def text(rng: Random) -> str:
        count = max(low, int(rng.random() > more / 2))
        while (high is None or count < high) and rng.random() < more:
            count += 1
        return "".join(make(rng) for _ in range(count))

    return text if low != high else lambda rng: "".join(make(rng) for _ in range(low))
