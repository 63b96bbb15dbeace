"""Expressions and grammars go to tokens and back."""

import random

import numpy as np
import pytest

from dsl.charset import DIGITS, CharSet
from dsl.constraints import parse_constraints
from dsl.expressions.edits import draw_expression
from dsl.expressions.notation import parse
from dsl.expressions.programs import decode
from dsl.grammar import Grammar
from dsl.language import START
from searchers.policy import tokens as t
from searchers.policy.prefixes import Prefixes
from searchers.policy.spelling import Spelling
from searchers.problem import Problem
from searchers.spaces.grammars import Grammars

PROBLEM = Problem.of(["ab1", "abab22", "c"])


@pytest.mark.parametrize(
    "pattern", ["a", "(ab)*c?", "[0-9]+|ab", "[ab]c|a+", "(a|bc)*", "([a-z][0-9])?", "a[bc]*|b|c{2}"]
)
def test_an_expression_is_read_as_it_was_spelled(pattern):
    expression = parse(pattern)
    spelling = Spelling.of(PROBLEM, [expression])
    tokens = spelling.spell({START: expression})
    assert tokens is not None
    assert spelling.read(tokens) == {START: expression}


def test_random_expressions_survive_and_their_programs_mean_the_same():
    spelling = Spelling.of(PROBLEM, [])
    rng = random.Random(1)
    for _ in range(300):
        expression = draw_expression(rng, [*map(CharSet.of, "abc"), DIGITS], rng.randint(1, 8))
        tokens = spelling.spell({START: expression})
        assert spelling.read(tokens) == {START: expression}
        (program,) = [spelling.programs([tokens]).program(0)]
        assert decode(program, spelling.table) == expression


def test_what_is_spelled_is_what_the_mask_admits():
    import torch

    spelling = Spelling.of(PROBLEM, [])
    rng = random.Random(2)
    for _ in range(100):
        tokens = spelling.spell({START: draw_expression(rng, [*map(CharSet.of, "abc")], rng.randint(1, 8))})
        prefixes = Prefixes(torch.from_numpy(spelling.available), len(tokens), 1)
        for token in tokens:
            assert prefixes.allowed()[0, token]
            prefixes.advance(torch.tensor([token]))
        assert prefixes.owed.item() == 0


@pytest.mark.parametrize("pattern", ["z", "[q-t]", "a{17}", "[^a]"])
def test_what_has_no_token_is_not_spelled(pattern):
    assert Spelling.of(PROBLEM, []).spell({START: parse(pattern)}) is None


def test_odd_classes_and_counts_of_starting_points_get_slots():
    start = {START: parse("[q-t]{17}[^a]*")}
    spelling = Spelling.of(PROBLEM, start.values())
    assert spelling.read(spelling.spell(start)) == start
    again = Spelling.from_json(PROBLEM, spelling.to_json())
    assert again.spell(start) == spelling.spell(start)
    assert np.array_equal(again.available, spelling.available)


def test_classes_outside_the_alphabet_are_not_available():
    problem = Problem.of(["ab1"], constraints=parse_constraints(["alphabet=[a-z]"]))
    spelling = Spelling.of(problem, [])
    assert all(charset <= CharSet.between("a", "z") for charset in spelling.leaves.values())
    assert not spelling.available[t.SEEN]


@pytest.mark.parametrize(
    "text",
    ['start: ("(" start ")")*', 'start: "a" a "c" | a b\na: "b" a?\nb: "c"', 'start: a*\na: "x" | "(" start ")"'],
)
def test_a_grammar_is_read_as_it_was_spelled(text):
    grammar = Grammar.parse(text)
    spelling = Spelling.of(Problem.of(["(abc)", "xx"]), grammar.rules.values(), rules=True)
    tokens = spelling.spell(grammar.rules)
    assert tokens is not None
    assert spelling.read(tokens) == grammar.rules


def test_too_many_rules_and_rules_without_strings_are_refused():
    names = "abcd"
    chain = "\n".join(f'{one}: "(" {other}' for one, other in zip(["start", *names], names, strict=False))
    grammar = Grammar.parse(chain + '\nd: "x"')
    spelling = Spelling.of(Problem.of(["((((x"]), grammar.rules.values(), rules=True)
    assert spelling.spell(grammar.rules) is None
    assert Grammars.of(spelling.read((t.REFS,))) is None
