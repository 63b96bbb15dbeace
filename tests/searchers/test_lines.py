"""Lines of a file whose writes fail."""

import errno
import os

import pytest

from searchers.lines import Lines


def read(path):
    return path.read_text().splitlines()


def test_lines_are_added_to_what_is_there(tmp_path):
    path = tmp_path / "lines"
    path.write_text("0\n")
    lines = Lines(path)
    for number in (1, 2):
        lines.append(number)
    assert read(path) == ["0", "1", "2"]


def test_a_line_that_could_not_be_written_comes_with_the_next(tmp_path, monkeypatch):
    lines = Lines(tmp_path / "lines", sync=True)
    lines.append("one")

    def fail(_):
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        for word in ("two", "three"):
            with pytest.raises(OSError, match="Input/output"):
                lines.append(word)
    lines.append("four")
    lines.flush()
    assert read(tmp_path / "lines") == ['"one"', '"two"', '"three"', '"four"']


def test_what_a_failed_write_left_is_cut_off(tmp_path):
    path = tmp_path / "lines"
    lines = Lines(path)
    lines.append(1)
    with path.open("a") as file:
        file.write("[half of a li")
    lines.append(2)
    assert read(path) == ["1", "2"]


def test_a_file_that_was_emptied_is_not_filled_with_zeros(tmp_path):
    path = tmp_path / "lines"
    lines = Lines(path)
    lines.append("long " * 10)
    path.write_text("")
    lines.append(2)
    assert read(path) == ["2"]
