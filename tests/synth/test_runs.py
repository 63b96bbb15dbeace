import json
import shutil
from hashlib import sha256

import pytest

import synth
from synth.runs import ResultNotSaved, write_atomically

WORDS = ["ab12", "c3", "xyz99", "q4", "rst1"]


def test_a_run_directory_records_the_search(stub, tmp_path):
    result = synth.induce(WORDS, reject=["1"], seed=3, constraints=["posix"], out=tmp_path / "some" / "run")
    run = tmp_path / "some" / "run"
    assert sorted(path.name for path in run.iterdir()) == ["config.json", "events.jsonl", "hall_of_fame.json"]
    config = json.loads((run / "config.json").read_text())
    assert config["version"] == synth.__version__
    assert config["arguments"]["seed"] == 3
    assert config["arguments"]["constraints"] == ["posix"]
    assert config["inputs"]["positives"] == sha256(json.dumps([[word, 1] for word in WORDS]).encode()).hexdigest()
    assert config["inputs"]["reject"] == sha256(b'["1"]').hexdigest()
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
    before = {path: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    with pytest.raises(synth.RunError, match="exists already") as caught:
        synth.induce(WORDS, out=tmp_path / "run")
    assert "never overwritten" in caught.value.hint
    assert {path: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before


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


def test_a_write_that_fails_half_way_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "file.json"
    write_atomically(file, "old")

    def fail(_):
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(file, "new" * 100_000)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
