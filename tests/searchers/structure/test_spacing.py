import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchers.structure.spacing import Side, spaced, spacing
from searchers.structure.tokens import by_kind

rows = st.lists(st.lists(st.sampled_from([" ", "=", ",", "if", "x"]), max_size=8), max_size=5)


def spaced_rows(texts, fixed=lambda token: token not in ("x", "y")):
    split = [by_kind(text) for text in texts]
    sides = spacing(split, fixed)
    return ["|".join(spaced(row, sides)) for row in split]


@pytest.mark.parametrize(
    ("texts", "tokens"),
    [
        (["x = y", "y = x"], ["x| = |y", "y| = |x"]),
        (["x, y", "x"], ["x|, |y", "x"]),
        (["x = y", "x=y"], ["x| |=| |y", "x|=|y"]),  # not always
        (["if x then y"], ["if |x| then |y"]),
        (["x and not y", "x and y"], ["x| and |not |y", "x| and |y"]),  # the more frequent one takes the space
        (["x y"], ["x| |y"]),
        ([" = x"], [" = |x"]),
        (["", "x"], ["", "x"]),
    ],
)
def test_a_space_belongs_to_the_token_that_always_has_it(texts, tokens):
    assert spaced_rows(texts) == tokens


def test_only_fixed_tokens_take_spaces():
    assert spaced_rows(["x = y"], fixed=lambda token: False) == ["x| |=| |y"]


@given(rows)
def test_nothing_is_lost(rows):
    sides = spacing(rows, lambda token: token != "x")
    assert ["".join(spaced(row, sides)) for row in rows] == ["".join(row) for row in rows]


@given(rows)
def test_a_side_takes_every_space_there(rows):
    for token, behind in spacing(rows, lambda token: token != "x"):
        for row in rows:
            beside = row[1:] if behind else row[:-1]
            tokens = row[:-1] if behind else row[1:]
            assert row.count(token) == tokens.count(token)
            assert all(b == " " for t, b in zip(tokens, beside, strict=True) if t == token)


def test_a_row_that_was_not_seen():
    sides = [Side("=", False), Side("=", True)]
    assert spaced(["x", "=", " ", "y"], sides) == ["x", "= ", "y"]
