import pytest

from dsl.charset import CharSet
from dsl.regex import Regex
from searchers.questions.shapes import containing, shapes


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["12-AB", "7-CD"], ["[0-9]{1,2}-[A-Z]{2}", "[0-9]+-[A-Z]+"]),
        (["215-121-1247"], ["[0-9]{3}-[0-9]{3}-[0-9]{4}", "[0-9]+-[0-9]+-[0-9]+"]),
        (["Ab", "Cd"], ["[A-Z][a-z]", "[A-Z]+[a-z]+"]),
        (["12-AB", "12.AB"], []),
        (["12", "34"], []),
    ],
)
def test_examples_of_one_shape_are_that_shape(texts, expected):
    assert [Regex(shape).pattern for shape in shapes(texts)] == expected


def test_all_examples_have_their_shapes():
    texts = ["x1_y22 Zé", "a3_b4 Qé"]
    assert [Regex(shape).accepts_all(texts) for shape in shapes(texts)] == [[True, True]] * 2


def test_pieces_that_all_examples_have_may_be_what_counts():
    found = {Regex(each).pattern for each in containing(["ab", "abab", "ababa"], CharSet.of("ab"))}
    assert {"[ab]*ab[ab]*", "ab[ab]*", "[ab]*b[ab]*"} <= found
    assert "[ab]*ab" not in found
    assert "[ab]*ab" in {Regex(each).pattern for each in containing(["ab", "aab"], CharSet.of("ab"))}
