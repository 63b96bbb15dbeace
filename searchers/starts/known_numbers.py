"""Numbers that everybody knows: hours, minutes, days, months, years, octets of an address.

Where all that digits matched stands in a time, a date or an address, it may have all digits of such a number, though
the examples have fewer: who has seen years from 2003 to 2021 expects 1998, and 10.0.3.44 behind 192.168.100.17.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, groupby
from typing import Final

from dsl.automata.dfa import DFA
from dsl.charset import DIGITS
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Expression, Repeat, chars, children, concat, rebuild, repeat, walk
from dsl.expressions.matching import match_spans
from dsl.expressions.notation import parse
from dsl.expressions.tandems import tandems
from dsl.regex import Regex
from searchers.scoring.vocabularies import sets
from searchers.starts.parts import Part, parts_of
from searchers.starts.simplification import is_word

MAX_TEXTS: Final = 200  # that are matched
MAX_CHARACTERS: Final = 50_000  # of them together
LEAST: Final = 3  # different numbers at a place; fewer are rather words
LEAST_CLASS: Final = 3  # digits of a class that stands for any; [03]0 are two words
MAX_UNROLLED: Final = 8
MONTHS_OF_A_YEAR: Final = 12

_Span = tuple[int, int]
_Found = dict[Part, list[tuple[str, int, int]]]  # the texts that a part matched a piece of, and where

TWO: Final = "two"  # hours, minutes, months, days and weeks have two digits at most
CENTURIES: Final = {"year": "(19|20)[0-9]{2}", "date": "(19|20)[0-9]{6}"}
NEVER_PADDED: Final = {"octet": 3, "latitude": 2, "longitude": 3}  # digits at most
_HOUR: Final = r"(?P<two_hour>[01]?\d|2[0-3])"
_MINUTES: Final = r"(?P<two_minute>[0-5]\d)(?::(?P<two_second>[0-5]\d))?"
_MONTH: Final = r"(?P<two_month>0?[1-9]|1[0-2])"
_DAY: Final = r"(?P<two_day>0?[1-9]|[12]\d|3[01])"
_YEAR: Final = r"(?P<year>19\d\d|20[0-3]\d)"
_COMPACT: Final = r"(?P<date>(?:19\d\d|20[0-3]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))"
_OCTETS: Final = [rf"(?P<octet_{place}>25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)" for place in "abcd"]
_DEGREES: Final = r"(?P<latitude>[1-8]?\d|90)\.\d{3,}, ?[-−]?(?P<longitude>1[0-7]\d|180|[1-9]?\d)\.\d{3,}"
_NO_TIME_BEFORE: Final = r"(?<![\d.])(?<!(?<!\d)\d\d:)"


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """Times, addresses and dates, with a group for each number, whose name begins with its kind."""
    months = {word for words in sets() if len(words) == MONTHS_OF_A_YEAR for word in words}
    named = rf"(?:{'|'.join(sorted(months, key=len, reverse=True))})\.?"
    forms = [
        rf"{_NO_TIME_BEFORE}{_HOUR}:{_MINUTES}(?![\d:])",
        rf"{_NO_TIME_BEFORE}{_HOUR} ?[AaPp]\.?[Mm]\b",
        rf"(?<!\d){_YEAR}(?:[-/.]|年){_MONTH}(?:(?:[-/.]|月){_DAY})?(?![-/.]?\d)",
        rf"(?<!\d){_DAY}[-/.]{_MONTH}[-/.]{_YEAR}(?!\d)",
        rf"(?<!\d){_MONTH}[-/.]{_DAY}[-/.]{_YEAR}(?!\d)",
        rf"(?<!\d){_YEAR}-?W(?P<two_week>0[1-9]|[1-4]\d|5[0-3])(?!\d)",
        rf"(?<!\d){_COMPACT}(?!\d)",
        rf"(?<!\d){_DAY}(?:st|nd|rd|th|\.)?[-/ ]?{named}(?:,?[-/ ]{_YEAR})?(?!\d)",
        rf"{named} {_DAY}(?:st|nd|rd|th)?(?:,? {_YEAR})?(?!\d)",
        rf"(?<![\d.,]){_YEAR}(?![.,]?\d)",
        r"(?<![\d.])" + r"\.".join(_OCTETS) + r"(?!\.?\d)",
        rf"rgba?\({', ?'.join(_OCTETS[:3])}(?!\d)",
        rf"(?<![\d.]){_DEGREES}(?![\d.])",
    ]
    return tuple(map(re.compile, forms))


def numbers_in(text: str) -> dict[_Span, set[str]]:
    """Where in a text there is a known number, and of which kinds it may be."""
    found: dict[_Span, set[str]] = {}
    for form in _forms():
        for match in form.finditer(text):
            for group, digits in match.groupdict().items():
                if digits is not None:
                    found.setdefault(match.span(group), set()).add(group.partition("_")[0])
    return found


def with_known_numbers(language: Regex, positives: Sequence[str], negatives: Sequence[str] = ()) -> Regex:
    """The language with known numbers in place of any digits; itself if an example or a rejection is lost by that."""
    if not _has_any_digits(language.expression):  # texts need not be read
        return language
    lengths = accumulate(map(len, positives[:MAX_TEXTS]))
    few = [text for text, length in zip(positives, lengths, strict=False) if length <= MAX_CHARACTERS]
    other = Regex(_Reading(few).of(language.expression))
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
        """A known number in place of steps of digits side by side that stand for fewer."""
        spans = _together(steps, found)
        digits = {text[start:end] for text, start, end in spans}
        now = concat(*(step.expression for step in steps))
        if len(digits) < LEAST or not _has_any_digits(now):
            return None
        kinds = set.intersection(*map(self._kinds, spans))
        wider = (known for kind in sorted(kinds) if (known := _written(kind, digits)) and not _contains(now, known))
        return next(wider, None)

    def _kinds(self, span: tuple[str, int, int]) -> set[str]:
        text, start, end = span
        return self._numbers[text].get((start, end), set())

    def _is_mixed(self, part: Part, found: _Found) -> bool:
        """Whether it is a group so many times in which the same digits are several numbers: (:[0-9]{2}){3}"""
        node = part.expression
        if not isinstance(node, Repeat) or not part.children or node.low != node.high or node.low < 2:
            return False
        for together in _digits_together(part.children[0]):
            kinds = [self._kinds(span) for span in _together(together, found)]
            if kinds and 2 * sum(map(bool, kinds)) >= len(kinds) and not set.intersection(*kinds):
                return True
        return False


def _is_digits(node: Expression) -> bool:
    leaves = [leaf for leaf in walk(node) if isinstance(leaf, Chars)]
    return bool(leaves) and all(leaf.set <= DIGITS for leaf in leaves)


def _has_any_digits(node: Expression) -> bool:
    """Whether a class in it stands for any digits."""
    classes = (leaf.set for leaf in walk(node) if isinstance(leaf, Chars))
    return any(len(charset) >= LEAST_CLASS and charset <= DIGITS for charset in classes)


def _digits_together(part: Part) -> Iterator[list[Part]]:
    """The steps of a concatenation, those of digits side by side together; what is none is one step."""
    steps = part.children if isinstance(part.expression, Concat) and part.children else (part,)
    for _, together in groupby(steps, lambda step: _is_digits(step.expression)):
        yield [*together]


def _together(steps: Sequence[Part], found: _Found) -> list[tuple[str, int, int]]:
    """What steps side by side matched as one; nothing if not all of them are met each time."""
    pieces = [found.get(step, []) for step in steps]
    if len({*map(len, pieces)}) > 1:
        return []
    return [(first[0], first[1], last[2]) for first, last in zip(pieces[0], pieces[-1], strict=True)]


def _contains(one: Expression, other: Expression) -> bool:
    try:
        return DFA.from_expression(one).contains(DFA.from_expression(other))
    except LimitError:
        return True


def _written(kind: str, digits: set[str]) -> Expression | None:
    """The pattern of a kind of number; None where what was seen is shorter than that."""
    if kind in CENTURIES:
        return parse(CENTURIES[kind])
    lengths = {*map(len, digits)}
    if kind == TWO:
        return repeat(chars(DIGITS), min(lengths), 2)
    return repeat(chars(DIGITS), 1, NEVER_PADDED[kind]) if max(lengths) == NEVER_PADDED[kind] else None


def _unrolled(part: Part, mixed: set[Part]) -> Expression:
    # (:[0-9]{2}){3} -> :[0-9]{2}(:[0-9]{2}){2}
    node = part.expression
    if part in mixed and isinstance(node, Repeat):
        return concat(node.body, repeat(node.body, node.low - 1, node.low - 1))
    return rebuild(node, [_unrolled(inner, mixed) for inner in part.children]) if part.children else node


def _rolled(node: Expression) -> Expression:
    # :[0-9]{2}:[0-9]{2}:[0-9]{2} -> (:[0-9]{2}){3}
    if not isinstance(node, Concat):
        return rebuild(node, map(_rolled, children(node)))
    steps = [*map(_rolled, node.parts)]
    for start, width, times in tandems(steps, range(2, len(steps) // 2 + 1)):
        group = concat(*steps[start : start + width])
        if not is_word(group):
            behind = steps[start + times * width :]
            return _rolled(concat(*steps[:start], repeat(group, times, times), *behind))
    return concat(*steps)
