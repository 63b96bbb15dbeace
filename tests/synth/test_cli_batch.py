import json
import re

import pytest


@pytest.fixture
def tasks(tmp_path):
    """A file of two tasks for the stub."""
    lines = [{"id": "a", "positives": ["ab12", "c3", "xyz99"]}, {"id": "b", "positives": ["a1"], "negatives": ["1"]}]
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_line_for_each_task(stub, synth_command, tasks):
    result = synth_command("induce", "--batch", "tasks.jsonl", "--workers", "1", "--seed", "4")
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["id"] for line in lines] == ["a", "b"]
    assert lines[0]["best"]["pattern"] == "[a-z]+[0-9]+"
    assert lines[0]["stats"]["seed"] == 4
    assert re.fullmatch(r"done in [0-9.]+ s, 2 tasks, 0 of them failed\n", result.stderr)
    assert synth_command("induce", "--batch", "tasks.jsonl", "--workers", "1", "-q").stderr == ""


def test_it_goes_on_after_an_interrupt(stub, synth_command, tasks, monkeypatch):
    search = stub.search

    def interrupted(self, problem, *rest):
        if "a1" in problem.positives:
            raise KeyboardInterrupt
        yield from search(self, problem, *rest)

    monkeypatch.setattr(stub, "search", interrupted)
    first = synth_command("induce", "--batch", "tasks.jsonl", "--workers", "1", "--out", "found")
    assert first.exit_code == 130
    assert [json.loads(line)["id"] for line in first.stdout.splitlines()] == ["a"]
    assert "interrupted" in first.stderr
    assert "go on with: synth resume found\n" in first.stderr
    monkeypatch.setattr(stub, "search", search)
    second = synth_command("resume", "found", "--workers", "1")
    assert second.exit_code == 0
    assert [json.loads(line)["id"] for line in second.stdout.splitlines()] == ["b"]
    with open("found/results.jsonl", encoding="utf-8") as results:
        assert results.read() == first.stdout + second.stdout


def test_a_failed_task_is_told_by_the_exit_code(stub, synth_command, tasks, monkeypatch):
    monkeypatch.setattr(stub, "search", lambda *_: 1 // 0)
    result = synth_command("induce", "--batch", "tasks.jsonl", "--workers", "1")
    assert result.exit_code == 2
    assert json.loads(result.stdout.splitlines()[0])["error"].startswith("internal: ZeroDivisionError")
    assert "2 tasks, 2 of them failed" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["words.txt", "--batch", "tasks.jsonl"], "FILE is not for --batch"),
        (["--batch", "tasks.jsonl", "--reject", "x"], "--reject is not for --batch"),
        (["--batch", "tasks.jsonl", "--to", "re"], "--to is not for --batch"),
        (["--batch", "task.jsonl"], "no such file: task.jsonl"),
        (["--batch", "tasks.jsonl", "--searcher", "bean"], "tasks.jsonl: line 1: no searcher 'bean'"),
        (["--batch", "tasks.jsonl", "--out", "."], ". exists already"),
        ([], "missing argument 'FILE'"),
    ],
)
def test_bad_input_is_one_error_with_a_hint(stub, synth_command, tasks, arguments, message):
    result = synth_command("induce", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch(f"error: {re.escape(message)}[^\n]*\nhint: [^\n]+\n", result.stderr)


def test_what_a_batch_was_asked_is_not_changed(stub, synth_command, tasks):
    assert synth_command("induce", "--batch", "tasks.jsonl", "--workers", "1", "--out", "found").exit_code == 0
    result = synth_command("resume", "found", "--steps", "3")
    assert result.exit_code == 2
    assert "error: --steps is not for a batch" in result.stderr
