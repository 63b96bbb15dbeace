"""Readings without structure hold all examples."""

import pytest

from dsl.regex import Regex
from searchers.problem import Problem
from searchers.starts.flat import flat_starts

BRACKETS = ["", "()", "(())", "()()", "(()())", "((()))", "()(())", "(())()()"]


@pytest.mark.parametrize("examples", [[""], BRACKETS, ["x1 = 12;", "y=3", "é"], ["word " * 100]])
def test_flat_starts_accept_every_example(examples):
    regexes = [Regex(expression) for expression in flat_starts(Problem.of(examples))]
    assert 2 <= len(regexes) <= 3
    assert all(regex.accepts(text) for regex in regexes for text in examples)
