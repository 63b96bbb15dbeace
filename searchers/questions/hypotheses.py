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

from dsl.charset import ALPHANUMERIC, DIGITS, EVERYTHING, LOWER, UPPER, CharSet
from dsl.expressions.expression import (
    EPSILON,
    Chars,
    Concat,
    Expression,
    Ref,
    Repeat,
    Union,
    chars,
    concat,
    literal,
    repeat,
    star,
    union,
    walk,
)
from dsl.grammars.canonical import fingerprint
from dsl.grammars.edits.edit import tidied
from dsl.grammars.edits.spans import Rules, distinct, put, put_all_or_one, spans
from dsl.language import START
from searchers.questions.information import TEMPER

WORD: Final = ALPHANUMERIC | CharSet.of("_-")
ANY: Final = EVERYTHING - CharSet.of("\n")
KINDS: Final = (DIGITS, LOWER, UPPER, LOWER | UPPER, ALPHANUMERIC, WORD, ANY)
BAGS: Final = (ANY, WORD, ALPHANUMERIC, LOWER | UPPER, DIGITS)  # that a whole part may be of
MARKS: Final = (",", " ", ";", ", ", "-", ".", ":", "|")  # between the parts of a list
BRACKETS: Final = (("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ('"', '"'))
MOST_EACH: Final = 60  # hypotheses of a kind
LONGEST: Final = 3  # parts that are optional, or come again, together
MOST_PARTS: Final = 12

WORDS: Final = 0.1  # how likely parts of rules come again, beside references
LEAST_BITS: Final = 2.0  # of a hypothesis: what a search picked is likelier than any other
LETTER: Final = 0.1  # how likely single characters change, beside classes, references and groups
MARKED: Final = 4.0  # times likelier: a mark of the examples or a comma, and no other letters than were seen

# how likely it is that a hypothesis of the kind holds, beside that none does
ODDS: Final = {
    "wider": 1.0,
    "longer": 1.0,
    "optional": 0.5,
    "again": 2.0,
    "closer": 0.5,
    "bag": 1.0,
    "exchanged": 2.0,
    "enclosed": 1.0,
}


class Hypothesis(NamedTuple):
    """Rules that may be meant, and the bits that it takes to believe it."""

    rules: Rules
    bits: float


class _Weighted(NamedTuple):
    kind: str
    weight: float  # among hypotheses of the kind
    rules: Rules


def hypotheses(rules: Rules, *, seen: CharSet, recursive: bool, rng: random.Random) -> Iterator[Hypothesis]:
    """Some hypotheses of each kind; `seen` are the characters of the examples, `recursive` rules may refer to rules."""
    found: dict[str, list[_Weighted]] = {kind: [] for kind in ODDS}
    for each in _all(rules, seen, recursive):
        found[each.kind].append(each)
    known = {fingerprint(rules)}
    for kind, alike in found.items():
        whole = sum(each.weight for each in alike)
        drawn = sorted(alike, key=lambda each: rng.random() ** (1 / each.weight), reverse=True)[:MOST_EACH]
        for each in drawn:
            tidy = tidied(each.rules)
            if tidy is not None and (mark := fingerprint(tidy)) not in known:
                known.add(mark)
                share = ODDS[kind] * each.weight / whole
                yield Hypothesis(tidy, max(LEAST_BITS, -log(share) / TEMPER))


def _all(rules: Rules, seen: CharSet, recursive: bool) -> Iterator[_Weighted]:
    groups = distinct(spans(rules, longest=1))
    for content, found in groups.items():
        for kind, weight, changed in _changed(content, seen, recursive):
            for put_there in put_all_or_one(rules, found, changed):
                yield _Weighted(kind, weight, put_there)
    for span in spans(rules, longest=LONGEST):
        if span.start is not None:
            weight = _naturalness(span.content)
            yield _Weighted("optional", weight, put(rules, span, repeat(span.content, 0, 1)))  # ab-c -> a(b-)?c
            yield _Weighted("again", weight, put(rules, span, repeat(span.content, 1, None)))  # ab-c -> a(b-)+c
    for name, expression in rules.items():
        for bag in _in_bags(expression):
            yield _Weighted("bag", 1.0, {**rules, name: bag})
    if recursive:
        yield from _references(rules)


def _changed(node: Expression, seen: CharSet, recursive: bool) -> Iterator[tuple[str, float, Expression]]:
    """What may stand in the place of one node."""
    weight = _naturalness(node)
    match node:
        case Chars(charset):
            for kind in KINDS:
                if charset <= kind and charset != kind and (len(charset) > 1 or not charset.isdisjoint(ALPHANUMERIC)):
                    yield "wider", weight, chars(kind)  # [0-5] -> [0-9]
            if recursive and len(charset & seen) < len(charset):
                yield "closer", MARKED, chars(charset & seen)  # [a-z] -> [xy]
        case Repeat(body, low, high):
            yield from (("longer", 1.0, each) for each in _other_counts(body, low, high))
        case Union(parts):
            for place in range(len(parts)):
                yield "closer", 1.0, union(*parts[:place], *parts[place + 1 :])  # a|b -> a
    if node == EPSILON:
        return
    yield "optional", weight, repeat(node, 0, 1)
    if isinstance(node, (Ref, Concat, Union)) or (isinstance(node, Repeat) and not recursive):
        if recursive and not isinstance(node, Ref):
            weight *= WORDS  # what is no rule
        yield "again", weight, repeat(node, 1, None)
        for mark in MARKS:
            known = not seen.isdisjoint(CharSet.of(mark))
            if recursive or known:
                likely = weight * (MARKED if mark == "," else 1.0) * (MARKED if known else 1.0)
                yield "again", likely, concat(node, star(concat(literal(mark), node)))  # n -> n(,n)*


def _naturalness(node: Expression) -> float:
    """Letters of words seldom change: 1 for what has none beside others, or is a whole group."""
    parts = node.parts if isinstance(node, Concat) else (node,)
    return LETTER if any(isinstance(part, Chars) and len(part.set) == 1 for part in parts) else 1.0


def _other_counts(body: Expression, low: int, high: int | None) -> Iterator[Expression]:
    if high is not None:
        for least in {low, min(low, 1)}:
            yield repeat(body, least, None)  # a{2,4} -> a{2,}, a+
        yield repeat(body, min(low, 1), high)
    if low == 0:
        yield repeat(body, 1, high)
    if low == 1:
        yield repeat(body, 0, high)
    if high is None:
        yield from (repeat(body, low, most) for most in (1, 2) if most >= low)


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
                weight = 1.0 if isinstance(span.content, Ref) else _naturalness(span.content) / 2
                other = union(span.content, Ref(name))
                yield _Weighted("exchanged", weight, put(rules, span, other))  # "(" a ")" -> "(" (a | b) ")"
    inner: list[Expression] = [EPSILON, *map(Ref, rules)]
    for (opening, closing), inside in product(BRACKETS, inner):
        group = concat(literal(opening), inside, literal(closing))
        yield _Weighted("enclosed", 1.0, {**rules, START: union(rules[START], group)})  # s: x -> s: x | "(" s ")"
