"""Regexes with an oracle: what questions make of them, and what they leave alone."""

import random
import re

import pytest

from dsl.automata.dfa import equivalent
from dsl.expressions.notation import parse
from searchers.active.questioning import Questioning
from searchers.budget import Budget
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import Improved
from searchers.scoring import make


def ask(target, examples, *, limit=None, most=None, **limits):
    asked = []

    def judge(text):
        asked.append(text)
        return re.fullmatch(target, text) is not None

    problem = Problem.of(examples)
    searcher = Questioning(Oracle(judge, limit=limit), most=most)
    events = list(searcher.search(problem, make("mdl", problem), Budget(**limits), random.Random(0)))
    return searcher.answer, asked, events


@pytest.mark.parametrize(
    ("target", "examples"),
    [
        (r"0(\.[0-9]{1,2})?", ["0", "0.25", "0.50", "0"]),
        (r"[0-9]{1,2}(\.[0-9]{1,2})?", ["12", "3.14", "7", "40.2"]),
        ("[a-f0-9]{4}", ["12ab", "9f03", "77e1"]),
        ("[A-Za-z]+", ["peter", "alex", "ramon"]),
        ("(ab)+", ["ab", "abab", "ab"]),
    ],
)
def test_questions_find_what_is_meant(target, examples):
    answer, asked, _ = ask(target, examples, limit=300)
    assert equivalent(answer.language.expression, parse(target))
    assert len(asked) == len(set(asked)) <= 300


def test_an_answer_is_scored_on_the_examples_alone():
    examples = ["12", "3.14", "7"]
    answer, _, events = ask(r"[0-9]+(\.[0-9]+)?", examples, effort=1)
    objective = make("mdl", Problem.of(examples))
    assert answer == objective.score(answer.language)
    for event in events:
        if isinstance(event, Improved):
            assert event.candidate == objective.score(event.candidate.language)


@pytest.mark.parametrize(("limit", "most", "allowed"), [(9, None, 9), (300, 20, 20)])
def test_the_limit_of_questions_is_kept(limit, most, allowed):
    answer, asked, _ = ask("[a-z]{2}[0-9]", ["ab1", "cd2", "ef3"], limit=limit, most=most)
    assert answer is not None
    assert len(asked) <= allowed


@pytest.mark.parametrize("ask", [lambda text: None, lambda text: 1 / 0], ids=["unknown", "fails"])
def test_an_oracle_that_knows_nothing_changes_nothing(ask):
    problem = Problem.of(["ab1", "cd2", "ef3"])
    searcher = Questioning(Oracle(ask))
    list(searcher.search(problem, make("mdl", problem), Budget(), random.Random(0)))
    assert (
        equivalent(searcher.answer.language.expression, parse("[a-f]{2}[0-9]")) or searcher.answer.score.accepted == 3
    )


def test_the_same_questions_twice():
    one, other = (ask("[a-f0-9]{4}", ["12ab", "9f03"], effort=1)[:2] for _ in range(2))
    assert one == other


def test_seconds_are_kept(processor_time):
    answer, _, _ = ask("[a-z]+@[a-z]+", ["ab@cd", "x@yz", "who@where"], seconds=0.3)
    assert answer is not None
