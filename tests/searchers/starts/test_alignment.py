import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.regex import Regex
from searchers.scoring.coding import Coding
from searchers.starts.alignment import MAX_LENGTH, MAX_TEXTS, aligned


def align(texts):
    return aligned(texts, Coding(set().union(*texts)))


@given(st.lists(st.text("abXY12-é ", max_size=10), min_size=1, max_size=8, unique=True))
def test_every_text_is_matched(texts):
    assert all(map(Regex(align(texts)).accepts, texts))


@pytest.mark.parametrize(
    ("texts", "pattern", "refused"),
    [
        (["AB-12", "CD-34", "EF-56"], "[A-Z]{2}-[0-9]{2}", ["AB12", "AB-CD", ""]),
        (["x1", "x2", "x-3", "x-4", "x-5"], "x-?[0-9]", ["x", "x-", "y1", "x--1"]),
        (["#12", "#7", "#903"], "#[0-9]{1,3}", ["#", "12", "#x"]),
    ],
)
def test_columns_become_literals_classes_options_and_counts(texts, pattern, refused):
    language = Regex(align(texts))
    assert all(map(language.accepts, Regex.parse(pattern).sample(30, 0)))
    assert not any(map(language.accepts, refused))


def test_what_cannot_be_aligned():
    assert aligned([], Coding("")) is None
    assert align(["a" * (MAX_LENGTH + 1)]) is None
    assert align(["a" * MAX_LENGTH]) is not None


def test_many_texts():
    texts = [f"{number:03}" for number in range(MAX_TEXTS)]
    assert all(map(Regex(align(texts)).accepts, texts))
