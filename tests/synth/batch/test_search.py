import json
import os
import signal

import pytest

import synth
from dsl.errors import SynthError
from synth.batch.processes import Processes, work_off
from synth.batch.run_task import perform
from synth.batch.tasks import make_tasks

WORDS = ["ab12", "c3", "xyz99", "q4", "rst1"]
TASKS = [
    {"id": "words", "positives": WORDS},
    {"id": "few", "positives": ["a1", "b2"], "options": {"steps": 1}},
    {"id": "none", "positives": ["a"], "options": {"constraints": ["max-states=1"]}},
]


def ids(outcomes):
    return [outcome.id for outcome in outcomes]


def test_each_outcome_is_what_its_own_search_gives(stub):
    words, few, _ = synth.induce_batch(TASKS, seed=5)
    alone = synth.induce(WORDS, seed=5)
    assert (words.result.best, words.result.front) == (alone.best, alone.front)
    assert few.result.best == synth.induce(["a1", "b2"], steps=1).best
    assert words.to_json()["best"] == alone.to_json()["best"]


def test_what_goes_wrong_in_a_task_is_its_own_outcome(stub, monkeypatch):
    search = stub.search

    def broken(self, problem, *rest):
        if "a" in problem.positives:
            raise SynthError("nothing found", hint="try more")
        if "a1" in problem.positives:
            raise ZeroDivisionError("oops")
        yield from search(self, problem, *rest)

    monkeypatch.setattr(stub, "search", broken)
    words, few, none = synth.induce_batch(TASKS)
    assert words.error is None
    assert few.to_json() == {
        "id": "few",
        "error": "internal: ZeroDivisionError: oops",
        "hint": "report it, with the task",
    }
    assert none.to_json() == {"id": "none", "error": "nothing found", "hint": "try more"}


def test_all_tasks_are_checked_before_the_first_begins(stub, monkeypatch, tmp_path):
    monkeypatch.setattr(stub, "search", None)
    with pytest.raises(synth.ExampleError, match="task 2"):
        synth.induce_batch([TASKS[0], {"id": "b", "positives": []}], out=tmp_path / "batch")
    assert not (tmp_path / "batch").exists()


def test_finished_tasks_are_not_done_again(stub, tmp_path, monkeypatch):
    searched = []
    search = stub.search
    monkeypatch.setattr(
        stub,
        "search",
        lambda self, problem, *rest: searched.append(problem.positives[0]) or search(self, problem, *rest),
    )
    outcomes = synth.induce_batch(TASKS, out=tmp_path / "batch", seed=3)
    assert next(outcomes).id == "words"
    outcomes.close()  # the reader has had enough
    with (tmp_path / "batch" / "results.jsonl").open("a") as results:
        results.write('{"id": "few", "torn')
    again = list(synth.resume_batch(tmp_path / "batch"))
    assert ids(again) == ["few", "none"]
    assert again[0].result.stats["seed"] == 3
    assert searched == ["ab12", "a1", "a"]
    lines = [json.loads(line) for line in (tmp_path / "batch" / "results.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines] == ["words", "few", "none"]
    assert list(synth.resume_batch(tmp_path / "batch")) == []


def test_a_batch_runs_no_command_that_was_not_given(grammar_stub, tmp_path, capfd):
    ran = tmp_path / "ran"
    oracle = f"sh -c 'touch {ran}' --token S3cret"
    tasks = [
        {"id": "a", "positives": ["()", "(())"], "options": {"kind": "cfg", "oracle": oracle, "questions": 2}},
        TASKS[1],
    ]
    with pytest.raises(synth.ExampleError, match="task 1: the task names --oracle"):
        synth.induce_batch(tasks, out=tmp_path / "batch")
    outcomes = synth.induce_batch(tasks, trust=True, out=tmp_path / "batch")
    outcomes.close()
    assert "S3cret" not in (tmp_path / "batch" / "tasks.jsonl").read_text()
    with pytest.raises(synth.ConfigurationError, match="the task names --oracle") as told:
        synth.resume_batch(tmp_path / "batch")
    assert "S3cret" not in str(told.value)
    with pytest.raises(synth.ConfigurationError, match="credentials are not kept"):
        synth.resume_batch(tmp_path / "batch", trust=True)
    assert not ran.exists()
    assert [outcome.error for outcome in synth.resume_batch(tmp_path / "batch", oracle=oracle)] == [None, None]
    assert ran.exists()


def test_failed_tasks_are_tried_again(stub, tmp_path, monkeypatch):
    search = stub.search
    monkeypatch.setattr(stub, "search", lambda *_: 1 // 0)
    assert all(outcome.error for outcome in synth.induce_batch(TASKS, out=tmp_path / "batch"))
    monkeypatch.setattr(stub, "search", search)
    assert [outcome.error for outcome in synth.resume_batch(tmp_path / "batch")] == [None] * 3
    assert list(synth.resume_batch(tmp_path / "batch")) == []


def test_ctrl_c_keeps_what_has_ended(stub, tmp_path, monkeypatch):
    search = stub.search

    def interrupted(self, problem, *rest):
        events = search(self, problem, *rest)
        yield next(events)
        if "a1" in problem.positives:
            raise KeyboardInterrupt
        yield from events

    monkeypatch.setattr(stub, "search", interrupted)
    outcomes = synth.induce_batch(TASKS, out=tmp_path / "batch")
    assert next(outcomes).id == "words"
    with pytest.raises(KeyboardInterrupt):
        next(outcomes)
    monkeypatch.setattr(stub, "search", search)
    assert ids(synth.resume_batch(tmp_path / "batch")) == ["few", "none"]


def test_directories_that_cannot_be_used(stub, tmp_path):
    list(synth.induce_batch(TASKS, out=tmp_path / "batch"))
    with pytest.raises(synth.RunError, match="exists already"):
        synth.induce_batch(TASKS, out=tmp_path / "batch")
    with pytest.raises(synth.RunError, match="is not a run directory"):
        synth.resume_batch(tmp_path)
    tasks = tmp_path / "batch" / "tasks.jsonl"
    tasks.write_text(tasks.read_text() + "\n")
    with pytest.raises(synth.RunError, match="is not what the batch began with"):
        synth.resume_batch(tmp_path / "batch")
    with pytest.raises(synth.RunError, match="cannot write the directory"):
        synth.induce_batch(TASKS, out=tasks / "batch")
    with pytest.raises(synth.ConfigurationError, match="0 workers"):
        synth.induce_batch(TASKS, workers=0)


@pytest.mark.slow
def test_processes_give_the_same_results_even_when_some_are_killed():
    tasks = make_tasks([{"id": name, "positives": [f"{name}{n}" for n in range(9)]} for name in "pqrstu"], {"steps": 2})
    expected = {outcome.id: outcome.result.best for outcome in map(perform, tasks)}
    found = {}
    with Processes(2, perform) as crew:
        for outcome in work_off(tasks, crew):
            found[outcome.id] = outcome.result.best
            if len(found) in (1, 3):
                executor = next(iter(crew._busy.values()))
                os.kill(next(iter(executor._processes)), signal.SIGKILL)
    assert found == expected
