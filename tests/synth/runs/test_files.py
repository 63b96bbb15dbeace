import errno
import os
from contextlib import suppress

import pytest

import synth
from synth.report.recorded import RecordedRun
from synth.runs.files import alone, make_directory, write_atomically, write_directory_atomically


def fail(_):
    raise OSError("disk full")


def test_a_write_that_fails_half_way_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "file.json"
    write_atomically(file, "old")
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(file, "new" * 100_000)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_directory_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    files = {"one": b"1", "two": b"22"}
    write_directory_atomically(tmp_path / "whole", files)
    assert {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()} == files
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_directory_atomically(tmp_path / "half", files)
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]


@pytest.mark.parametrize("name", [".lock", "events.jsonl", "checkpoints"])
def test_a_link_in_a_run_is_refused_and_its_target_untouched(name, stub, tmp_path):
    run, precious = tmp_path / "run", tmp_path / "precious"
    synth.induce(["ab1", "c2"], steps=1, out=run)
    precious.mkdir()
    (precious / "000001").write_text("thesis")
    (precious / "torn").write_text("no end")
    target = precious if name == "checkpoints" else precious / "torn"
    (run / name).rename(tmp_path / "moved")
    (run / name).symlink_to(target)
    for use in (synth.resume, RecordedRun.read):
        with pytest.raises(synth.RunError, match=f"{name} is a link"):
            use(run)
    assert {path.name: path.read_text() for path in precious.iterdir()} == {"000001": "thesis", "torn": "no end"}


def test_the_lock_is_no_link_and_what_it_holds_stays(tmp_path):
    (tmp_path / "precious").write_text("thesis")
    (tmp_path / ".lock").symlink_to(tmp_path / "precious")
    with pytest.raises(synth.RunError, match="cannot write in"), alone(tmp_path):
        pass
    assert (tmp_path / "precious").read_text() == "thesis"
    (tmp_path / ".lock").unlink()
    (tmp_path / ".lock").write_text("of a stranger")
    with alone(tmp_path), pytest.raises(synth.RunError, match="another process"), alone(tmp_path):
        pass
    assert (tmp_path / ".lock").read_text() == "of a stranger"


@pytest.mark.parametrize("name", ["os.fsync", "os.rename", "os.open"])
@pytest.mark.parametrize("number", range(8))
def test_a_directory_that_cannot_be_made_leaves_nothing(number, name, tmp_path, monkeypatch):
    calls, call = iter(range(100)), getattr(os, name.removeprefix("os."))

    def fails_once(*arguments, **options):
        if next(calls) == number:
            raise OSError(errno.ENOSPC, "No space left on device")
        return call(*arguments, **options)

    path, files = tmp_path / "some" / "more" / "run", {"config.toml": "x = 1", "events.jsonl": ""}
    with monkeypatch.context() as patch:
        patch.setattr(name, fails_once)
        with suppress(synth.RunError):
            make_directory(path, files, "another")
    assert path.exists() or not list(tmp_path.iterdir())
    if not path.exists():
        make_directory(path, files, "another")
    assert {file.name: file.read_text() for file in path.iterdir()} == files


def test_what_others_put_there_meanwhile_stays(tmp_path, monkeypatch):
    def fail_later(path, target):
        target.mkdir()
        (target / "config.toml").write_text("of another run")
        raise OSError(errno.ENOTEMPTY, "Directory not empty")

    monkeypatch.setattr("pathlib.Path.rename", fail_later)
    with pytest.raises(synth.RunError, match="Directory not empty"):
        make_directory(tmp_path / "run", {"config.toml": "of this"}, "another")
    assert (tmp_path / "run" / "config.toml").read_text() == "of another run"
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
