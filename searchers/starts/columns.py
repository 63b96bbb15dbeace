"""Texts as columns of words, numbers and signs: what some texts lack is a column with nothing there.

The texts of each shape are aligned to the columns of those before them, the longest first, with as few gaps as can be
(affine gaps, Gotoh 1982). Neighbouring columns that the same texts have are one column, and so are two of which every
text has one: 9:30Z, 9:30.5+02:00 -> 9:30 | .5 or nothing | Z or +02:00.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import inf
from typing import Final, NamedTuple

from searchers.starts.column import Texts, count_texts
from searchers.starts.shapes import letters_alike, tokens

MOST_TOKENS: Final = 48  # of a text
MOST_COLUMNS: Final = 64
MOST_SHAPES: Final = 24
LEAST_CELLS: Final = 3  # of a record
MOST_CELLS: Final = 64
# what it is worth to put tokens into a column
ALIKE: Final = 2.0  # of a kind that stands there
KNOWN: Final = 1.0  # more for the share of their marks that stand there
COMMON: Final = 0.25  # more for the share of texts that have a token there
ANOTHER_SIGN: Final = -0.5
OPENED: Final = -2.5  # a gap
REPLACED: Final = -1.0  # one right behind a gap of the other side
WIDENED: Final = -0.125  # each token of it
AT_AN_END: Final = -0.125  # more before or behind all else: what ends alike belongs together
EXACT: Final = 1024  # parts of a unit, so that sums are without rounding and ties are ties
MATCH, LACKING, ADDED = range(3)  # how an alignment goes on: a token in a column, a column alone, a token alone
GAPS: Final = ((0.0, OPENED, OPENED), (0.0, 0.0, REPLACED), (0.0, REPLACED, 0.0))  # by the step before
NUMBER: Final = letters_alike("0")
PLUS_OR_MINUS: Final = {"+", "-"}

Row = Sequence[tuple[str, str]]  # kinds and tokens of a text
Block = dict[str, str]  # text -> its piece
Pair = tuple[int | None, int | None]  # a column and a token, or a gap in place of one


class _Tokens(NamedTuple):
    """Those at one place of the texts of one shape."""

    kind: str
    pieces: Block
    marks: set[object]  # what is compared: what they are, or of numbers how long, and the words before and behind them


class _Column:
    """The tokens of the texts that have one here."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.marks: set[object] = set()
        self.pieces: Block = {}

    def put(self, tokens: _Tokens) -> None:
        self.kinds.add(tokens.kind)
        self.marks |= tokens.marks
        self.pieces |= tokens.pieces

    def worth(self, tokens: _Tokens, texts: int) -> float:
        """What it is worth to put tokens here, so many texts being in the columns."""
        if tokens.kind in self.kinds:
            share = len(tokens.marks & self.marks) / len(tokens.marks)
            alike = ALIKE + KNOWN * share
        elif {tokens.kind, *self.kinds} == PLUS_OR_MINUS:
            alike = ALIKE
        elif any(map(str.isalnum, (tokens.kind, *self.kinds))):
            return -inf
        else:
            alike = ANOTHER_SIGN
        return round((alike + COMMON * len(self.pieces) / texts) * EXACT) / EXACT


def aligned_columns(texts: Texts) -> list[Texts]:
    """What stands in each column, and how often; "" where a text has none.

    Nothing for texts of one shape, of too many, or too long. Of gaps that are as good the last is taken: 7-8 is 7-x-8
    without x-.
    """
    rows = {text: tokens(text, letters_alike) for text in texts}
    groups = sorted(_of_each_shape(rows), key=lambda group: -len(rows[group[0]]))
    if not 2 <= len(groups) <= MOST_SHAPES or len(rows[groups[0][0]]) > MOST_TOKENS:
        return []
    columns: list[_Column] = []
    for group in groups:
        columns = _with_texts(columns, {text: rows[text] for text in group})
        if len(columns) > MOST_COLUMNS:
            return []
    blocks = _merged(columns, len(texts))
    return [count_texts((block.get(text, ""), times) for text, times in texts.items()) for block in blocks]


