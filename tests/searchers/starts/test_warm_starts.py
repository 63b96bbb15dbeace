import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.expressions.expression import literal, size, union
from dsl.expressions.notation import parse
from dsl.expressions.programs import ClassTable, encode
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.starts.warm_starts import LEAST_FOR_PARTS, starts_beside, warm_starts

DATES = [f"20{number + 10}-{number % 12 + 1:02}-{number * 7 % 28 + 1:02}" for number in range(30)]


def starts(examples, effort=1, seed=0, **options):
    return list(warm_starts(Problem.of(examples, **options), Budget(effort=effort), random.Random(seed)))


@settings(max_examples=40)
@given(st.lists(st.text("abX01-é", max_size=6), min_size=1, max_size=LEAST_FOR_PARTS - 1, unique=True))
def test_every_reading_of_few_examples_matches_them_all(examples):
    for start in starts(examples):
        assert all(map(Regex(start).accepts, examples)), start


def test_guesses_come_first():
    guess = parse("[0-9]*x")
    assert starts(["1", "2"], guesses=[guess])[0] == guess


def test_the_union_of_a_few_short_examples():
    assert union(literal("ab"), literal("c")) in starts(["ab", "c"])
    assert union(*map(literal, DATES)) not in starts(DATES)


@pytest.mark.parametrize("seed", range(3))
def test_outliers_are_left_out_of_some_readings(seed):
    noisy = [*DATES[:18], "12/2030", "n.a."]
    assert any(
        Regex(start).accepts("2044-11-17") and not Regex(start).accepts("n.a.") for start in starts(noisy, seed=seed)
    )


def test_the_same_for_a_seed():
    noisy = [*DATES[:18], "12/2030", "n.a."]
    assert starts(noisy, seed=4) == starts(noisy, seed=4)


def test_more_effort_reads_more():
    noisy = [*DATES[:18], "12/2030", "n.a."]
    assert len(starts(noisy, effort=3)) > len(starts(noisy, effort=1))


def test_the_first_comes_at_once():
    # the rest is not computed before it is asked for
    many = [f"{number}-{number * 7919 % 1000}" for number in range(3000)]
    problem = Problem.of(many, guesses=[parse("[0-9]+-[0-9]+")])
    assert list(islice(warm_starts(problem, Budget(effort=5), random.Random(0)), 1)) == [parse("[0-9]+-[0-9]+")]


@pytest.mark.parametrize(
    "examples",
    [
        ["a" * 50_000, "a" * 40_000],
        ["b" + "a" * 33_000 + "c", "b" + "a" * 33_000 + "d"],
        ["ab" * 40_000] * 2,
    ],
    ids=["a", "in the middle", "pairs"],
)
def test_long_runs_are_read_as_loops(examples):
    readings = starts(examples)
    assert readings
    for reading in readings:
        encode(reading, ClassTable())
    assert any(all(map(Regex(reading).accepts, examples)) and size(reading) < 20 for reading in readings)


def test_beside_known_divisions_stands_what_else_is_read():
    known = [parse("[0-9-]{10}"), parse("a{40000}b")]
    found = list(starts_beside(known, Problem.of(DATES), Budget(effort=1), random.Random(0)))
    assert found[:2] == [known[0], parse("a+b")]
    assert found[2:]
    assert set(found[2:]) < set(starts(DATES))
