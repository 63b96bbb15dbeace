import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchers.starts.shapes import (
    KINDS,
    alphanumerics_alike,
    character_kind,
    common_shapes,
    letters_alike,
    words_alike,
)


@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        (character_kind, "Aa0-_."),
        (letters_alike, "aa0-_."),
        (alphanumerics_alike, "aaa-_."),
        (words_alike, "aaaaaa"),
    ],
)
def test_kinds_from_fine_to_coarse(kind, shape):
    assert "".join(map(kind, "Xy7-_.")) == shape


def test_letters_beyond_ascii_are_letters():
    assert [letters_alike(character) for character in "éЯ日"] == ["a"] * 3
    assert [character_kind(character) for character in "яЯ"] == ["a", "A"]


@given(st.dictionaries(st.text("aB1-.", max_size=5), st.integers(1, 4), min_size=1, max_size=10))
def test_common_shapes_are_distinct_large_parts(texts):
    parts = list(common_shapes(texts))
    assert len({frozenset(part) for part in parts}) == len(parts)
    for part in parts:
        assert part.items() < texts.items()
        assert sum(part.values()) >= sum(texts.values()) / 2


def test_the_odd_one_is_left_out():
    texts = {"AB-12": 1, "X-9": 1, "CD-345": 1, "n/a": 1}
    assert {"AB-12": 1, "X-9": 1, "CD-345": 1} in list(common_shapes(texts))


def test_every_kind_of_shape_is_tried():
    assert {len(set(map(kind, "Xy7-_."))) for kind in KINDS} == {6, 5, 4, 1}
