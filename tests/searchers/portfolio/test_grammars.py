"""The portfolio for grammars: who takes part, whose answer is believed, and that it goes on where it was."""

import json
import random

import pytest

from searchers.budget import Budget
from searchers.oracle import Oracle
from searchers.portfolio.auto import Auto
from searchers.problem import Problem
from searchers.protocol import Begun, Progress, State, Step
from searchers.scoring import make
from searchers.spaces.grammars import Grammars
from searchers.spaces.margin import Margin
from searchers.spaces.space import Paces
from searchers.structure.search import Nested

BRACKETS = Problem.of(["()", "(())", "()()", "((()))", "(()())", "()(())"], ["(", ")", "())", "(()"])
NAMES = {"readings": "reader", "generations": "evolution", "neighbours": "beam", "policy": "policy"}

REGULAR = Auto(evolving=False)


@pytest.fixture(autouse=True)
def short_turns(monkeypatch):
    monkeypatch.setattr("searchers.portfolio.auto.UNTIMED", {1: 0, 2: 1})
    monkeypatch.setattr("searchers.portfolio.auto.EPOCHS", {1: 1, 2: 1})
    monkeypatch.setattr(Grammars, "paces", lambda effort: Paces(1, 2, 2))
    monkeypatch.setattr("searchers.spaces.beams.grammars.SLICE", 20)


def search(searcher, budget, problem=BRACKETS):
    return searcher.search(problem, make("mdl", problem, "cfg"), budget, random.Random(0))


def stages(events):
    return {NAMES[event.stage] for event in events if isinstance(event, Progress)}


def test_where_time_is_given_the_others_take_part(processor_time):
    events = list(search(Auto(Grammars), Budget(300, steps=5, effort=1)))  # what is compiled takes time, too
    assert stages(events) == {"reader", "evolution", "beam"}


@pytest.mark.parametrize(("effort", "asked"), [(1, False), (2, True)])
def test_in_a_glance_or_with_an_oracle_the_reader_is_alone(effort, asked):
    def oracle():
        return Oracle(lambda text: text in BRACKETS.positives) if asked else None

    reader, auto = Nested(REGULAR, oracle()), Auto(Grammars, oracle())
    alone = list(search(reader, Budget(effort=effort)))
    assert reported(search(auto, Budget(effort=effort))) == reported(alone)
    assert auto.answer == reader.answer


@pytest.mark.parametrize(("share", "is_believed"), [(0.5, True), (0.0, False)])
def test_the_reading_is_believed_before_what_is_little_better(share, is_believed, monkeypatch):
    monkeypatch.setattr("searchers.spaces.grammars.MARGIN", Margin(share=share, keeping=True))
    reader, auto = Nested(REGULAR), Auto(Grammars)
    list(search(reader, Budget()))
    list(search(auto, Budget(steps=9)))
    assert (auto.answer == reader.answer) == is_believed


def test_it_goes_on_from_a_round(monkeypatch):
    monkeypatch.setattr("searchers.portfolio.auto.UNTIMED", {1: 1})
    whole = list(search(Auto(Grammars), Budget(steps=7, effort=1)))
    stop = next(place for place, event in enumerate(whole) if isinstance(event, Step))
    budget, ended = Budget(steps=7, effort=1), []
    for event in search(Auto(Grammars), budget):
        ended.append(event)
        if len(ended) > stop:
            break
    assert reported(ended) == reported(whole[:stop])
    state = event.state()
    state = State(json.loads(json.dumps(state.values)), state.arrays)
    objective = make("mdl", BRACKETS, "cfg")
    rest = Auto(Grammars).resume(BRACKETS, objective, budget, random.Random(1), state)
    assert reported(rest) == reported(whole[stop:])


def reported(events):
    return [event for event in events if not isinstance(event, Begun | Step)]
