"""What examples leave open, and people often mean: each hypothesis changes rules in one place, at a price of its kind.

Description lengths forbid most of them: what fits the examples closer is always shorter by their bits. People mean them
all the same, so a kind of hypothesis has odds of its own, which all hypotheses of the kind share.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from math import log
from typing import Final, NamedTuple

from dsl.charset import ALPHANUMERIC, ANY_BUT_NEWLINE, DIGITS, LETTERS
from dsl.expressions.expression import (
    EPSILON,
    Chars,
    Concat,
    Expression,
    Ref,
    Repeat,
    chars,
    concat,
    literal,
    repeat,
    size,
    union,
    walk,
)
from dsl.grammars.canonical import fingerprint
from dsl.grammars.edits.edit import tidied
from dsl.grammars.edits.spans import Rules, distinct, put, put_all_or_one, spans
from dsl.language import START
from searchers.questions.changes import WORD, changes, naturalness, words
from searchers.questions.information import TEMPER
from searchers.questions.seen import Seen

BAGS: Final = (ANY_BUT_NEWLINE, WORD, ALPHANUMERIC, LETTERS, DIGITS)  # that a whole part may be of
BRACKETS: Final = (("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ('"', '"'))
MOST_EACH: Final = 60  # hypotheses of a kind
LEAST_EACH: Final = 8
WRITTEN: Final = 800  # nodes of all hypotheses of a kind: of large expressions fewer are thought of
LONGEST: Final = 3  # parts that are optional, or come again, together
LONGEST_WORD: Final = 12  # letters
MOST_PARTS: Final = 12

LEAST_BITS: Final = 2.0  # of a hypothesis: what a search picked is likelier than any other

# how likely it is that a hypothesis of the kind holds, beside that none does
ODDS: Final = {
    "wider": 1.0,
    "marked": 0.5,
    "besides": 0.5,
    "divided": 1.0,
    "word": 0.5,
    "number": 0.5,
    "longer": 1.0,
    "optional": 0.5,
    "again": 1.0,
    "closer": 0.5,
    "bag": 1.0,
}
ODDS_OF_RULES: Final = ODDS | {"again": 2.0, "exchanged": 2.0, "enclosed": 1.0}


class Hypothesis(NamedTuple):
    """Rules that may be meant, and the bits that it takes to believe it."""

    rules: Rules
    bits: float


class _Weighted(NamedTuple):
    kind: str
    weight: float  # among hypotheses of the kind
    rules: Rules


def hypotheses(rules: Rules, *, seen: Seen, recursive: bool, rng: random.Random) -> Iterator[Hypothesis]:
    """Some hypotheses of each kind; `seen` tells of the examples, `recursive` rules may refer to rules."""
    odds = ODDS_OF_RULES if recursive else ODDS
    found: dict[str, list[_Weighted]] = {kind: [] for kind in odds}
    for each in _all(rules, seen, recursive):
        found[each.kind].append(each)
    most = max(LEAST_EACH, min(MOST_EACH, WRITTEN // sum(map(size, rules.values()))))
    known = {_mark(rules)}
    for kind, alike in found.items():
        whole = sum(each.weight for each in alike)
        drawn = sorted(alike, key=lambda each: rng.random() ** (1 / each.weight), reverse=True)[:most]
        for each in drawn:
            tidy = tidied(each.rules)
            if tidy is not None and (mark := _mark(tidy)) not in known:
                known.add(mark)
                yield Hypothesis(tidy, price(odds[kind] * each.weight / whole))


def price(odds: float) -> float:
    """The bits that it takes to believe what holds with these odds, beside that all is as it was picked."""
    return max(LEAST_BITS, -log(odds) / TEMPER)


def _mark(rules: Rules) -> object:
    """The same for rules that only differ by their names."""
    return fingerprint(rules) if len(rules) > 1 else rules[START]


def _all(rules: Rules, seen: Seen, recursive: bool) -> Iterator[_Weighted]:
    groups = distinct(spans(rules, longest=1))
    for content, found in groups.items():
        for kind, weight, changed in changes(content, seen, recursive):
            alone = len(found) == 1  # as most are, and that is quicker
            for put_there in (put(rules, found[0], changed),) if alone else put_all_or_one(rules, found, changed):
                yield _Weighted(kind, weight, put_there)
    for span in spans(rules, longest=LONGEST):
        if span.start is not None:
            weight = naturalness(span.content)
            yield _Weighted("optional", weight, put(rules, span, repeat(span.content, 0, 1)))  # ab-c -> a(b-)?c
            yield _Weighted("again", weight, put(rules, span, repeat(span.content, 1, None)))  # ab-c -> a(b-)+c
    for span in spans(rules, longest=LONGEST_WORD):
        if not recursive:
            yield from (_Weighted("word", 1.0, put(rules, span, other)) for other in words(span.content))
    for name, expression in rules.items():
        for bag in _in_bags(expression):
            yield _Weighted("bag", 1.0, {**rules, name: bag})
    if recursive:
        yield from _references(rules)


def _in_bags(expression: Expression) -> Iterator[Expression]:
    """The expression with neighbouring parts replaced by any characters: [0-9]{4}-[A-Z] -> [0-9]{4}.*, …"""
    parts = expression.parts if isinstance(expression, Concat) else (expression,)
    if len(parts) > MOST_PARTS:
        return
    last = len(parts)
    places = {*((place, place + 1) for place in range(last)), *((0, end) for end in range(1, last + 1))}
    for first, end in sorted(places | {(first, last) for first in range(last)}):
        if any(isinstance(node, Ref) for part in parts[first:end] for node in walk(part)):
            continue  # what nests is no bag
        for charset, least in product(BAGS, (0, 1)):
            yield concat(*parts[:first], repeat(chars(charset), least, None), *parts[end:])


def _references(rules: Rules) -> Iterator[_Weighted]:
    """Rules that stand where others do, and groups in other brackets."""
    for span in spans(rules, longest=1):
        for name in rules:
            if isinstance(span.content, (Ref, Chars, Repeat)) and span.content != Ref(name):
                weight = 1.0 if isinstance(span.content, Ref) else naturalness(span.content) / 2
                other = union(span.content, Ref(name))
                yield _Weighted("exchanged", weight, put(rules, span, other))  # "(" a ")" -> "(" (a | b) ")"
    inner: list[Expression] = [EPSILON, *map(Ref, rules)]
    for (opening, closing), inside in product(BRACKETS, inner):
        group = concat(literal(opening), inside, literal(closing))
        yield _Weighted("enclosed", 1.0, {**rules, START: union(rules[START], group)})  # s: x -> s: x | "(" s ")"
