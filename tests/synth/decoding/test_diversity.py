"""Varied texts, counted by hand."""

import pytest

from dsl.errors import ExampleError
from synth.decoding.diversity import compare, diversity


def test_what_repeats_is_counted():
    found = diversity(["aaaaaa", "abcdef", "abcdef"])
    assert found.distinct[0] == 6 / 18
    assert found.distinct[1] == 6 / 15
    assert found.repetition == pytest.approx((2 / 3 + 0 + 0) / 3)
    assert found.duplicates == pytest.approx(1 / 3)


def test_short_texts_repeat_nothing():
    assert diversity([(1, 2)]).repetition == 0.0


def test_a_line_for_each_way():
    lines = compare({"greedy": ["aaaa"], "sample": ["abcd"]}).splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["greedy", "sample"]


def test_no_text_is_an_error():
    with pytest.raises(ExampleError):
        diversity([])
