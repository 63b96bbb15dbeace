"""The portfolio for grammars: who takes part, whose answer is believed, and that it goes on where it was."""

import json
import random

import pytest

from dsl.grammar import Grammar
from searchers.budget import Budget
from searchers.candidate import Candidate, Score
from searchers.oracle import Oracle
from searchers.portfolio.grammars import GrammarAuto, is_far_better
from searchers.portfolio.regexes import Auto
from searchers.problem import Problem
from searchers.protocol import Begun, Progress, State, Step
from searchers.scoring import make
from searchers.scoring.prices import Margins
from searchers.structure.search import Nested

BRACKETS = Problem.of(["()", "(())", "()()", "((()))", "(()())", "()(())"], ["(", ")", "())", "(()"])
NAMES = {"readings": "reader", "generations": "evolution", "neighbours": "beam", "policy": "policy"}


@pytest.fixture(autouse=True)
def short_turns(monkeypatch):
    monkeypatch.setattr("searchers.portfolio.grammars.UNTIMED", {1: 0, 2: 1})
    monkeypatch.setattr("searchers.portfolio.grammars.EPOCHS", {1: 1, 2: 1})
    monkeypatch.setattr("searchers.portfolio.grammars.SLICES", {1: 1, 2: 1})
    monkeypatch.setattr("searchers.portfolio.grammars.PACE", 2)
    monkeypatch.setattr("searchers.beam.grammars.SLICE", 20)


def search(searcher, budget, problem=BRACKETS):
    return searcher.search(problem, make("mdl", problem, "cfg"), budget, random.Random(0))


def stages(events):
    return {NAMES[event.stage] for event in events if isinstance(event, Progress)}


def test_where_time_is_given_the_others_take_part(processor_time):
    events = list(search(GrammarAuto(), Budget(300, steps=5, effort=1)))  # what is compiled takes time, too
    assert stages(events) == {"reader", "evolution", "beam"}


@pytest.mark.parametrize(("effort", "asked"), [(1, False), (2, True)])
def test_in_a_glance_or_with_an_oracle_the_reader_is_alone(effort, asked):
    def oracle():
        return Oracle(lambda text: text in BRACKETS.positives) if asked else None

    reader, auto = Nested(Auto(evolving=False), oracle()), GrammarAuto(oracle())
    alone = list(search(reader, Budget(effort=effort)))
    assert reported(search(auto, Budget(effort=effort))) == reported(alone)
    assert auto.answer == reader.answer


@pytest.mark.parametrize(("share", "is_believed"), [(0.5, True), (0.0, False)])
def test_the_reading_is_believed_before_what_is_little_better(share, is_believed, monkeypatch):
    monkeypatch.setattr("searchers.portfolio.grammars.MARGINS", Margins(grammar=0.0, grammar_share=share))
    reader, auto = Nested(Auto(evolving=False)), GrammarAuto()
    list(search(reader, Budget()))
    list(search(auto, Budget(steps=9)))
    assert (auto.answer == reader.answer) == is_believed


@pytest.mark.parametrize(
    ("read", "bits", "accepted", "believed"),
    [(100, 70, 30, True), (100, 80, 30, False), (100, 70, 29, False), (400, 330, 30, True), (400, 350, 30, False)],
)
def test_only_a_far_better_grammar_with_all_examples_is_believed(read, bits, accepted, believed):
    grammar = Grammar.parse('start: "a"')
    reading = Candidate(grammar, Score(read, {}, 0, 30, 0))
    assert is_far_better(Candidate(grammar, Score(bits, {}, 0, accepted, 0)), reading) is believed


def test_it_goes_on_from_a_round(monkeypatch):
    monkeypatch.setattr("searchers.portfolio.grammars.UNTIMED", {1: 1})
    whole = list(search(GrammarAuto(), Budget(steps=7, effort=1)))
    stop = next(place for place, event in enumerate(whole) if isinstance(event, Step))
    budget, ended = Budget(steps=7, effort=1), []
    for event in search(GrammarAuto(), budget):
        ended.append(event)
        if len(ended) > stop:
            break
    assert reported(ended) == reported(whole[:stop])
    state = event.state()
    state = State(json.loads(json.dumps(state.values)), state.arrays)
    objective = make("mdl", BRACKETS, "cfg")
    rest = GrammarAuto().resume(BRACKETS, objective, budget, random.Random(1), state)
    assert reported(rest) == reported(whole[stop:])


def reported(events):
    return [event for event in events if not isinstance(event, Begun | Step)]
