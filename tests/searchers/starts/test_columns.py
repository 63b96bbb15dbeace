from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchers.starts.columns import (
    ADDED,
    AT_AN_END,
    GAPS,
    LACKING,
    MATCH,
    MOST_TOKENS,
    WIDENED,
    _alignment,
    _Tokens,
    _with_texts,
    aligned_columns,
)
from searchers.starts.shapes import letters_alike, tokens

TIMES = ["9:30Z", "10:15+02:00", "8:45.250-05:00", "7:00.125Z", "23:59Z"]


def test_what_some_lack_is_a_column_and_so_is_one_of_two():
    columns = aligned_columns(dict.fromkeys(TIMES, 1))
    assert columns == [
        {"9:30": 1, "10:15": 1, "8:45": 1, "7:00": 1, "23:59": 1},
        {"": 3, ".250": 1, ".125": 1},
        {"Z": 3, "+02:00": 1, "-05:00": 1},
    ]


def test_the_last_of_equal_gaps():
    texts = {"7-x-8": 1, "7-8": 1}
    assert aligned_columns(texts) == [{"7-": 2}, {"x-": 1, "": 1}, {"8": 2}]


def test_what_ends_alike_belongs_together():
    assert aligned_columns({"1:02:03 s": 1, "4:05 s": 1})[-1] == {" s": 2}


def test_of_one_shape_or_too_long():
    assert aligned_columns({"a-1": 1, "b-22": 1}) == []
    assert aligned_columns({"a-" * MOST_TOKENS: 1, "b": 1}) == []
    assert aligned_columns({}) == []


@given(st.dictionaries(st.text("ab1-:. ", max_size=9), st.integers(1, 3), min_size=1, max_size=6))
def test_every_column_counts_every_text_and_loses_no_character(texts):
    columns = aligned_columns(texts)
    assert all(sum(column.values()) == sum(texts.values()) for column in columns)
    written = sum(len(piece) * times for column in columns for piece, times in column.items())
    assert written == (sum(len(text) * times for text, times in texts.items()) if columns else 0)


def _worth(columns, row, pairs):
    total, before, i, j = 0.0, MATCH, 0, 0
    for column, token in pairs:
        step = LACKING if token is None else ADDED if column is None else MATCH
        total += GAPS[before][step] + (columns[i].worth(row[j], 1) if step == MATCH else WIDENED)
        total += AT_AN_END * (step == LACKING and j in (0, len(row)))
        total += AT_AN_END * (step == ADDED and i in (0, len(columns)))
        before, i, j = step, i + (step != ADDED), j + (step != LACKING)
    return total


def _all_alignments(wide, high, i=0, j=0):
    if i == wide and j == high:
        yield []
    for di, dj in ((1, 1), (1, 0), (0, 1)):
        if i + di <= wide and j + dj <= high:
            pair = (i if di else None, j if dj else None)
            yield from ([pair, *rest] for rest in _all_alignments(wide, high, i + di, j + dj))


@given(st.text("a1-:", min_size=1, max_size=4), st.text("a1-:", max_size=4))
def test_no_alignment_is_worth_more(first, second):
    columns = _with_texts([], {first: tokens(first, letters_alike)})
    row = [_Tokens(kind, {second: piece}, {piece}) for kind, piece in tokens(second, letters_alike)]
    best = max((_worth(columns, row, pairs) for pairs in _all_alignments(len(columns), len(row))), default=-inf)
    assert _worth(columns, row, _alignment(columns, row)) == pytest.approx(best)
