"""Templates: constants and slots in turn, what the values of a format have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from dsl.charset import ALPHANUMERIC, DIGITS, LETTERS, LOWER, UPPER, CharSet
from dsl.expressions.expression import Chars, Concat, Expression, Repeat, concat, literal, repeat, walk

_WRITTEN_SLOT: Final = re.compile(r"<(\*|[A-Za-z]\w*)>")
MOST_LISTED: Final = 40  # signs of a class that are written one by one


@dataclass(frozen=True, slots=True)
class Slot:
    """A part that varies: what kind of value it is, and the strings that it may be."""

    kind: str
    expression: Expression

    @classmethod
    def of(cls, kind: str, texts: Iterable[str]) -> Slot:
        """A slot for all strings over the kinds of characters of the texts, and the empty one if it is among them."""
        known = list(texts)
        charset = CharSet.of({character for text in known for character in text})
        for named in (DIGITS, LOWER, UPPER):
            if not named.isdisjoint(charset):
                charset |= named
        if len(charset - ALPHANUMERIC) > MOST_LISTED:
            charset = ~CharSet.of("\n\r")
        return cls(kind, repeat(Chars(charset), 0 if "" in known else 1, None) if charset else concat())

    def __add__(self, other: Slot) -> Slot:
        """One slot for what stood in two, one behind the other."""
        sets = [part.set for slot in (self, other) for part in walk(slot.expression) if isinstance(part, Chars)]
        joint = sets[0]
        for charset in sets[1:]:
            joint |= charset
        empty = all(isinstance(slot.expression, Repeat) and slot.expression.low == 0 for slot in (self, other))
        kind = self.kind if self.kind == other.kind else "text"
        return Slot(kind, repeat(Chars(joint), 0 if empty else 1, None))

    @property
    def shown(self) -> str:
        """What stands for it in a template."""
        return " " if self.kind == "blank" else "<*>"


Part = str | Slot


@dataclass(frozen=True)
class Template:
    """Constants and slots, no two constants side by side."""

    parts: tuple[Part, ...]

    @classmethod
    def of(cls, expression: Expression) -> Template:
        """The template of a pattern: single characters are constants, all else are slots."""
        return cls(tuple(_joined(map(_part, _sequence(expression)))))

    @classmethod
    def read(cls, text: str) -> Template:
        """The template that people write: `<*>` and `<name>` are any characters of a line, one at least."""
        anything = repeat(Chars(~CharSet.of("\n\r")), 1, None)
        pieces = _WRITTEN_SLOT.split(text)  # a constant, a name, a constant, …
        parts: list[Part] = [*pieces]
        parts[1::2] = [Slot("text" if name == "*" else name, anything) for name in pieces[1::2]]
        return cls(tuple(_joined(parts)))

    def __str__(self) -> str:
        return "".join(part if isinstance(part, str) else part.shown for part in self.parts)

    @property
    def typed(self) -> str:
        """The template with the kinds of its slots: "took <number> ms"."""
        return "".join(
            part if isinstance(part, str) else " " if part.kind == "blank" else f"<{part.kind}>" for part in self.parts
        )

    @cached_property
    def expression(self) -> Expression:
        """The strings of the template."""
        return concat(*(literal(part) if isinstance(part, str) else part.expression for part in self.parts))


def _sequence(expression: Expression) -> Iterator[Expression]:
    # ([0-9]{1,2}/){2}20 -> [0-9]{1,2}, /, [0-9]{1,2}, /, 2, 0
    for part in expression.parts if isinstance(expression, Concat) else (expression,):
        if isinstance(part, Repeat) and part.low == part.high and isinstance(part.body, Concat):
            for _ in range(part.low):
                yield from part.body.parts
        else:
            yield part


def _part(expression: Expression) -> Part:
    charsets = [node.set for node in walk(expression) if isinstance(node, Chars)]
    if isinstance(expression, Chars) and len(expression.set) == 1:
        return expression.set.first()
    if all(charset <= DIGITS for charset in charsets):
        return Slot("number", expression)
    return Slot("word" if all(charset <= LETTERS for charset in charsets) else "text", expression)


def _joined(parts: Iterable[Part]) -> list[Part]:
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return joined


def tidied(parts: Iterable[Part]) -> Template:
    """Constants joined, and slots that are one value: <*><*>, <*>.<*>, and a unit that varies behind a number."""
    tidy: list[Part] = []
    for part in _joined(parts):
        if isinstance(part, Slot) and tidy and isinstance(tidy[-1], Slot) and not _is_blank(part, tidy[-1]):
            tidy[-1] = tidy[-1] + part
        elif isinstance(part, Slot) and len(tidy) > 1 and isinstance(tidy[-2], Slot) and _joins(tidy[-1], part):
            tidy[-2:] = [tidy[-2] + Slot.of(part.kind, [str(tidy[-1])]) + part]
        else:
            tidy.append(part)
    return Template(tuple(tidy))


def _is_blank(one: Slot, other: Slot) -> bool:
    return "blank" in (one.kind, other.kind) and one.kind != other.kind


def _joins(between: Part, part: Slot) -> bool:
    return between == "." or (between == " " and part.kind == "unit")
