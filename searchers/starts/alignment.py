"""Alignment of the examples by edit operations into one sequence of columns: literals, classes, options, repeats.

The columns start as the characters of the most central example; every other example is aligned to the columns and
widens them: a replaced character joins the class of its column, a missing one makes it optional, an extra one becomes
an optional column of its own. Then neighbouring columns of one kind are read as one run.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from dsl.expressions.expression import Expression, concat, size
from searchers.scoring.coding import Coding
from searchers.starts.column import Texts, count_texts, runs
from searchers.starts.shapes import character_kind

MAX_TEXTS: Final = 30
MAX_LENGTH: Final = 120
MAX_SIZE: Final = 60


@dataclass
class _Column:
    kind: str
    pieces: dict[int, str] = field(default_factory=dict)  # example -> what it has here


def aligned(texts: Iterable[str], coding: Coding) -> Expression | None:
    """One expression that matches all `texts`, read off their alignment; None for texts too long to align."""
    from rapidfuzz.distance import Levenshtein

    rows = sorted(texts, key=lambda text: (len(text), text))[:MAX_TEXTS]
    if not rows or len(rows[-1]) > MAX_LENGTH:
        return None
    centre = rows[len(rows) // 2]
    rows = [centre, *(row for row in rows if row is not centre)]
    columns = [_Column(character_kind(character), {0: character}) for character in centre]
    for number, row in enumerate(rows[1:], start=1):
        kinds = [character_kind(character) for character in row]
        grown: list[_Column] = []
        for block in Levenshtein.opcodes([column.kind for column in columns], kinds):
            old = columns[block.src_start : block.src_end]
            new = row[block.dest_start : block.dest_end]
            for index in range(max(len(old), len(new))):
                column = old[index] if index < len(old) else _Column(character_kind(new[index]))
                if index < len(new):
                    column.pieces[number] = new[index]
                grown.append(column)
        columns = grown
    parts: list[Expression] = []
    start = 0
    while start < len(columns):
        end = start + 1
        while end < len(columns) and columns[end].kind == columns[start].kind:
            end += 1
        fits = list(runs(_texts_of(columns[start:end], len(rows)), coding))
        parts.append(min(fits, key=lambda fit: fit.bits).expression)
        start = end
    whole = concat(*parts)
    return whole if size(whole) <= MAX_SIZE else None


def _texts_of(columns: list[_Column], rows: int) -> Texts:
    return count_texts(("".join(column.pieces.get(row, "") for column in columns), 1) for row in range(rows))
