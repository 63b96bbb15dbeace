"""Digests of programs: the same for every way to nest and order a language's parts, and for no other language."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from dsl.automata.positions import PositionAutomaton
from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Repeat, Union, children
from dsl.expressions.notation import parse
from dsl.expressions.programs import (
    CONCAT,
    EPSILON_TOKEN,
    OPTION,
    PLUS,
    REPEAT,
    STAR,
    UNION,
    ClassTable,
    Program,
    encode,
)
from dsl.kernels.digest import FRAGMENTS, digest
from tests.support.strategies import expressions

CLASSES = ClassTable([CharSet.of("a"), CharSet.of("b"), CharSet.of("ab")])


@njit
def _digest(program, memory):
    return digest(program, program.size, memory[0])


def digest_of(program: Program) -> tuple[int, int]:
    return _digest(program, np.empty(1, np.dtype(FRAGMENTS)))


@given(expressions("ab", max_leaves=10), st.integers())
@settings(max_examples=150, deadline=None)
def test_nesting_and_order_do_not_count(expression: Expression, seed: int) -> None:
    shuffled = np.array(_shuffled(expression, random.Random(seed)), dtype=np.int16)
    expected = digest_of(encode(expression, CLASSES))
    assert digest_of(shuffled) == expected
    assert expected[1] == _written_out(expression) >= len(PositionAutomaton(expression))


def _written_out(node: Expression) -> int:
    """Leaves with counted repeats written out; the automaton may do with fewer, as of (a*){2,} it needs one."""
    match node:
        case Repeat(body, low, high):
            return _written_out(body) * (max(low, 1) if high is None else high)
        case Chars():
            return 1
        case _:
            return sum(map(_written_out, children(node)))


def _shuffled(node: Expression, rng: random.Random) -> list[int]:
    match node:
        case Chars(charset):
            return [CLASSES.number(charset)]
        case Epsilon():
            return [EPSILON_TOKEN]
        case Concat(parts):
            return _nested([_shuffled(part, rng) for part in parts], CONCAT, rng)
        case Union(parts):
            return _nested([_shuffled(part, rng) for part in rng.sample(parts, len(parts))], UNION, rng)
        case Repeat(body, low, high):
            return [*_shuffled(body, rng), REPEAT, low, -1 if high is None else high]
    raise AssertionError(node)


def _nested(parts: list[list[int]], operator: int, rng: random.Random) -> list[int]:
    if len(parts) == 1:
        return parts[0]
    cut = rng.randint(1, len(parts) - 1)
    return [*_nested(parts[:cut], operator, rng), *_nested(parts[cut:], operator, rng), operator]


@given(st.lists(expressions("ab", max_leaves=5), min_size=2, max_size=10, unique=True))
@settings(max_examples=150, deadline=None)
def test_different_expressions_differ(different: list[Expression]) -> None:
    assert len({digest_of(encode(expression, CLASSES)) for expression in different}) == len(different)


def test_grouping_matters() -> None:
    patterns = [
        "ab|b",
        "a(b|b)",
        "(ab)*",
        "ab*",
        "a*b",
        "(ba)*",
        "(a|bb)a",
        "a|bba",
        "(a|bb){2}",
        "(a|bb){1,2}",
        "a{2}b",
    ]
    assert len({digest_of(encode(parse(pattern), CLASSES)) for pattern in patterns}) == len(patterns)


def test_repeats_of_repeats_and_double_alternatives_are_one() -> None:
    a, b = 0, 1
    for one, other in [
        ([a, PLUS, OPTION], [a, STAR]),
        ([a, STAR, PLUS, OPTION], [a, STAR]),
        ([a, PLUS, PLUS], [a, PLUS]),
        ([a, OPTION, OPTION], [a, OPTION]),
        ([a, REPEAT, 1, 1], [a]),
        ([a, REPEAT, 0, -1], [a, STAR]),
        ([a, EPSILON_TOKEN, CONCAT], [a]),
        ([a, a, UNION], [a]),
        ([a, b, CONCAT, b, UNION], [b, a, b, CONCAT, UNION]),
    ]:
        assert digest_of(np.array(one, np.int16))[0] == digest_of(np.array(other, np.int16))[0]
