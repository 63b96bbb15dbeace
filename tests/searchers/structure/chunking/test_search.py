"""Grammars by chunks: what a few made-up languages come out as, and what always holds."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.scoring import make
from searchers.structure.chunking.reading import MAX_SYMBOLS, readings
from searchers.structure.chunking.search import shortest
from searchers.structure.parts import Fitter


def texts_of(grammar, count, seed, longest=60):
    found = dict.fromkeys(Grammar.parse(grammar).sample(20 * count, random.Random(seed)))
    return [text for text in found if 0 < len(text) <= longest][:count]


def found_in(texts):
    budget, problem = Budget(effort=1), Problem.of(texts)
    fitter = Fitter(budget, 1)
    return [
        reading.grammar(shortest(reading.productions, reading.is_whole, budget), fitter.strict)
        for reading in readings(problem)
    ]


STATEMENTS = """
start: "skip" | "call " name | "when " test " run " start " or " start | start " then " start
test: "yes" | "no" | "not " test | name " is " name
name: /[a-z]/
"""
LISTS = """
start: "get " item (", " item)*
item: /[a-z]/ | "sum(" /[a-z]/ ")" | "count(" item ")"
"""
MOVES = """
start: step | step " " start
step: "go " /[0-9]/ | "turn " ("left" | "right") | "loop " /[0-9]/ " [" start "]"
"""
QUERIES = """
start: "SELECT " column (", " column)* " FROM " table (" WHERE " test)? order? (" LIMIT " number)?
order: " ORDER BY " column " DESC"?
column: "id" | "name" | "price" | "total" | "COUNT(id)" | "MAX(price)"
table: "users" | "items" | "orders" | "books"
test: column (" = " | " < " | " > ") number | test " AND " test | test " OR " test | column " IN (" start ")"
number: /[0-9]/ | /[1-9][0-9]/
"""


@pytest.mark.parametrize("grammar", [STATEMENTS, LISTS, MOVES], ids=["statements", "lists", "moves"])
def test_a_language_of_keywords_is_found(grammar):
    texts = texts_of(grammar, 30, 1)
    meant, held_out = Grammar.parse(grammar), texts_of(grammar, 100, 2)
    best = min(found_in(texts), key=make("mdl", Problem.of(texts), "cfg").total)
    assert accepts_all(best, texts).all()
    assert accepts_all(best, held_out).mean() >= 0.75
    assert accepts_all(meant, best.sample(100, random.Random(3))).mean() >= 0.5


def test_the_beam_is_narrow_before_its_work_is_spent():
    (reading, *_) = readings(Problem.of(texts_of(QUERIES, 30, 2, longest=120)))
    assert shortest(reading.productions, reading.is_whole, Budget()).bits < 1_500  # 1,612 where it is cut short


def test_brackets_are_never_torn():
    for grammar in found_in(["f(a)", "g(f(a))", "f(g(f(b)))", "g(b)", "a", "b"]):
        for text in grammar.sample(50, random.Random(0)):
            assert text.count("(") == text.count(")")


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text("ab1 +()", max_size=8), min_size=1, max_size=6))
def test_all_examples_are_kept(texts):
    for grammar in found_in(texts):
        assert accepts_all(grammar, texts).all()


def test_what_is_too_long_is_left_aside():
    assert not list(readings(Problem.of([f"a{'+b' * MAX_SYMBOLS}"])))


def test_without_time_nothing_is_changed():
    (reading, *_) = readings(Problem.of(["a+b", "a+b+c"]))
    assert shortest(reading.productions, reading.is_whole, Budget(seconds=0)) is reading.productions
