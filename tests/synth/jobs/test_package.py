"""What a job takes along: its words are read back by `synth induce` itself."""

import io
import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from dsl.errors import ConfigurationError, ExampleError
from synth.batch.tasks import read_tasks
from synth.cli.commands import induce
from synth.cli.commands.jobs import ASKED
from synth.jobs.package import JobPackage, packed_words
from synth.options import asked

DATES = b"2024-01-05\n1999-12-31\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A directory with inputs, which is the current one."""
    here = tmp_path / "here"
    (here / "other").mkdir(parents=True)
    (here / "dates.txt").write_bytes(DATES)
    (here / "other" / "dates.txt").write_text("2024\n")
    (here / "weights.safetensors").write_bytes(b"weights")
    (here / "check.py").write_text("exit(0)")
    monkeypatch.chdir(here)
    return here


def parse(*words):
    return induce.command.make_context("induce", list(words)).params


def shipped(tmp_path, *words):
    """The words of the job, and its working directory."""
    folder = tmp_path / "job"
    folder.mkdir()
    given = parse(*words)
    said = [one for one in ASKED if given[one.name] not in (None, parse("x")[one.name])]
    return packed_words(said, given, JobPackage(folder)), folder


def test_the_words_of_the_job_say_the_same(here, tmp_path):
    asked = "--searcher evolve --effort 3 --timeout 2.5 --seed 9 --keep-empty --no-warm-start --json --workers 3"
    constraints = ["--constraint", "posix", "--constraint=max-states=90", "--guess", "[0-9]+ -"]
    words, folder = shipped(tmp_path, "dates.txt", "--reject", "other/dates.txt", *asked.split(), *constraints)
    given, job = parse("dates.txt", *asked.split(), *constraints), parse(*words)
    files = {name: job.pop(name) for name in ("file", "reject")}
    assert job.pop("ray") == "auto"  # the cluster that the job runs on
    assert job == {name: value for name, value in given.items() if name not in [*files, "ray"]}
    assert (folder / files["file"]).read_bytes() == DATES
    assert (folder / files["reject"]).read_text() == "2024\n"


def test_a_grammar_to_start_from_comes_along(here, tmp_path):
    (here / "sums.lark").write_text('start: "1" ("+" start)?\n')
    words, folder = shipped(tmp_path, "dates.txt", "--kind", "cfg", "--guess", "sums.lark")
    (guess,) = parse(*words)["guess"]
    assert (folder / guess).read_text() == 'start: "1" ("+" start)?\n'


def test_standard_input_and_weights_come_along(here, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DATES)))
    words, folder = shipped(tmp_path, "-", "--searcher", "reinforce", "--policy", "weights.safetensors")
    job = parse(*words)
    assert (folder / job["file"]).read_bytes() == DATES
    assert (folder / job["policy"]).read_bytes() == b"weights"


def test_the_files_of_an_oracle_come_along(here, tmp_path):
    words, folder = shipped(tmp_path, "dates.txt", "--kind", "cfg", "--oracle", "python check.py 'a b' {}")
    program, script, *rest = parse(*words)["oracle"].split(" ", 2)
    assert (program, rest) == ("python", ["'a b' '{}'"])
    assert (folder / script).read_text() == "exit(0)"


def batch(here):
    tasks = [
        {"id": "a", "positives": ["x"]},
        {"id": "b", "positives": ["()"], "options": {"kind": "cfg", "oracle": "sh check.py", "searcher": "auto"}},
        {"id": "c", "positives": ["y"], "options": {"searcher": "reinforce", "policy": "weights.safetensors"}},
        {"id": "d", "positives": ["y"], "options": {"searcher": "reinforce", "policy": "/shared/weights"}},
    ]
    (here / "tasks.jsonl").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    return "--batch", "tasks.jsonl"


