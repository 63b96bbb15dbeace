"""Numbers that everybody knows the bounds of: hours, minutes, days, months, years, octets of an address.

Where all that digits matched stands in a time, a date or an address, they are that number, not any of so many digits:
17:45, 09:05, 23:10 -> ([01][0-9]|2[0-3]):[0-5][0-9]. And who has seen years from 2003 to 2021 expects 1998.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, islice
from typing import Final, NamedTuple

from dsl.charset import DIGITS
from dsl.expressions.expression import Chars, Concat, Expression, Repeat, children, concat, rebuild, repeat, walk
from dsl.expressions.matching import match_spans
from dsl.expressions.notation import parse
from dsl.regex import Regex
from searchers.scoring.vocabularies import sets
from searchers.starts.parts import Part, parts_of
from searchers.starts.simplification import is_word

MAX_TEXTS: Final = 200  # that are matched
LEAST: Final = 3  # different numbers at a place; fewer are rather words
LEAST_CLASS: Final = 3  # digits of a class that stands for any; [03]0 are two words
MAX_UNROLLED: Final = 8
MONTHS_OF_A_YEAR: Final = 12

_Span = tuple[int, int]
_Found = dict[Part, list[tuple[str, int, int]]]  # the texts that a part matched a piece of, and where


class Number(NamedTuple):
    """A kind of number: as it is written with leading zeros, without, and with or without."""

    padded: str
    bare: str
    either: str


def _always(pattern: str) -> Number:
    return Number(pattern, pattern, pattern)


# narrower ones first: where dates read both ways, what is never above 12 is a month
NUMBERS: Final = {
    "month": Number("0[1-9]|1[0-2]", "1[0-2]|[1-9]", "0?[1-9]|1[0-2]"),
    "hour": Number("[01][0-9]|2[0-3]", "1?[0-9]|2[0-3]", "[01]?[0-9]|2[0-3]"),
    "day": Number("0[1-9]|[12][0-9]|3[01]", "[12][0-9]|3[01]|[1-9]", "0?[1-9]|[12][0-9]|3[01]"),
    "prefix": _always("[12]?[0-9]|3[0-2]"),
    "week": Number("0[1-9]|[1-4][0-9]|5[0-3]", "[1-4][0-9]|5[0-3]|[1-9]", "0?[1-9]|[1-4][0-9]|5[0-3]"),
    "minute": _always("[0-5][0-9]"),
    "latitude": _always("[1-8]?[0-9]|90"),
    "longitude": _always("1[0-7][0-9]|180|[1-9]?[0-9]"),
    "year": _always("(19|20)[0-9]{2}"),
    "octet": _always("25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9]"),
    "date": _always("(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])"),
    "time": _always("([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]"),
}
LONGEST: Final = {"octet": 3, "latitude": 2, "longitude": 3}  # digits that one of them must have
_MONTH: Final = r"(?P<month>0?[1-9]|1[0-2])"
_DAY: Final = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_YEAR: Final = r"(?P<year>19\d\d|20[0-3]\d)"
_OCTET: Final = r"(?P<octet_{}>25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_OCTETS: Final = tuple(map(_OCTET.format, range(4)))
_MINUTES: Final = r"(?P<minute>[0-5]\d)(?::(?P<minute_2>[0-5]\d))?"
_DOT: Final = r"\."
_NO_TIME_BEFORE: Final = r"(?<![\d.])(?<!(?<!\d)\d\d:)"
_COMPACT: Final = r"(?P<date>(?:19\d\d|20[0-3]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))"


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """Times, addresses and dates, with a group for each number."""
    months = {word for words in sets() if len(words) == MONTHS_OF_A_YEAR for word in words}
    named = rf"(?:{'|'.join(sorted(months, key=len, reverse=True))})\.?"
    forms = [
        rf"{_NO_TIME_BEFORE}(?P<hour>[01]?\d|2[0-3]):{_MINUTES}(?![\d:])",
        rf"{_NO_TIME_BEFORE}{_MONTH}(?::{_MINUTES})? ?[AaPp]\.?[Mm]\b",  # as many hours as months
        rf"(?<![\d.]){_DOT.join(_OCTETS)}(?:/(?P<prefix>[12]?\d|3[0-2]))?(?!\.?\d)",
        rf"rgba?\({', ?'.join(_OCTETS[:3])}(?!\d)",
        rf"(?<!\d){_YEAR}(?:[-/.]|年){_MONTH}(?:(?:[-/.]|月){_DAY})?(?![-/.]?\d)",
        rf"(?<!\d){_DAY}[-/.]{_MONTH}[-/.]{_YEAR}(?!\d)",
        rf"(?<!\d){_MONTH}[-/.]{_DAY}[-/.]{_YEAR}(?!\d)",
        rf"(?<!\d){_YEAR}-?W(?P<week>0[1-9]|[1-4]\d|5[0-3])(?!\d)",
        rf"(?<!\d){_COMPACT}(?:[T_-]?(?P<time>(?:[01]\d|2[0-3])[0-5]\d[0-5]\d))?(?!\d)",
        rf"(?<!\d){_DAY}(?:st|nd|rd|th|\.)?[-/ ]?{named}(?:,?[-/ ]{_YEAR})?(?!\d)",
        rf"{named} {_DAY}(?:st|nd|rd|th)?(?:,? {_YEAR})?(?!\d)",
        r"(?<![\d.])(?P<latitude>[1-8]?\d|90)\.\d{3,}, ?[-−]?(?P<longitude>1[0-7]\d|180|[1-9]?\d)\.\d{3,}(?![\d.])",
        rf"(?<![\d.,]){_YEAR}(?![.,]?\d)",
    ]
    return tuple(map(re.compile, forms))


def numbers_in(text: str) -> dict[_Span, set[str]]:
    """Where in a text there is a known number, and of which kinds it may be."""
    found: dict[_Span, set[str]] = {}
    for form in _forms():
        for match in form.finditer(text):
            for group, digits in match.groupdict().items():
                if digits is not None:
                    found.setdefault(match.span(group), set()).add(group.rstrip("_0123456789"))
    return found


def with_known_numbers(language: Regex, positives: Sequence[str], negatives: Sequence[str] = ()) -> Regex:
    """The language with known numbers in place of any digits; itself if an example or a rejection is lost by that."""
    other = Regex(_Reading(islice(positives, MAX_TEXTS)).of(language.expression))
    if other == language:
        return language
    accepted = zip(language.accepts_all(positives), other.accepts_all(positives), strict=True)
    wrongly = zip(language.accepts_all(negatives), other.accepts_all(negatives), strict=True)
    keeps = all(now >= before for before, now in accepted) and all(now <= before for before, now in wrongly)
    return other if keeps else language


class _Reading:
    """Reads the digits of expressions as known numbers, off what they match of the same texts."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._numbers = {text: numbers_in(text) for text in texts}

    def of(self, expression: Expression) -> Expression:
        read = expression
        for _ in range(MAX_UNROLLED):
            root = parts_of(read)
            found: _Found = {}
            for text in self._numbers:
                for part, start, end in match_spans(root, text) or ():
                    found.setdefault(part, []).append((text, start, end))
            mixed = {part for part in found if self._is_mixed(part, found)}
            if not mixed:
                whole = self._read(root, found)
                if whole == read:
                    return expression
                return whole if read == expression else _rolled(whole)
            read = _unrolled(root, mixed)
        return expression

    def _read(self, part: Part, found: _Found) -> Expression:
        """With known numbers for digits side by side."""
        if _is_digits(part.expression):
            return self._number([part], found) or part.expression
        if not part.children:
            return part.expression
        if not isinstance(part.expression, Concat):
            return rebuild(part.expression, [self._read(inner, found) for inner in part.children])
        steps: list[Expression] = []
        for together in _digits_together(part):
            known = self._number(together, found) if _is_digits(together[0].expression) else None
            steps += [known] if known else [self._read(step, found) for step in together]
        return concat(*steps)

    def _number(self, steps: Sequence[Part], found: _Found) -> Expression | None:
        """The known number that steps of digits side by side stand for, if they stand for any digits and for one."""
        classes = (node.set for step in steps for node in walk(step.expression) if isinstance(node, Chars))
        spans = _together(steps, found)
        digits = {text[start:end] for text, start, end in spans}
        if len(digits) < LEAST or max(map(len, classes)) < LEAST_CLASS:
            return None
        kinds = set.intersection(*(self._kinds(span) for span in spans))
        longest = max(map(len, digits))
        meant = (kind for kind in NUMBERS if kind in kinds and longest >= LONGEST.get(kind, 1))
        return next((_written(NUMBERS[kind], digits) for kind in meant), None)

    def _kinds(self, span: tuple[str, int, int]) -> set[str]:
        text, start, end = span
        return self._numbers[text].get((start, end), set())

    def _is_mixed(self, part: Part, found: _Found) -> bool:
        """Whether it is a group so many times in which the same digits are several numbers: (:[0-9]{2}){3}"""
        node = part.expression
        if not isinstance(node, Repeat) or not part.children or node.low != node.high or node.low < 2:
            return False
        body = part.children[0]
        for together in _digits_together(body) if body.children else [[body]]:
            kinds = [self._kinds(span) for span in _together(together, found)]
            if kinds and 2 * sum(map(bool, kinds)) >= len(kinds) and not set.intersection(*kinds):
                return True
        return False


