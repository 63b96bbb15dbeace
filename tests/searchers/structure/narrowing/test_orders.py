"""Loops that lose the orders of their turns that never come."""

from collections.abc import Callable, Iterable
from itertools import product
from random import Random

import pytest

from dsl.automata.dfa import DFA
from searchers.structure.narrowing.orders import narrowed_order


def rows_of(accepts: Callable[[str], bool], alphabet: str, seed: int, count: int = 40) -> dict[str, int]:
    """Random rows that are accepted."""
    rng, rows = Random(seed), dict[str, int]()
    while len(rows) < count:
        row = "".join(rng.choices(alphabet, k=rng.choice((1, 2, 3, 4, 6, 8, 10))))
        if accepts(row):
            rows[row] = 1
    return rows


def all_rows(alphabet: str, longest: int) -> Iterable[str]:
    return ("".join(row) for length in range(1, longest + 1) for row in product(alphabet, repeat=length))


@pytest.mark.parametrize(
    ("name", "alphabet", "accepts"),
    [
        ("no three alike", "01", lambda row: "000" not in row),
        ("an even number", "ab", lambda row: row.count("a") % 2 == 0),
        ("operands never stand side by side", "xy,", lambda row: not any(p in row for p in ("xx", "xy", "yx", "yy"))),
        ("one of many never comes twice in a row", "abcde,", lambda row: ",," not in row),
    ],
)
def test_an_order_is_found(name: str, alphabet: str, accepts: Callable[[str], bool]):
    order = narrowed_order(rows_of(accepts, alphabet, seed=1, count=80), low=1, is_all=True)
    assert order is not None
    automaton = DFA.from_expression(order)
    wrong = [row for row in all_rows(alphabet, 5) if automaton.accepts(row) != accepts(row)]
    assert not wrong


@pytest.mark.parametrize("alphabet", ["01", "abc", "abcdef"])
def test_rows_without_an_order_have_none(alphabet: str):
    found = [narrowed_order(rows_of(lambda _: True, alphabet, seed, count=30), low=1, is_all=True) for seed in range(3)]
    assert sum(order is not None for order in found) <= 1


def test_every_row_stays():
    rng = Random(5)
    for seed in range(3):
        words = ["".join(rng.choices("abc", k=3)) for _ in range(3)]
        rows = rows_of(lambda row, words=words: not any(word in row for word in words), "abc", seed)
        order = narrowed_order(rows, low=1, is_all=True)
        if order is not None:
            assert all(map(DFA.from_expression(order).accepts, rows))


def test_a_part_needs_more_evidence_than_all_that_there_is():
    rows = rows_of(lambda row: "000" not in row, "01", seed=3, count=30)
    assert narrowed_order(rows, low=0, is_all=True) is not None
    assert narrowed_order(rows, low=0, is_all=False) is None


def test_runs_that_would_be_one_are_no_evidence():
    rows = rows_of(lambda row: "aa" not in row, "ab", seed=2)
    assert narrowed_order(rows, low=1, is_all=False) is not None
    assert narrowed_order(rows, low=1, is_all=False, runs="a") is None
