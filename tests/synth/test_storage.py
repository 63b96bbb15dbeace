"""Copies of runs: on a path, and on the file system in memory that fsspec has for tests."""

import json
import shutil
from pathlib import Path

import fsspec
import pytest

import synth
from synth.storage import Storage, absolute

WORDS = ["ab12", "c3", "xyz99", "q4", "rst1"]


@pytest.fixture(params=["path", "memory"])
def uri(request, tmp_path):
    """An empty place for a copy."""
    yield str(tmp_path / "shared" / "copy") if request.param == "path" else "memory://runs/copy"
    if request.param == "memory":
        fsspec.filesystem("memory").rm("/runs", recursive=True)


def contents(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_the_copy_is_the_run(stub, uri, tmp_path):
    synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    Storage(uri).fetch(tmp_path / "fetched")
    assert contents(tmp_path / "fetched") == contents(tmp_path / "run")


def test_a_search_goes_on_from_its_copy_alone(stub, uri, tmp_path):
    whole = synth.induce(WORDS)
    synth.induce(WORDS, steps=1, out=tmp_path / "run", storage=uri)
    shutil.rmtree(tmp_path / "run")
    resumed = synth.resume(tmp_path / "elsewhere", steps=3, storage=uri)
    assert resumed.best == whole.best
    assert resumed.stats["candidates"] == whole.stats["candidates"]
    Storage(uri).fetch(tmp_path / "again")  # it goes on being copied, and old checkpoints go there, too
    assert contents(tmp_path / "again") == contents(tmp_path / "elsewhere")


def test_resume_knows_where_the_copy_is(stub, uri, tmp_path):
    synth.induce(WORDS, steps=1, out=tmp_path / "run", storage=uri)
    result = synth.resume(tmp_path / "run", steps=3)
    Storage(uri).fetch(tmp_path / "fetched")
    found = json.loads((tmp_path / "fetched" / "hall_of_fame.json").read_text())
    assert found["best"]["pattern"] == result.best.pattern


def test_another_run_is_never_overwritten(stub, uri, tmp_path):
    synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    for seed in (0, 1):  # not even by the same search
        with pytest.raises(synth.RunError, match="holds a run"):
            synth.induce(WORDS, seed=seed, out=tmp_path / "other", storage=uri)
    assert not (tmp_path / "other").exists()
    synth.induce(WORDS, seed=1, out=tmp_path / "other")
    with pytest.raises(synth.RunError, match="holds another run"):
        synth.resume(tmp_path / "other", storage=uri)


def test_a_batch_goes_on_from_its_copy_alone(stub, uri, tmp_path):
    tasks = [{"id": "a", "positives": WORDS}, {"id": "b", "positives": ["b1"]}]
    outcomes = synth.induce_batch(tasks, out=tmp_path / "batch", storage=uri)
    next(outcomes)
    outcomes.close()
    shutil.rmtree(tmp_path / "batch")
    assert [outcome.id for outcome in synth.resume_batch(tmp_path / "batch", storage=uri)] in (["b"], ["a", "b"])
    Storage(uri).fetch(tmp_path / "fetched")
    assert contents(tmp_path / "fetched") == contents(tmp_path / "batch")


def test_what_cannot_be_used_is_told_before_the_search(stub, tmp_path, monkeypatch):
    monkeypatch.setattr(stub, "search", None)
    (tmp_path / "file").write_text("")
    for place, error, message in [
        (str(tmp_path / "file" / "copy"), synth.RunError, "cannot write the storage"),
        ("nowhere://x", synth.ConfigurationError, "Protocol not known"),
        ("/proc/copy", synth.RunError, "cannot write the storage"),
    ]:
        with pytest.raises(error, match=message) as told:
            synth.induce(WORDS, out=tmp_path / "run", storage=place)
        assert told.value.hint
        assert not (tmp_path / "run").exists()
    with pytest.raises(synth.ConfigurationError, match="name the run with out, too") as told:
        synth.induce(WORDS, storage=str(tmp_path / "copy"))
    with pytest.raises(synth.RunError, match="holds no run"):
        synth.resume(tmp_path / "run", storage=str(tmp_path / "nothing"))


def test_a_storage_that_fails_later_costs_nothing_but_the_copy(stub, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    search = stub.search

    def sabotaged(self, *arguments):
        monkeypatch.setattr(Storage, "_write", full)
        yield from search(self, *arguments)

    monkeypatch.setattr(stub, "search", sabotaged)
    with pytest.raises(synth.RunError, match=r"could not be saved in .*copy: No space left") as told:
        synth.induce(WORDS, out=tmp_path / "run", storage=str(tmp_path / "copy"))
    assert told.value.result.best.pattern == "[a-z]+[0-9]+"
    found = json.loads((tmp_path / "run" / "hall_of_fame.json").read_text())
    assert found["best"]["pattern"] == "[a-z]+[0-9]+"
    monkeypatch.undo()
    synth.induce(WORDS, out=tmp_path / "other")  # undone


def test_a_torn_copy_is_read_by_the_checkpoint_before(stub, uri, tmp_path):
    synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    Storage(uri).fetch(tmp_path / "fetched")
    (last,) = sorted((tmp_path / "fetched" / "checkpoints" / "regex").iterdir())[-1:]
    (last / "state.json").write_text("{")
    assert synth.resume(tmp_path / "fetched").best.pattern == "[a-z]+[0-9]+"


def test_paths_do_not_depend_on_where_they_are_named(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert absolute("copy") == str(tmp_path / "copy")
    assert absolute("s3://bucket/copy") == "s3://bucket/copy"
    assert Path(absolute("/a/b")) == Path("/a/b")


def test_the_command_line(stub, synth_command, words):
    assert synth_command("induce", "words.txt", "--out", "run", "--storage", "copy", "--steps", "1").exit_code == 0
    shutil.rmtree("run")
    result = synth_command("resume", "run", "--storage", "copy", "--steps", "3")
    assert (result.exit_code, result.stdout) == (0, "[a-z]+[0-9]+\n")
    refused = synth_command("induce", "words.txt", "--storage", "copy")
    assert refused.exit_code == 2
    assert "error: the storage keeps a copy of a run\nhint: name the run with out, too\n" in refused.stderr
