import errno
import json
import os
import pathlib
import shutil
import tomllib
from hashlib import sha256

import pytest

import synth
from synth.inputs.command_oracle import CommandOracle
from synth.runs.run import ResultNotSaved

WORDS = ["ab12", "c3", "xyz99", "q4", "rst1"]


def contents(run):
    return {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}


def test_a_run_directory_records_the_search(stub, tmp_path):
    result = synth.induce(WORDS, reject=["1"], seed=3, constraints=["posix"], out=tmp_path / "some" / "run")
    run = tmp_path / "some" / "run"
    config = tomllib.loads((run / "config.toml").read_text())
    assert config["version"] == synth.__version__
    assert config["arguments"]["seed"] == 3
    assert config["arguments"]["constraints"] == ["posix"]
    for name, values in {"examples.jsonl": [[word, 1] for word in WORDS], "reject.jsonl": ["1"]}.items():
        assert [json.loads(line) for line in (run / name).read_text().splitlines()] == values
        assert config["inputs"][name] == sha256((run / name).read_bytes()).hexdigest()
    assert json.loads((run / "hall_of_fame.json").read_text()) == result.to_json()
    events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    assert result.best.pattern in [event["pattern"] for event in events]
    seconds = [event["seconds"] for event in events]
    assert seconds == sorted(seconds)


def test_an_interrupted_search_is_recorded(stub, tmp_path):
    def interrupt(_):
        raise KeyboardInterrupt

    synth.induce(WORDS, on_event=interrupt, out=tmp_path / "run")
    saved = json.loads((tmp_path / "run" / "hall_of_fame.json").read_text())
    assert saved["stats"]["interrupted"]


def test_an_existing_run_is_never_overwritten(stub, tmp_path):
    synth.induce(WORDS, out=tmp_path / "run")
    before = contents(tmp_path / "run")
    with pytest.raises(synth.RunError, match="exists already") as caught:
        synth.induce(WORDS, out=tmp_path / "run")
    assert "never overwritten" in caught.value.hint
    assert contents(tmp_path / "run") == before


def test_an_unwritable_run_fails_before_the_search(stub, tmp_path):
    (tmp_path / "file").touch()
    events = []
    with pytest.raises(synth.RunError, match="cannot write"):
        synth.induce(WORDS, on_event=events.append, out=tmp_path / "file" / "run")
    assert not events


def test_bad_input_leaves_no_run_behind(stub, tmp_path):
    with pytest.raises(synth.ExampleError):
        synth.induce([], out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_run_that_cannot_be_saved_keeps_its_result(stub, tmp_path):
    with pytest.raises(ResultNotSaved, match="could not be saved") as caught:
        synth.induce(
            WORDS, on_event=lambda _: shutil.rmtree(tmp_path / "run", ignore_errors=True), out=tmp_path / "run"
        )
    assert caught.value.result.best.pattern == "[a-z]+[0-9]+"


def test_a_search_that_cannot_begin_leaves_nothing_behind(tmp_path, monkeypatch):
    (tmp_path / "policy").write_text("no weights")
    with pytest.raises(synth.ConfigurationError):
        synth.induce(WORDS, searcher="reinforce", policy=tmp_path / "policy", out=tmp_path / "run")
    with pytest.raises(synth.ConfigurationError, match="cannot be started"):
        synth.induce(WORDS, oracle=CommandOracle(str(tmp_path / "policy")), out=tmp_path / "run")
    assert [path.name for path in tmp_path.iterdir()] == ["policy"]


def test_what_could_not_be_written_is_written_with_the_next(stub, tmp_path, monkeypatch):
    fails, opened = iter([True, False, True]), pathlib.Path.open

    def fails_often(path, *arguments, **options):
        if path == tmp_path / "run" / "events.jsonl" and arguments == ("ab",) and next(fails, False):
            raise OSError(28, "No space left on device")
        return opened(path, *arguments, **options)

    synth.induce(WORDS, out=tmp_path / "whole")
    monkeypatch.setattr("pathlib.Path.open", fails_often)
    result = synth.induce(WORDS, out=tmp_path / "run")
    assert any("goes on in memory" in warning for warning in result.warnings)
    whole, written = (
        [json.loads(line)["pattern"] for line in (tmp_path / name / "events.jsonl").read_text().splitlines()]
        for name in ("whole", "run")
    )
    assert whole == written


def test_checkpoints_that_cannot_be_listed_cost_no_answer(stub, tmp_path, monkeypatch):
    listed = os.listdir

    def fails(path="."):
        if "checkpoints" in str(path) and os.path.exists(path):
            raise OSError(errno.EIO, "Input/output error")
        return listed(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "listdir", fails)
        with pytest.raises(ResultNotSaved, match="Input/output") as caught:
            synth.induce(WORDS, out=tmp_path / "run")
        with pytest.raises(synth.RunError, match="cannot read"):
            synth.resume(tmp_path / "run")
    assert caught.value.result.best == synth.induce(WORDS).best
    assert synth.resume(tmp_path / "run").best == caught.value.result.best