def records(texts: Texts) -> Iterator[list[Texts]]:
    """Cells and what stands between them, by each sign that all texts have as often; cells may be of any shape.

    "7,,9" has an empty cell, and "7  9" may be padded: a sign is by itself, or a run of it is one.
    """
    for sign in sorted({character for character in next(iter(texts)) if not character.isalnum()}):
        for between in (re.escape(sign), f"{re.escape(sign)}+"):
            rows = [re.split(f"({between})", text) for text in texts]
            if len({*map(len, rows)}) == 1 and LEAST_CELLS <= len(rows[0]) // 2 + 1 <= MOST_CELLS:
                columns = zip(*rows, strict=True)
                yield [count_texts(zip(column, texts.values(), strict=True)) for column in columns]


def _of_each_shape(rows: Mapping[str, Row]) -> list[list[str]]:
    groups: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for text, row in rows.items():
        groups[tuple(kind for kind, _ in row)].append(text)
    return list(groups.values())


def _with_texts(columns: Sequence[_Column], rows: Mapping[str, Row]) -> list[_Column]:
    """The columns with texts of one shape in them, and those that they need besides."""
    marks = [_marks(row) for row in rows.values()]
    places = zip(zip(*rows.values(), strict=True), zip(*marks, strict=True), strict=True)
    row = [
        _Tokens(found[0][0], dict(zip(rows, (piece for _, piece in found), strict=True)), set().union(*known))
        for found, known in places
    ]
    grown: list[_Column] = []
    for column, place in _alignment(columns, row):
        grown.append(_Column() if column is None else columns[column])
        if place is not None:
            grown[-1].put(row[place])
    return grown


def _marks(row: Row) -> list[set[object]]:
    """What each token is compared by: of the 2 in `page 2 of 9` that it is one digit behind `page` and before `of`."""
    words = [piece if piece.isalpha() else "" for _, piece in row]
    known = list[set[object]]()
    for place, (kind, piece) in enumerate(row):
        before = next(filter(None, reversed(words[:place])), "")
        behind = next(filter(None, words[place + 1 :]), "")
        known.append({len(piece) if kind == NUMBER else piece, ("<", before), (">", behind)})
    return known


def _alignment(columns: Sequence[_Column], row: Sequence[_Tokens]) -> Iterator[Pair]:
    """The alignment that is worth most; of steps that are as good, a match first."""
    steps = _steps(columns, row)
    i = j = 0
    step = MATCH
    while i < len(columns) or j < len(row):
        step = steps[i][step][j]
        yield None if step == ADDED else i, None if step == LACKING else j
        i += step != ADDED
        j += step != LACKING


def _steps(columns: Sequence[_Column], row: Sequence[_Tokens]) -> list[list[list[int]]]:
    """The best step at each column and token behind each step, [column][step before][token]."""
    end = len(row)
    texts = len({text for column in columns for text in column.pieces})
    # worth[step before][token] of what is left of the columns and of the tokens
    outside = WIDENED + AT_AN_END
    worth = [[(end - j) * outside + gaps[ADDED] * (j < end) for j in range(end + 1)] for gaps in GAPS]
    steps = [[[ADDED] * end + [MATCH] for _ in GAPS]]
    for number in range(len(columns) - 1, -1, -1):
        behind = worth
        worth = [[0.0] * (end + 1) for _ in GAPS]
        best = [[LACKING] * (end + 1) for _ in GAPS]
        for j in range(end, -1, -1):
            lacking = behind[LACKING][j] + (outside if j in (0, end) else WIDENED)
            added = worth[ADDED][j + 1] + (WIDENED if number else outside) if j < end else -inf
            match = behind[MATCH][j + 1] + columns[number].worth(row[j], texts) if j < end else -inf
            for before, gaps in enumerate(GAPS):
                choices = match, lacking + gaps[LACKING], added + gaps[ADDED]
                worth[before][j] = max(choices)
                best[before][j] = choices.index(worth[before][j])
        steps.append(best)
    return steps[::-1]


def _merged(columns: Sequence[_Column], texts: int) -> list[Block]:
    """What stands in columns that the same texts have, or of which each text has one."""
    merged: list[Block] = []
    for _, group in groupby(columns, key=lambda column: column.pieces.keys()):
        pieces = [column.pieces for column in group]
        block = {text: "".join(piece[text] for piece in pieces) for text in pieces[0]}
        if merged and len(merged[-1]) + len(block) == texts and merged[-1].keys().isdisjoint(block):
            merged[-1] |= block
        else:
            merged.append(block)
    return merged
