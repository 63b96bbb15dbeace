import pytest

from synth.files import write_atomically, write_directory_atomically


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
