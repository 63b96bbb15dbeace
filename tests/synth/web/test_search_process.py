"""The process of a page: it says what it finds, ends when it is told to, and goes with its page."""

import json
import queue
import re
from dataclasses import replace

import pytest

from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring import make
from synth.sessions.saving import taken_up
from synth.web.search_process import SearchProcess
from synth.web.work import Order, Reply

CODES = {f"AB-{number}": 1 for number in range(100, 130)}
MEMORY = 1 << 31


@pytest.fixture(scope="module")
def process():
    """A process, and what it says."""
    heard = queue.Queue()
    process = SearchProcess(lambda *news: heard.put(news), MEMORY)
    yield process, heard
    process.end()


def until(heard, kind, seconds=60):
    """All news up to the first of this kind."""
    found = []
    while not found or found[-1][1] != kind:
        found.append(heard.get(timeout=seconds))
    return found


def order(number, **options):
    return Order(number, CODES, [], [], {"effort": 1, "steps": 2, **options})


@pytest.mark.slow
def test_a_search_says_what_it_finds(process):
    process, heard = process
    process.send(order(1))
    assert not process.is_idle
    told = until(heard, "idle")
    kinds = [kind for _, kind, _ in told]
    assert {number for number, _, _ in told} == {1}
    assert "front" in kinds
    assert kinds[-3:] == ["result", "asked", "idle"]
    result = told[-3][2]
    assert result["best"]["accepted"] == len(CODES)
    assert len(result["front"]) > 1
    process.send(Reply(undo=True))
    assert until(heard, "asked")[-1][2]["said"] == []
    until(heard, "idle")


@pytest.mark.slow
def test_answers_are_kept_in_the_run(process, tmp_path):
    process, heard = process
    process.send(order(9, out=str(tmp_path / "run")))
    question = until(heard, "asked")[-1][2]["question"]
    until(heard, "idle")
    process.send(Reply(matches=True))
    until(heard, "idle")
    kept = taken_up(tmp_path / "run")
    assert kept.said == ((question, True, True),)
    assert json.loads((tmp_path / "run" / "hall_of_fame.json").read_text())["stats"]["questions"] == 1


@pytest.mark.slow
def test_a_doubted_answer_is_asked_for_again(process):
    process, heard = process
    process.send(order(11))
    asked = until(heard, "asked")[-1][2]
    wrong, right = asked["question"], re.compile("AB-1[0-9]{2}")
    assert asked["doubted"] is None
    process.send(Reply(matches=right.fullmatch(wrong) is None))
    while (asked := until(heard, "asked")[-1][2])["doubted"] is None and len(asked["said"]) < 12:
        process.send(Reply(matches=right.fullmatch(asked["question"]) is not None))
    assert asked["question"] == wrong
    assert asked["doubted"] is True
    until(heard, "idle")


@pytest.mark.slow
def test_of_what_was_said_twice_the_last_holds(process):
    process, heard = process
    process.send(replace(order(12), said=[("AB-9", True), ("AB-9", False), ("AB-9", None)]))
    asked = until(heard, "asked")[-1][2]
    until(heard, "idle")
    assert [(one["text"], one["matches"]) for one in asked["said"]] == [("AB-9", False)]


@pytest.mark.slow
def test_what_was_dropped_counts_for_no_candidate(process):
    process, heard = process
    process.send(replace(order(13), positives=CODES | {"nothing like it": 1}))
    until(heard, "idle")
    process.send(Reply(drop="nothing like it"))
    front = until(heard, "result")[-1][2]["front"]
    until(heard, "idle")
    objective = make("mdl", Problem.of(list(CODES)), "regex")
    for one in front:
        assert one["objective"] == pytest.approx(objective.score(Regex.parse(one["notation"])).objective)


@pytest.mark.slow
def test_an_interrupt_ends_a_search_with_the_best_so_far(process):
    process, heard = process
    process.send(order(2, effort=5, steps=10**6))
    until(heard, "front")
    process.interrupt()
    assert until(heard, "result")[-1][2]["stats"]["interrupted"]
    process.halt()  # while it thinks of a question
    assert process.is_idle
    assert process.is_alive
    until(heard, "idle")
    process.send(Order(3, {"a": 1}, [], [], {"kind": "nonsense"}))  # and takes orders still
    assert "no kind 'nonsense'" in until(heard, "failed")[-1][2]["error"]
    assert until(heard, "idle")


@pytest.mark.slow
def test_a_question_before_a_search_is_refused(process):
    process, heard = process
    process.send(Reply(matches=True))
    assert until(heard, "failed")[-1][2]["hint"] == "search first"
    until(heard, "idle")


@pytest.mark.slow
def test_memory_is_limited():
    heard = queue.Queue()
    process = SearchProcess(lambda *news: heard.put(news), 400_000_000)
    process.send(Order(1, {"ab" * 50_000 + str(n): 1 for n in range(500)}, [], [], {"timeout": 60.0}))
    kinds = [kind for _, kind, _ in until(heard, "idle", 120)]
    assert {"failed", "noted", "result"} & set(kinds)
    process.end()


def test_the_end_is_heard():
    heard = queue.Queue()
    process = SearchProcess(lambda *news: heard.put(news), MEMORY)
    process.send(order(1))
    process.end()
    assert until(heard, "ended")
    assert not process.is_alive
    assert process.is_idle
