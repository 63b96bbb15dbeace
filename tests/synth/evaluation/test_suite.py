"""The whole path: a run, its lines, and what a second run does of it."""

import json
from shutil import copytree

import pytest
from click.testing import CliRunner

from synth.cli import main
from synth.evaluation.record import Record

ASKED = ["--encoders", "mean", "--workers", "1"]


def lines(run):
    return [json.loads(line) for line in (run / "cells.jsonl").read_text().splitlines()]


def invoke(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def test_a_run_has_a_line_for_each_cell_and_resumes_what_is_missing(data, tmp_path):
    run = tmp_path / "run"
    asked = ["--tasks", "sst2", "--encoders", "mean,lstm", "--workers", "1", "--data", data, "--out", run]
    assert invoke("evaluate", "run", *asked).exit_code == 0
    first = lines(run)
    names = [line["cell"]["encoder"] for line in first]
    assert names[-2:] == ["mean", "lstm"]
    assert "trivial" in names
    by_name = {line["cell"]["encoder"]: line["scores"]["test"]["accuracy"] for line in first}
    assert by_name["trivial"] == 0.5
    assert by_name["mean"] == by_name["lstm"] == 1
    whole = (run / "cells.jsonl").read_text().splitlines(keepends=True)
    (run / "cells.jsonl").write_text("".join(whole[:-1]) + whole[-1][:40])  # torn by a kill
    assert invoke("resume", run, "--workers", "1").exit_code == 0
    again = lines(run)
    assert [line["scores"] for line in again] == [line["scores"] for line in first]
    assert [line["digest"] for line in again] == [line["digest"] for line in first]


def test_lines_of_another_profile_that_were_brought_along_are_not_averaged_with_those_of_the_run(data, tmp_path):
    run = tmp_path / "run"
    assert invoke("evaluate", "run", *ASKED, "--tasks", "sst2", "--data", data, "--out", run).exit_code == 0
    assert invoke("evaluate", "report", run).exit_code == 0
    alone = (run / "report" / "table.md").read_text()
    with (run / "cells.jsonl").open("a") as file:
        for line in lines(run):
            worse = {test: dict.fromkeys(scores, 0.25) for test, scores in line["scores"].items()}
            other = {**line, "digest": "0" * 64, "cell": {**line["cell"], "profile": "cpu"}, "scores": worse}
            file.write(json.dumps(other) + "\n")
    assert invoke("evaluate", "report", run).exit_code == 0
    assert (run / "report" / "table.md").read_text() == alone
    assert len(Record.open(run).lines()) == 2 * len(Record.open(run).measured())


def test_a_missing_data_set_names_the_command_that_fetches_it(tmp_path):
    run = tmp_path / "run"
    result = invoke("evaluate", "run", *ASKED, "--tasks", "sst2,mathexpr", "--data", tmp_path, "--out", run)
    assert "sst2 is missing" in result.output
    assert "synth evaluate fetch sst2" in result.output
    status = {line["cell"]["task"]: line["status"] for line in lines(run) if line["cell"]["encoder"] == "trivial"}
    assert status == {"sst2": "failed", "mathexpr": "done"}


def test_data_that_was_missing_and_has_come_since_is_measured_by_resume(data, tmp_path):
    run, folder = tmp_path / "run", tmp_path / "folder"
    folder.mkdir()
    asked = [*ASKED, "--tasks", "sst2", "--data", folder, "--out", run]
    assert invoke("evaluate", "run", *asked).exit_code == 2
    copytree(data / "sst2", folder / "sst2")
    assert invoke("resume", run, "--workers", "1").exit_code == 0
    found = Record.open(run).lines()
    assert {line["status"] for line in found} == {"done"}
    assert len(found) == len(lines(run)) // 2


@pytest.mark.parametrize("option", ["--tasks", "--encoders", "--shares", "--modes"])
def test_an_empty_list_is_not_everything(option, tmp_path):
    told = CliRunner().invoke(main, ["evaluate", "swap", option, " ,", "--out", str(tmp_path / "run")])
    assert told.exit_code
    assert f"no {option[2:]} in" in told.output
    assert f"leave {option[2:]} out" in told.output
    assert not (tmp_path / "run").exists()
