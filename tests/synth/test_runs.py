import json
import shutil
import tomllib
from hashlib import sha256

import pytest

import synth
from synth.runs import ResultNotSaved

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
