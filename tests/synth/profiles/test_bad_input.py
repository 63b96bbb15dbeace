"""What streams and files do in practice: end in the middle, never end, vanish, hold what is no text."""

import json
import os
import random
import signal
import subprocess
import sys
from itertools import chain, islice

import pytest

import synth
from synth.inputs import tables
from synth.inputs.tables import read_blocks, read_columns
from synth.profiles.file_profile import FileProfile

RNG = random.Random(5)
LOG = [f"took {RNG.randrange(999)} ms for request from 10.0.0.{RNG.randrange(99)}" for _ in range(60)]
ROWS = [f"A-{RNG.randrange(100, 1000)},{RNG.randrange(100)}" for _ in range(120)]


def formats(result):
    assert result.exit_code == 0, result.output
    (column,) = json.loads(result.stdout)["columns"].values()
    return [(format["template"], format["count"]) for format in column["formats"]]


def test_ends_of_lines_may_be_mixed(synth_command, tmp_path):
    ends = ["\n", "\r\n", "\r"]
    (tmp_path / "app.log").write_bytes("".join(line + ends[n % 3] for n, line in enumerate(LOG)).encode())
    assert formats(synth_command("profile", "app.log", "--json")) == [("took <*> ms for request from <*>", 60)]


def test_checking_knows_both_ends_of_lines(synth_command, tmp_path):
    (tmp_path / "app.log").write_text("\n".join(LOG))
    assert synth_command("profile", "app.log", "--out", "app.json", "--quiet").exit_code == 0
    (tmp_path / "new.log").write_bytes(b"".join(line.encode() + (b"\r\n", b"\n")[n % 2] for n, line in enumerate(LOG)))
    assert synth_command("check", "new.log", "--profile", "app.json").exit_code == 0


def test_a_log_may_hold_nul_bytes(synth_command, tmp_path):
    (tmp_path / "app.log").write_bytes("\n".join(LOG).encode() + b"\n" + b"\0" * 40 + b"\n")
    result = synth_command("profile", "app.log", "--json")
    assert ("took <*> ms for request from <*>", 60) in formats(result)


@pytest.mark.parametrize("data", [b"\x7fELF\x02\x01\x01" + b"\0" * 90, "a\n".encode("utf-16-le") * 50, b"\0\xff" * 9])
def test_what_is_no_text_is_an_error(synth_command, tmp_path, data):
    (tmp_path / "data").write_bytes(data)
    result = synth_command("profile", "data")
    assert result.exit_code == 2
    assert "is no text" in result.stderr


def test_a_line_of_a_megabyte_is_one_of_many(synth_command, tmp_path):
    (tmp_path / "app.log").write_text("\n".join([*LOG, "x" * tables.MAX_LINE]))
    assert ("took <*> ms for request from <*>", 60) in formats(synth_command("profile", "app.log", "--json"))
    (tmp_path / "app.log").write_text("\n".join([*LOG, "x" * (tables.MAX_LINE + 1)]))
    result = synth_command("profile", "app.log")
    assert result.exit_code != 0
    assert "line 61 has 1,000,001 characters" in result.stderr


def test_files_before_one_that_is_gone_are_shown(synth_command, tmp_path):
    (tmp_path / "app.log").write_text("\n".join(LOG))
    result = synth_command("profile", "app.log", "gone.log")
    assert result.exit_code == 2
    assert "took <*> ms" in result.stdout
    assert "no such file: gone.log" in result.stderr


def test_reading_that_fails_in_the_middle_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "app.log").write_text("\n".join(LOG))

    def lines(text, source):
        yield next(iter(text))
        raise OSError(116, "Stale file handle")

    monkeypatch.setattr(tables, "_lines", lines)
    with pytest.raises(synth.ExampleError, match="Stale file handle"):
        list(read_columns(str(tmp_path / "app.log")))


@pytest.mark.parametrize("name", ["rows.csv", "rows.txt", "rows.jsonl"])
def test_ctrl_c_gives_what_was_read(tmp_path, monkeypatch, name):
    lines = ["code,number", *ROWS] if name == "rows.csv" else ['{"a": "b"}'] * 120
    (tmp_path / name).write_text("\n".join(lines))

    def interrupted(iterable, stop):
        for number, item in enumerate(iterable):
            if number == 50:
                raise KeyboardInterrupt
            yield item

    monkeypatch.setattr(tables, "islice", interrupted)
    assert next(len(column.values) for column in read_columns(str(tmp_path / name))) == 50


def test_ctrl_c_gives_the_columns_that_were_looked_at():
    def columns():
        yield tables.Column("code", LOG)
        raise KeyboardInterrupt

    assert [*FileProfile.of("rows.csv", columns()).columns] == ["code"]
    with pytest.raises(KeyboardInterrupt):
        FileProfile.of("rows.csv", islice(columns(), 1, None))


@pytest.mark.slow
def test_a_stream_that_does_not_end(tmp_path):
    """`--limit` ends it, and so does Ctrl-C, with what was found until then."""
    code = f"import sys\nlines = {LOG!r}\nwhile True: print(*lines, sep='\\n', flush=True)"
    for limit in (["--limit", "600"], []):
        source = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        command = [sys.executable, "-m", "synth", "profile", "-", "--json", *limit]
        profile = subprocess.Popen(command, stdin=source.stdout, stdout=subprocess.PIPE, env=os.environ)
        if not limit:
            with pytest.raises(subprocess.TimeoutExpired):
                profile.wait(4)
            profile.send_signal(signal.SIGINT)
        text, _ = profile.communicate(timeout=120)
        source.kill()
        source.wait()
        source.stdout.close()
        found = json.loads(text)["columns"][""]
        assert found["total"] == 600 if limit else found["total"] > 600
        assert [format["template"] for format in found["formats"]] == ["took <*> ms for request from <*>"]


def test_tables_are_read_by_blocks(tmp_path, monkeypatch):
    (tmp_path / "rows.csv").write_text("code,number\n" + "\n".join([*ROWS, "B,1,more", "C"]))
    monkeypatch.setattr(tables, "ROWS", 50)
    blocks = [list(block) for block in read_blocks(str(tmp_path / "rows.csv"))]
    assert [[len(column.values) for column in block] for block in blocks] == [[50] * 2, [50] * 2, [22] * 3]
    whole = {column.name: column.values for column in read_columns(str(tmp_path / "rows.csv"))}
    for name in ("code", "number"):
        parts = [column.values for block in blocks for column in block if column.name == name]
        assert [*chain(*parts)] == whole[name]


def test_checking_a_table_by_blocks_tells_the_same(synth_command, tmp_path, monkeypatch):
    (tmp_path / "rows.csv").write_text("code,number\n" + "\n".join(ROWS))
    assert synth_command("profile", "rows.csv", "--out", "rows.json", "--quiet").exit_code == 0
    (tmp_path / "new.csv").write_text("code,number,new\n" + "\n".join(f"{row},x" for row in [*ROWS[:70], *["!,1"] * 9]))
    told = synth_command("check", "new.csv", "--profile", "rows.json", "--json")
    monkeypatch.setattr(tables, "ROWS", 10)
    again = synth_command("check", "new.csv", "--profile", "rows.json", "--json")
    assert told.exit_code == again.exit_code == 1
    assert json.loads(again.stdout) == json.loads(told.stdout)
    assert json.loads(told.stdout)["columns"]["code"]["strays"] == {"!": 9}
