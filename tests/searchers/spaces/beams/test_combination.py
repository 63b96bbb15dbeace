"""Edits of one program made at once."""

import pytest

from dsl.expressions.notation import parse
from dsl.expressions.programs import ClassTable, decode, encode
from searchers.spaces.beams.combination import combined


@pytest.mark.parametrize(
    ("pattern", "neighbours", "expected"),
    [
        ("abcd", ["a?bcd", "abcd?"], "a?bcd?"),
        ("abcd", ["a?bcd", "a+bcd", "abd"], "a?bd"),
        ("abcd", ["abcd*"], "abcd*"),
        ("abcd", [], "abcd"),
        ("a{2,3}bcd{4}", ["a{2,4}bcd{4}", "a{2,3}bcd{5}"], "a{2,4}bcd{5}"),
        ("a{2,3}b{4}", ["a{2}b{4}", "a{2,3}cb{4}"], "a{2}b{4}"),
        ("(ab|cd)ef", ["(ab|cd)*ef", "(abx|cd)ef", "(ab|cd)ef+"], "(abx|cd)*ef+"),
    ],
)
def test_edits_that_do_not_touch_are_made_together(pattern, neighbours, expected):
    classes = ClassTable()
    program = encode(parse(pattern), classes)
    together = combined(program, [encode(parse(neighbour), classes) for neighbour in neighbours])
    assert str(decode(together, classes)) == expected
