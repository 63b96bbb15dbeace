"""Texts as columns of words, numbers and signs: what some texts lack is a column with nothing there.

Each text is aligned to the columns of those before it, the longest first, with as few gaps as can be (affine gaps,
Gotoh 1982). Neighbouring columns that the same texts have are one column, and so are two of which every text has
one: 9:30Z, 9:30.5+02:00 -> 9:30 | .5 or nothing | Z or +02:00.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import inf
from typing import Final

from searchers.starts.column import Texts, count_texts
from searchers.starts.shapes import letters_alike, shape, tokens

MOST_TOKENS: Final = 48  # of a text
MOST_COLUMNS: Final = 64
# what it is worth to put a token into a column, for each that stands there
SAME: Final = 3.0
AS_LONG: Final = 2.5  # a number as long as it
ALIKE: Final = 2.0  # of its kind
ANOTHER_SIGN: Final = -0.5
COMMON: Final = 0.5  # more where all texts have a token
OPENED: Final = -2.5  # a gap
REPLACED: Final = -1.0  # one right behind a gap of the other side
WIDENED: Final = -0.125  # each token of it
AT_AN_END: Final = -0.125  # more before or behind all else: what ends alike belongs together
EXACT: Final = 1024  # parts of a unit, so that sums are without rounding and ties are ties
MATCH, LACKING, ADDED = range(3)  # how an alignment goes on: a token in a column, a column alone, a token alone
GAPS: Final = ((0.0, OPENED, OPENED), (0.0, 0.0, REPLACED), (0.0, REPLACED, 0.0))  # by the step before
PLUS_OR_MINUS: Final = {"+", "-"}

Token = tuple[str, str]  # its kind, and what it is
Pair = tuple[int | None, int | None]  # a column and a token, or a gap in place of one
Block = dict[int, str]  # text -> what it has there


class _Column:
    """The tokens of the texts that have one here."""

    def __init__(self) -> None:
        self.tokens = Counter[Token]()
        self.pieces: Block = {}

    def put(self, text: int, token: Token) -> None:
        self.tokens[token] += 1
        self.pieces[text] = token[1]

    def worth(self, token: Token, rows: int) -> float:
        """What it is worth to put a token here, so many texts being in the columns."""
        alike = sum(times * _likeness(token, other) for other, times in self.tokens.items()) / len(self.pieces)
        if alike == -inf:
            return alike
        return round((alike + COMMON * len(self.pieces) / rows) * EXACT) / EXACT


def _likeness(one: Token, other: Token) -> float:
    if one[0] != other[0]:
        if {one[1], other[1]} == PLUS_OR_MINUS:
            return ALIKE
        return -inf if one[1].isalnum() or other[1].isalnum() else ANOTHER_SIGN
    if one[0] == "0":  # which number it is says nothing
        return AS_LONG if len(one[1]) == len(other[1]) else ALIKE
    return SAME if one == other else ALIKE


def aligned_columns(texts: Texts, late: bool) -> tuple[list[Texts], list[Texts]]:
    """What stands in each column, and how often; "" where a text has none. Then the same with all columns between two
    that every text has as one.

    Of gaps that are as good the last is taken if `late`, else the first: 7-8 is 7-x-8 without x- or without -x.
    """
    ordered = sorted(texts, key=lambda text: len(tokens(text, letters_alike)), reverse=True)
    rows = [tokens(text, letters_alike) for text in ordered]
    if not rows or len(rows[0]) > MOST_TOKENS or len({shape(text, letters_alike) for text in ordered}) == 1:
        return [], []
    columns: list[_Column] = []
    for number, row in enumerate(rows):
        columns = _with_row(columns, row, number, late)
        if len(columns) > MOST_COLUMNS:
            return [], []

    def counted(block: Block) -> Texts:
        return count_texts((block.get(number, ""), texts[text]) for number, text in enumerate(ordered))

    blocks = _merged(columns, len(rows))
    return [*map(counted, blocks)], [*map(counted, _between(blocks, len(rows)))]


def _with_row(columns: Sequence[_Column], row: Sequence[Token], number: int, late: bool) -> list[_Column]:
    """The columns with one more text in them, and those that it needs besides."""
    grown: list[_Column] = []
    for column, token in _alignment(columns, row, number, late):
        grown.append(_Column() if column is None else columns[column])
        if token is not None:
            grown[-1].put(number, row[token])
    return grown


def _alignment(columns: Sequence[_Column], row: Sequence[Token], rows: int, late: bool) -> list[Pair]:
    if late:
        return list(_path(columns, row, rows))
    turned = _path(columns[::-1], row[::-1], rows)
    last, end = len(columns) - 1, len(row) - 1
    pairs = [(None if i is None else last - i, None if j is None else end - j) for i, j in turned]
    return pairs[::-1]


def _path(columns: Sequence[_Column], row: Sequence[Token], rows: int) -> Iterator[Pair]:
    """The alignment that is worth most; of steps that are as good, a match first."""
    steps = _steps(columns, row, rows)
    i = j = 0
    step = MATCH
    while i < len(columns) or j < len(row):
        step = steps[i][step][j]
        yield None if step == ADDED else i, None if step == LACKING else j
        i += step != ADDED
        j += step != LACKING


def _steps(columns: Sequence[_Column], row: Sequence[Token], rows: int) -> list[list[list[int]]]:
    """The best step at each column and token behind each step, [column][step before][token]."""
    end = len(row)
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
            match = behind[MATCH][j + 1] + columns[number].worth(row[j], rows) if j < end else -inf
            for before, gaps in enumerate(GAPS):
                choices = match, lacking + gaps[LACKING], added + gaps[ADDED]
                worth[before][j] = max(choices)
                best[before][j] = choices.index(worth[before][j])
        steps.append(best)
    return steps[::-1]


def _merged(columns: Sequence[_Column], rows: int) -> list[Block]:
    """The pieces of the texts that have them, in each column."""
    merged: list[Block] = []
    for _, group in groupby(columns, key=lambda column: column.pieces.keys()):
        pieces = [column.pieces for column in group]
        block = {text: "".join(piece[text] for piece in pieces) for text in pieces[0]}
        if merged and len(merged[-1]) + len(block) == rows and merged[-1].keys().isdisjoint(block):
            merged[-1] |= block
        else:
            merged.append(block)
    return merged


def _between(blocks: Sequence[Block], rows: int) -> list[Block]:
    """The blocks with those side by side that not all texts have as one."""
    joined: list[Block] = []
    for is_full, group in groupby(blocks, key=lambda block: len(block) == rows):
        members = list(group)
        held = dict.fromkeys(text for block in members for text in block)
        joined += members if is_full else [{text: "".join(block.get(text, "") for block in members) for text in held}]
    return joined
