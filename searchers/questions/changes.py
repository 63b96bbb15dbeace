"""What may be meant by a part of an expression: another class, other counts, a list, a number, something optional."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from dsl.charset import ALPHANUMERIC, ANY_BUT_NEWLINE, DIGITS, LETTERS, LETTERS_OR_DIGITS, PRINTABLE, UPPER, CharSet
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
)
from searchers.questions.seen import Seen

WORD: Final = ALPHANUMERIC | CharSet.of("_-")
SIGNS: Final = PRINTABLE - ALPHANUMERIC
BLANK: Final = CharSet.of(" ")
VISIBLE: Final = PRINTABLE - BLANK
KINDS: Final = (*LETTERS_OR_DIGITS, WORD, VISIBLE, ANY_BUT_NEWLINE)
MARKS: Final = (",", " ", ";", ", ", "-", ".", ":", "|")  # between the parts of a list
FORBIDDEN: Final = ",;:/\"'<>()@.-_"  # signs that people often do not want
POINTS: Final = ".,"  # before decimals
FEW: Final = 6  # times: what people allow at most is often this little, or a number of LIMITS
LIMITS: Final = (8, 10, 12, 15, 16, 20, 32, 64)

WORDS: Final = 0.1  # how likely parts of rules come again, beside references
LETTER: Final = 0.1  # how likely single characters change, beside classes, references and groups
UNSEEN: Final = 0.3  # how likely counts are that no example shows, beside those that some do
LIMITED: Final = 0.1  # and those beyond a few
MARKED: Final = 4.0  # times likelier: a mark of the examples or a comma, and no other letters than were seen


class Change(NamedTuple):
    """A kind of hypothesis, how likely this one is among those of the kind, and what stands in the place of a part."""

    kind: str
    weight: float
    expression: Expression


def changes(node: Expression, seen: Seen, recursive: bool) -> Iterator[Change]:
    """What may stand in the place of one node."""
    match node:
        case Chars(charset):
            yield from _other_classes(charset, seen, recursive)
            if len(charset) > 1:
                yield Change("longer", 1.0, repeat(node, 1, None))  # [0-9] -> [0-9]+
        case Repeat(body, low, high):
            yield from (Change("longer", weight, each) for weight, each in _other_counts(body, low, high, seen))
            if isinstance(body, Chars):
                yield from _divisions(body.set, seen)
        case Union(parts):
            for place in range(len(parts)):
                yield Change("closer", 1.0, union(*parts[:place], *parts[place + 1 :]))  # a|b -> a
    if node == EPSILON:
        return
    yield Change("optional", naturalness(node), repeat(node, 0, 1))
    if not recursive and _is_of_digits(node):
        yield from (Change("number", 1.0, number) for number in _numbers(node))
    if isinstance(node, (Ref, Concat, Union)) or (isinstance(node, Repeat) and not recursive):
        yield from _lists(node, seen, recursive)


def naturalness(node: Expression) -> float:
    """Letters of words seldom change: 1 for what has none beside others, or is a whole group."""
    parts = node.parts if isinstance(node, Concat) else (node,)
    return LETTER if any(isinstance(part, Chars) and len(part.set) == 1 for part in parts) else 1.0


def words(content: Expression) -> Iterator[Expression]:
    """Letters that stand one after the other as some of their kind: JAS -> [A-Z]{3}, [A-Z]+"""
    parts = content.parts if isinstance(content, Concat) else ()
    sets = [part.set for part in parts if isinstance(part, Chars) and len(part.set) == 1]
    if parts and len(sets) == len(parts):
        kind = next((kind for kind in LETTERS_OR_DIGITS if all(charset <= kind for charset in sets)), None)
        if kind is not None:
            yield repeat(chars(kind), len(parts), len(parts))
            yield repeat(chars(kind), 1, None)


def _other_classes(charset: CharSet, seen: Seen, recursive: bool) -> Iterator[Change]:
    weight = 1.0 if len(charset) > 1 else LETTER
    for kind in KINDS:
        if charset <= kind and charset != kind and (len(charset) > 1 or not charset.isdisjoint(ALPHANUMERIC)):
            yield Change("wider", weight, chars(kind))  # [0-5] -> [0-9]
    if recursive and len(charset & seen.characters) < len(charset):
        yield Change("closer", MARKED, chars(charset & seen.characters))  # [a-z] -> [xy]
    if recursive or len(charset) == 1:
        return
    for sign in map(CharSet.of, seen.characters & SIGNS):
        if not sign <= charset:
            yield Change("marked", 1.0, chars(charset | sign))  # [a-z] -> [a-z.]
            yield Change("besides", 1.0, chars(ANY_BUT_NEWLINE - sign))  # [a-z] -> [^/]
    if charset >= VISIBLE:
        for unseen in (BLANK, *map(CharSet.of, FORBIDDEN), DIGITS, UPPER, LETTERS):
            if unseen.isdisjoint(seen.characters):
                yield Change("besides", 1.0 if unseen == BLANK else UNSEEN, chars(charset - unseen))  # . -> [^ ]


def _divisions(charset: CharSet, seen: Seen) -> Iterator[Change]:
    """Signs of a class as what stands between, or before, the others: [0-9,]+ -> [0-9]+(,[0-9]+)*"""
    for sign in charset & seen.characters & SIGNS:
        others = charset - CharSet.of(sign)
        if not others.isdisjoint(ALPHANUMERIC):
            item, mark = repeat(chars(others), 1, None), literal(sign)
            for least, most in ((0, None), (0, 1), (1, None), (1, 1)):
                yield Change("divided", 1.0, concat(item, repeat(concat(mark, item), least, most)))
            yield Change("divided", 1.0, concat(repeat(mark, 0, 1), item))


def _other_counts(body: Expression, low: int, high: int | None, seen: Seen) -> Iterator[tuple[float, Expression]]:
    """a{2,4} -> a{2,}, a{1,4}, …; a+ -> a{1,4}, a{3}, …"""
    shown = seen.runs(body.set) if isinstance(body, Chars) else frozenset()
    most = set(LIMITS) | set(range(1, FEW + 1)) | shown if high is None else {high - 1, high, high + 1, 2 * high}
    for least in {0, 1, low, *range(low - 1, low + 2)}:
        for greatest in (None, *sorted(most)):
            changed = (least != low) + (greatest != high)
            if least >= 0 and (greatest is None or greatest >= max(least, 1)) and changed:
                yield _frequency(greatest, shown) * UNSEEN ** (changed - 1), repeat(body, least, greatest)
    for count in sorted(shown):
        yield UNSEEN, repeat(body, count, count)


def _frequency(greatest: int | None, shown: frozenset[int]) -> float:
    """How often people allow so many times."""
    if greatest is None or greatest in shown:
        return 1.0
    return UNSEEN if greatest <= FEW else LIMITED


def _is_of_digits(node: Expression) -> bool:
    body = node.body if isinstance(node, Repeat) else node
    return isinstance(body, Chars) and len(body.set) > 1 and body.set <= DIGITS


def _numbers(digits: Expression) -> Iterator[Expression]:
    """Digits with a sign, or decimals."""
    yield concat(repeat(literal("-"), 0, 1), digits)  # [0-9]+ -> -?[0-9]+
    for point in POINTS:
        decimals = concat(literal(point), repeat(chars(DIGITS), 1, None))
        yield concat(digits, repeat(decimals, 0, 1))  # [0-9]+ -> [0-9]+(\.[0-9]+)?


def _lists(node: Expression, seen: Seen, recursive: bool) -> Iterator[Change]:
    weight = naturalness(node)
    if recursive and not isinstance(node, Ref):
        weight *= WORDS  # what is no rule
    yield Change("again", weight, repeat(node, 1, None))
    for mark in MARKS:
        known = not seen.characters.isdisjoint(CharSet.of(mark))
        if recursive or known:
            likely = weight * (MARKED if mark == "," else 1.0) * (MARKED if known else 1.0)
            yield Change("again", likely, concat(node, star(concat(literal(mark), node))))  # n -> n(,n)*
