"""The flat starts hold all examples, and the beam makes structure of them."""

import random

import pytest

from dsl.grammar import Grammar
from searchers.beam.flat_beam import FlatBeam, flat_starts
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.protocol import Improved
from searchers.scoring import make

BRACKETS = ["", "()", "(())", "()()", "(()())", "((()))", "()(())", "(())()()"]


@pytest.mark.parametrize("examples", [[""], BRACKETS, ["x1 = 12;", "y=3", "é"], ["word " * 100]])
def test_flat_starts_accept_every_example(examples):
    grammars = [Grammar({"start": expression}) for expression in flat_starts(Problem.of(examples))]
    assert 2 <= len(grammars) <= 3
    assert all(grammar.accepts(text) for grammar in grammars for text in examples)


def test_nesting_is_found_from_flat_starts():
    problem = Problem.of(BRACKETS)
    events = FlatBeam().search(problem, make("mdl", problem, "cfg"), Budget(effort=1), random.Random(0))
    found = [event.candidate for event in events if isinstance(event, Improved)]
    best = min(found, key=lambda candidate: candidate.objective).language
    assert best.accepts("((()()))()")
    assert not best.accepts("(()")
