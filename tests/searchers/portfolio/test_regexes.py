"""The portfolio: which searcher runs when, and whose answer counts."""

import random

import pytest

from dsl.automata.dfa import equivalent
from dsl.errors import LimitError
from dsl.expressions.notation import parse
from searchers.beam.search import Beam
from searchers.budget import Budget
from searchers.exact.search import Exact
from searchers.portfolio.auto import Auto
from searchers.problem import Problem
from searchers.protocol import Improved
from searchers.scoring import make

EXAMPLES, REJECT = ["ab", "abab", "ababab"], ["", "a", "ba", "aab", "abb"]


def search(problem, **limits):
    auto = Auto()
    events = list(auto.search(problem, make("mdl", problem), Budget(**limits), random.Random(0)))
    return auto, [event.candidate for event in events if isinstance(event, Improved)]


@pytest.fixture
def never(monkeypatch):
    """Makes a searcher of the portfolio fail when it is run: never("Exact")."""

    def forbid(name):
        def fail(*arguments):
            raise AssertionError(f"{name} was run")

        monkeypatch.setattr({"Beam": Beam, "Exact": Exact}[name], "search", fail)

    return forbid


def test_a_small_problem_is_proved(never):
    search(Problem.of(["a"], ["aa"]))  # compile
    never("Beam")
    auto, found = search(Problem.of(EXAMPLES, REJECT))
    assert auto.proved
    assert auto.answer in found
    assert equivalent(auto.answer.language.expression, parse("(ab)+"))


@pytest.mark.parametrize(("examples", "reject"), [(EXAMPLES, []), (["abcd", "abdc", "dcba"], ["a", "bb"])])
def test_the_beam_alone_without_negatives_or_with_many_characters(never, examples, reject):
    never("Exact")
    auto, found = search(Problem.of(examples, reject), steps=2)
    assert found
    assert not auto.proved
    assert auto.answer is None


def test_the_beam_takes_over_when_exact_search_has_no_room(monkeypatch):
    def no_room(*arguments):
        raise LimitError("too many infixes")
        yield

    monkeypatch.setattr(Exact, "search", no_room)
    auto, found = search(Problem.of(EXAMPLES, REJECT))
    assert not auto.proved
    assert min(found, key=lambda candidate: candidate.objective).score.rejected == len(REJECT)


def test_the_beam_takes_over_when_the_time_of_exact_search_is_over(monkeypatch):
    monkeypatch.setattr("searchers.portfolio.auto.EXACT_SECONDS", dict.fromkeys(range(1, 6), 0.0))
    auto, found = search(Problem.of(EXAMPLES, REJECT))
    assert not auto.proved
    assert len(found) > 1


def test_a_second_search_forgets_the_first():
    auto, _ = search(Problem.of(EXAMPLES, REJECT))
    problem = Problem.of(["abcd", "e"])
    list(auto.search(problem, make("mdl", problem), Budget(steps=1), random.Random(0)))
    assert not auto.proved
    assert auto.answer is None
