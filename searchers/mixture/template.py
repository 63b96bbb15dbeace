"""Templates: constants and slots in turn, what a group of messages has in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.charset import DIGITS, LOWER, UPPER, CharSet
from dsl.expressions.expression import Chars, Expression, concat, literal, repeat
from searchers.mixture.messages import UNITS, Shape, folded_spans, key_of
from searchers.mixture.values import KIND_OF, MARKED

_INNER: Final = re.compile(r"([.\-+@#$%&])")  # within words, what parts of names end at
_SPELLED: Final = 64  # characters of a class that are written one by one


@dataclass(frozen=True, slots=True)
class Slot:
    """A part that varies: its kind, the characters that it was seen to have, whether it may be empty."""

    kind: str
    characters: frozenset[str]
    optional: bool = False

    def __or__(self, other: Slot) -> Slot:
        kind = self.kind if self.kind == other.kind else "text"
        return Slot(kind, self.characters | other.characters, self.optional and other.optional)

    @property
    def shown(self) -> str:
        """What stands for it in a template."""
        return " " if self.kind == "blank" else "<*>"

    @property
    def expression(self) -> Expression:
        """All strings over classes of the characters."""
        charset = CharSet.of(self.characters)
        for named in (DIGITS, LOWER, UPPER):
            if not named.isdisjoint(charset):
                charset |= named
        if len(charset) > _SPELLED + 62:
            charset = ~CharSet.of("\n")
        return repeat(Chars(charset), 0 if self.optional else 1, None)


Part = str | Slot


@dataclass(frozen=True, slots=True)
class Template:
    """Constants and slots, no two of a kind side by side."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return "".join(part if isinstance(part, str) else part.shown for part in self.parts)

    @property
    def typed(self) -> str:
        """The template with the kinds of its slots: "took <number> ms"."""
        return "".join(part if isinstance(part, str) else f"<{part.kind}>" for part in self.parts)

    @property
    def expression(self) -> Expression:
        """The strings of the template."""
        return concat(*(literal(part) if isinstance(part, str) else part.expression for part in self.parts))


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a shape has at a place: the word with the kinds of its values, and as it is."""

    word: str
    original: str
    varies: bool


def template_of(shapes: Sequence[Shape]) -> Template:
    """What the shapes of a group have in common."""
    rows = [_cells(shape, [(place, place + 1) for place in range(len(shape.words))]) for shape in shapes]
    if len(set(map(len, rows))) > 1:  # lists of several lengths
        rows = [_cells(shape, folded_spans(key_of(shape))) for shape in shapes]
    columns = [_blanks(shapes, 0), *map(_column, zip(*rows, strict=True)), _blanks(shapes, 1)]
    return Template(tuple(_tidy(part for column in columns for part in column)))


def _cells(shape: Shape, spans: list[tuple[int, int]]) -> list[_Cell]:
    return [
        _Cell(
            shape.words[start] if stop == start + 1 else "\0",
            "".join(shape.originals[start:stop]),
            any(place in shape.varied for place in range(start, stop)),
        )
        for start, stop in spans
    ]


def _blanks(shapes: Sequence[Shape], end: int) -> list[Part]:
    blanks = {shape.spaces[end] for shape in shapes}
    if len(blanks) == 1:
        return [*blanks]
    return [Slot("blank", frozenset("".join(blanks)), "" in blanks)]


def _column(cells: Sequence[_Cell]) -> list[Part]:
    words = {MARKED.sub("\0", cell.word) for cell in cells}
    if len(words) > 1 or words == {"\0"} or any(cell.varies for cell in cells):
        return _slot(cells)
    word = words.pop()
    if "\0" not in word:
        return [word]
    # core.2275 -> core. and a number
    kinds = {tuple(KIND_OF[mark] for mark in MARKED.findall(cell.word)) for cell in cells}
    constants = word.split("\0")
    names = kinds.pop() if len(kinds) == 1 else ("text",) * (len(constants) - 1)
    characters = frozenset().union(*(cell.original for cell in cells))
    parts: list[Part] = [constants[0]]
    for name, constant in zip(names, constants[1:], strict=True):
        parts += [Slot(name, characters), constant]
    return parts


def _slot(cells: Sequence[_Cell]) -> list[Part]:
    """What varies of the words, between the parts of names that all begin and end with."""
    words = {cell.word for cell in cells}
    originals = {cell.original for cell in cells}
    if all(map(str.isspace, originals)):
        return [Slot("blank", frozenset("".join(originals)))]
    parts = [_INNER.split(MARKED.sub("\0", word)) for word in words]
    head = tail = 0
    if len(words) > 1 and not any("/" in word for word in originals):
        shortest = min(map(len, parts))
        while head < shortest - 1 and len({part[head] for part in parts}) == 1 and "\0" not in parts[0][head]:
            head += 1
        while tail < shortest - 1 - head and len({part[-1 - tail] for part in parts}) == 1 and "\0" not in parts[0][-1 - tail]:
            tail += 1
        head, tail = head - head % 2, tail - tail % 2
    some = parts[0]
    kinds = {KIND_OF.get(word, "unit" if word in UNITS else "word") for word in words if word}
    slot = Slot(kinds.pop() if len(kinds) == 1 else "word", frozenset("".join(originals)), "" in originals)
    return ["".join(some[:head]), slot, "".join(some[len(some) - tail :])]


def _tidy(parts: Iterable[Part]) -> list[Part]:
    """Constants joined, and slots that are one value: <*><*>, <*>.<*>, and a unit that varies behind a number."""
    tidy: list[Part] = []
    for part in parts:
        if part == "":
            continue
        if isinstance(part, str) and tidy and isinstance(tidy[-1], str):
            tidy[-1] += part
        elif isinstance(part, Slot) and tidy and isinstance(tidy[-1], Slot):
            tidy[-1] = tidy[-1] | part
        elif isinstance(part, Slot) and len(tidy) > 1 and _joins(tidy[-2], tidy[-1], part):
            tidy[-2:] = [tidy[-2] | part | Slot(part.kind, frozenset(str(tidy[-1])))]  # type: ignore[operator]
        else:
            tidy.append(part)
    return tidy


def _joins(slot: Part, between: Part, part: Slot) -> bool:
    if not isinstance(slot, Slot):
        return False
    return between == "." or (between == " " and part.kind == "unit")