def test_a_batch_comes_along_with_what_the_command_line_names(here, tmp_path):
    named = ["--oracle", "sh check.py", "--policy", "weights.safetensors"]
    tasks = [json.loads(line) for line in (here / batch(here)[1]).read_text().splitlines()]
    tasks[0]["options"] = {"kind": "cfg", "policy": None}
    for task in tasks[2:]:
        task["options"]["oracle"] = None
    tasks[1]["options"]["policy"] = None
    (here / "tasks.jsonl").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    words, folder = shipped(tmp_path, "--batch", "tasks.jsonl", "--effort", "1", *named)
    job = parse(*words)
    assert job["effort"] == 1
    first, second, third, fourth = map(json.loads, (folder / job["batch"]).read_text().splitlines())
    assert first["options"]["effort"] == 1
    assert first["options"]["oracle"] == second["options"]["oracle"] == job["oracle"]
    assert (folder / second["options"]["oracle"].split()[1]).read_text() == "exit(0)"
    assert (folder / third["options"]["policy"]).read_bytes() == b"weights"
    assert fourth["options"]["policy"] == "/shared/weights"
    read = read_tasks(str(folder / job["batch"]), asked(job))  # what the job itself will say
    assert [task.oracle for task in read] == [job["oracle"]] * 2 + [None] * 2


def test_files_that_only_tasks_name_stay_here(here, tmp_path):
    with pytest.raises(ExampleError, match="line 2: the task names --oracle 'sh check"):
        shipped(tmp_path, *batch(here))
    (tmp_path / "job").rmdir()
    with pytest.raises(ConfigurationError, match=r"'c' names the weights 'weights.safetensors' of this machine"):
        shipped(tmp_path, *batch(here), "--trust")
    tasks = (here / "tasks.jsonl").read_text().splitlines()
    (here / "tasks.jsonl").write_text("\n".join([tasks[1], tasks[3]]) + "\n")
    shutil.rmtree(tmp_path / "job")
    words, folder = shipped(tmp_path, "--batch", "tasks.jsonl", "--trust")
    second, _ = map(json.loads, (folder / parse(*words)["batch"]).read_text().splitlines())
    assert second["options"]["oracle"] == "sh check.py"
    assert parse(*words)["trust"]
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["tasks.jsonl"]


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (["nowhere.txt"], ExampleError, "no such file"),
        (["dates.txt", "--reject", "dates.txt"], ExampleError, "also examples"),
        (["dates.txt", "--searcher", "bean"], ConfigurationError, "no searcher 'bean'"),
        (["dates.txt", "--searcher", "reinforce", "--policy", "no.such"], ConfigurationError, "take along no.such"),
        (["dates.txt", "--searcher", "reinforce", "--policy", ""], ConfigurationError, "cannot take along"),
        (["dates.txt", "--searcher", "reinforce", "--policy", "x" * 5000], ConfigurationError, "cannot take along"),
        (["dates.txt", "--kind", "cfg", "--oracle", "check 'x"], ConfigurationError, "no closing quotation"),
        (["dates.txt", "--kind", "cfg", "--oracle", ""], ConfigurationError, "an empty command"),
        (["--batch", "check.py"], ExampleError, "check.py: line 1 is not JSON"),
    ],
)
def test_what_the_search_would_refuse_is_refused_here(here, tmp_path, words, error, message):
    with pytest.raises(error, match=message):
        shipped(tmp_path, *words)


def test_a_file_is_taken_along_once(here, tmp_path):
    package = JobPackage(tmp_path)
    assert package.pack("dates.txt") == package.pack("dates.txt") != package.pack(os.path.join("other", "dates.txt"))
    assert len(list(Path(tmp_path, "inputs").iterdir())) == 2


def test_words_that_are_too_long_for_a_file(here, tmp_path):
    words, _ = shipped(tmp_path, "dates.txt", "--guess", "2" * 5000, "--kind", "cfg", "--oracle", f"check {'x' * 5000}")
    assert parse(*words)["guess"] == ("2" * 5000,)
    assert parse(*words)["oracle"] == f"check {'x' * 5000}"


def test_a_batch_comes_along_beside_files_that_no_task_names(here, tmp_path):
    (here / "tasks.jsonl").write_text('{"id": "a", "positives": ["x"], "options": {"policy": null, "oracle": null}}\n')
    words, folder = shipped(tmp_path, "--batch", "tasks.jsonl", "--policy", "weights.safetensors")
    assert (folder / parse(*words)["policy"]).read_bytes() == b"weights"