def _is_digits(node: Expression) -> bool:
    leaves = [leaf for leaf in walk(node) if isinstance(leaf, Chars)]
    return bool(leaves) and all(leaf.set <= DIGITS for leaf in leaves)


def _digits_together(part: Part) -> Iterator[list[Part]]:
    """The steps of a concatenation, those of digits side by side together."""
    for _, together in groupby(part.children, lambda step: _is_digits(step.expression)):
        yield [*together]


def _together(steps: Sequence[Part], found: _Found) -> list[tuple[str, int, int]]:
    """What steps side by side matched as one; nothing if not all of them are met each time."""
    pieces = [found.get(step, []) for step in steps]
    if len({*map(len, pieces)}) > 1:
        return []
    return [(first[0], first[1], last[2]) for first, last in zip(pieces[0], pieces[-1], strict=True)]


def _written(number: Number, digits: set[str]) -> Expression:
    zeros = any(one.startswith("0") for one in digits if len(one) > 1)
    short = any(len(one) == 1 for one in digits)
    return parse(number.either if zeros == short else number.padded if zeros else number.bare)


def _unrolled(part: Part, mixed: set[Part]) -> Expression:
    # (:[0-9]{2}){3} -> :[0-9]{2}(:[0-9]{2}){2}
    node = part.expression
    if part in mixed and isinstance(node, Repeat):
        return concat(node.body, repeat(node.body, node.low - 1, node.low - 1))
    return rebuild(node, [_unrolled(inner, mixed) for inner in part.children]) if part.children else node


def _rolled(node: Expression) -> Expression:
    # :[0-5][0-9]:[0-5][0-9] -> (:[0-5][0-9]){2}
    if not isinstance(node, Concat):
        return rebuild(node, map(_rolled, children(node)))
    steps = [*map(_rolled, node.parts)]
    for width in range(len(steps) // 2, 1, -1):
        for start in range(len(steps) - 2 * width + 1):
            group = steps[start : start + width]
            if group == steps[start + width : start + 2 * width] and not is_word(concat(*group)):
                return _rolled(concat(*steps[:start], repeat(concat(*group), 2, 2), *steps[start + 2 * width :]))
    return concat(*steps)
