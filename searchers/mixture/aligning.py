"""From the shapes of a group of messages to its template: place by place, what is constant and what varies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from searchers.mixture.messages import UNITS, Shape, folded_spans, key_of
from searchers.mixture.template import Part, Slot, Template, tidied
from searchers.mixture.values import KIND_OF, MARKED

_INNER: Final = re.compile(r"([.\-+@#$%&])")  # what parts of names end at
_DIGIT: Final = re.compile(r"\d")
_VALUE: Final = "\ue0fe"  # stands for a value of any kind


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a shape has at a place: the word with the kinds of its values, and as it is."""

    word: str
    original: str
    varies: bool


def template_of(shapes: Sequence[Shape], header: Sequence[Part] = ()) -> Template:
    """What the shapes of a group have in common, behind a header."""
    spans = [[(place, place + 1) for place in range(len(shape.words))] for shape in shapes]
    if len(set(map(len, spans))) > 1:  # lists of several lengths
        folded = [folded_spans(key_of(shape)) for shape in shapes]
        width = max(set.intersection(*({len(one), len(other)} for one, other in zip(spans, folded, strict=True))))
        spans = [one if len(one) == width else other for one, other in zip(spans, folded, strict=True)]
    rows = [_cells(shape, some) for shape, some in zip(shapes, spans, strict=True)]
    columns = [_blanks(shapes, 0), *map(_column, zip(*rows, strict=True)), _blanks(shapes, 1)]
    return Template((*header, *tidied(part for column in columns for part in column).parts))


def _cells(shape: Shape, spans: list[tuple[int, int]]) -> list[_Cell]:
    return [
        _Cell(
            shape.words[start] if stop == start + 1 else _VALUE,
            "".join(shape.originals[start:stop]),
            any(place in shape.varied for place in range(start, stop)),
        )
        for start, stop in spans
    ]


def _blanks(shapes: Sequence[Shape], end: int) -> list[Part]:
    blanks = {shape.spaces[end] for shape in shapes}
    return [*blanks] if len(blanks) == 1 else [Slot.of("blank", blanks)]


def _column(cells: Sequence[_Cell]) -> list[Part]:
    words = {MARKED.sub(_VALUE, cell.word) for cell in cells}
    if len(words) > 1 or words == {_VALUE} or any(cell.varies for cell in cells):
        return _varying(cells)
    word = words.pop()
    if _VALUE not in word:
        return [word]
    # core.2275 -> core. and a number
    kinds = {tuple(KIND_OF[mark] for mark in MARKED.findall(cell.word)) for cell in cells}
    first, *others = word.split(_VALUE)
    names = kinds.pop() if len(kinds) == 1 else ("text",) * len(others)
    originals = [cell.original for cell in cells]
    parts: list[Part] = [first]
    for name, constant in zip(names, others, strict=True):
        parts += [Slot.of(name, originals), constant]
    return parts


def _varying(cells: Sequence[_Cell]) -> list[Part]:
    """A slot for words that vary, between the parts of names that all begin and end with."""
    words = {cell.word for cell in cells}
    originals = {cell.original for cell in cells}
    if all(map(str.isspace, originals)):
        return [Slot.of("blank", originals)]
    rows = [_INNER.split(MARKED.sub(_VALUE, word)) for word in words]
    within = any(cell.varies for cell in cells)  # digits of lines of one shape do
    if within:
        rows = [[_DIGIT.sub(_VALUE, part) for part in row] for row in rows]
    head = tail = 0
    if (within or len(words) > 1) and not any("/" in word for word in originals):
        shortest = min(map(len, rows)) - 1
        head = _shared([row[:shortest] for row in rows])
        tail = _shared([row[::-1][: shortest - head] for row in rows])
    some = rows[0]
    kinds = {KIND_OF.get(word, "unit" if word in UNITS else "word") for word in words if word}
    slot = Slot.of(kinds.pop() if len(kinds) == 1 else "text", originals)
    return ["".join(some[:head]), slot, "".join(some[len(some) - tail :])]


def _shared(rows: Sequence[Sequence[str]]) -> int:
    """How many constants all rows begin with, each with what it ends at."""
    columns = zip(*rows, strict=False)
    alike = sum(1 for _ in takewhile(lambda column: len(set(column)) == 1 and _VALUE not in column[0], columns))
    return alike - alike % 2
