"""What only real processes show: signals, pipes, terminals, the environment."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.support.processes import PATIENCE, ROOT, STUB, start, wait_for


def test_interrupt_prints_the_best_so_far_and_leaves_with_130(words, tmp_path):
    run = tmp_path / "run"
    process = start("induce", str(words), "--out", str(run), stub_pause=10 * PATIENCE)
    events = run / "events.jsonl"
    wait_for(lambda: events.exists() and events.read_text().endswith("\n"))
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert stdout == "ab12|c3|q4|rst1|xyz99\n"
    assert "interrupted" in stderr
    assert "Traceback" not in stderr
    assert json.loads((run / "hall_of_fame.json").read_text())["stats"]["interrupted"] is True


def test_interrupt_in_an_oracle_prints_the_best_grammar_so_far(brackets, tmp_path):
    mark = tmp_path / "asked"
    oracle = f"sh -c 'test ${{#0}} -gt 1 || (touch {mark}; sleep 6000)' {{}}"  # hangs on the stub's question, "("
    process = start("induce", str(brackets), "--kind", "cfg", "--oracle", oracle, stub_pause=0)
    wait_for(mark.exists)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert stdout == 'start: "((()))" | "(()())" | "(())" | "()" | "()()"\n'
    assert "interrupted" in stderr


def _heeding(number):
    return lambda: signal.signal(number, signal.SIG_DFL)  # which may be ignored here, as under nohup


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_print_the_best_so_far_too(number, words, tmp_path):
    run = tmp_path / "run"
    process = start("induce", str(words), "--out", str(run), stub_pause=10 * PATIENCE, preexec_fn=_heeding(number))
    events = run / "events.jsonl"
    wait_for(lambda: events.exists() and events.read_text().endswith("\n"))
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert (process.returncode, stdout) == (128 + number, "ab12|c3|q4|rst1|xyz99\n")
    assert "Traceback" not in stderr
    assert json.loads((run / "hall_of_fame.json").read_text())["stats"]["interrupted"] is True


def test_a_signal_that_is_ignored_stays_so(words):
    command = [sys.executable, "-c", STUB, "induce", str(words), "-q"]
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "synth")])
    environment = {**os.environ, "PYTHONPATH": path, "PAUSE": "0.5"}
    ignoring = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *command]  # as nohup does
    process = subprocess.Popen(ignoring, env=environment, stdout=subprocess.PIPE, text=True)
    wait_for(
        lambda: "SigCgt" in Path(f"/proc/{process.pid}/status").read_text() and _hears(process.pid, signal.SIGTERM)
    )
    process.send_signal(signal.SIGHUP)
    assert process.communicate(timeout=PATIENCE)[0] == "[a-z]+[0-9]+\n"
    assert process.returncode == 0


def _hears(pid, number):
    caught = re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text())
    return bool(int(caught[1], 16) >> (number - 1) & 1)


def test_an_oracle_ends_with_the_command(brackets, tmp_path):
    mark = tmp_path / "asked"
    oracle = f"sh -c 'test ${{#0}} -gt 1 || (echo $$ > {mark}; exec sleep 6000)' {{}}"
    process = start("induce", str(brackets), "--kind", "cfg", "--oracle", oracle, stub_pause=0)
    wait_for(lambda: mark.exists() and mark.read_text().endswith("\n"))
    process.send_signal(signal.SIGTERM)
    stdout, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + signal.SIGTERM
    assert stdout.startswith("start: ")
    wait_for(lambda: not Path(f"/proc/{mark.read_text().strip()}").exists())


def test_a_hanging_oracle_does_not_outlast_the_limit(brackets):
    began = time.monotonic()
    process = start(
        "induce", str(brackets), "-q", "--oracle", "sleep 1000", "--timeout", "1", "--kind", "cfg", stub_pause=0
    )
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert (process.returncode, stderr) == (0, "")
    assert stdout.startswith("start: ")
    assert time.monotonic() - began < 8  # five questions of two seconds each, and what a busy machine takes


@pytest.mark.parametrize("to", ["full", "closed", "gone"])
def test_the_answer_does_not_need_stderr(to, words):
    with open("/dev/full", "w") as full:
        reader, writer = os.pipe()
        os.close(reader)
        stderr = {"full": full, "closed": None, "gone": writer}[to]
        command = [sys.executable, "-c", STUB, "induce", str(words)]
        if to == "closed":
            command = ["sh", "-c", 'exec "$@" 2>&-', "sh", *command]
        path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "synth")])
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": path, "PAUSE": "0"},
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        os.close(writer)
    assert (done.returncode, done.stdout) == (0, "[a-z]+[0-9]+\n")


def test_a_reader_that_leaves_early_is_no_error():
    process = start("sample", "[a-z]{50}", "-n", "20000")
    assert re.fullmatch("[a-z]{50}\n", process.stdout.readline())
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=PATIENCE) == 0
    process.stderr.close()


def test_a_pattern_that_stdout_cannot_write_is_escaped():
    stdout, stderr = start("export", "€+", env={"PYTHONIOENCODING": "latin1"}).communicate(timeout=PATIENCE)
    assert (stdout, stderr) == ("\\u20ac+\n", "")


def test_a_full_disk_behind_stdout_is_told():
    with open("/dev/full", "w") as full:
        process = start("sample", "a+", "-n", "3", stdout=full)
        assert process.communicate(timeout=PATIENCE)[1].startswith("error: cannot write the answer: No space left")
    assert process.returncode == 2


def test_a_closed_stdout_is_told_before_the_search():
    process = start("sample", "a+", stdout=None, preexec_fn=lambda: os.close(1))
    assert process.communicate(timeout=PATIENCE)[1].startswith("error: standard output is closed\nhint: ")
    assert process.returncode == 2


def on_a_terminal(*arguments, env=None, **options):
    """Runs with stderr on a terminal of 80 columns; returns stdout, and what the terminal received."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    terminal = {"TERM": "xterm-256color", **(env or {})}
    process = start(*arguments, stderr=slave, env=terminal, **options)
    os.close(slave)
    received = b""
    while process.poll() is None or select.select([master], [], [], 0)[0]:
        if select.select([master], [], [], 0.05)[0]:
            try:
                received += os.read(master, 65536)
            except OSError:  # the other end is closed
                break
    stdout = process.communicate(timeout=PATIENCE)[0]
    os.close(master)
    return stdout, received.decode()


@pytest.fixture
def no_columns(monkeypatch):
    for name in ("COLUMNS", "LINES", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


def test_a_terminal_shows_a_live_table_of_80_columns(words, no_columns):
    stdout, screen = on_a_terminal("induce", str(words), stub_pause=0.25)
    assert stdout == "[a-z]+[0-9]+\n"
    assert "stubbing" in screen
    assert "\x1b[1m" in screen
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen)
    assert all(len(line) <= 80 for line in re.split("[\r\n]", plain))
    assert re.search(r"→\s+5\s+0\s+12\.0\s+\[a-z\]\+\[0-9\]\+", plain)


def test_no_progress_on_a_terminal(words, no_columns):
    _, screen = on_a_terminal("induce", str(words), "--no-progress", stub_pause=0.2)
    assert "stubbing" not in screen
    assert "[a-z]+[0-9]+" in screen


@pytest.mark.parametrize("arguments", [["induce", "nowhere"], ["induce", "WORDS"]])
def test_no_color_is_honoured(words, no_columns, arguments):
    arguments = [str(words) if argument == "WORDS" else argument for argument in arguments]
    _, coloured = on_a_terminal(*arguments, stub_pause=0.0)
    _, plain = on_a_terminal(*arguments, stub_pause=0.0, env={"NO_COLOR": "1"})
    colour = re.compile(r"\x1b\[[0-9;]*3[0-7]m")
    assert colour.search(coloured) or "nowhere" not in arguments
    assert not colour.search(plain)


def test_help_is_fast():
    code = "import resource, subprocess, sys; subprocess.run([sys.executable, '-m', 'synth', '--help'], stdout=-3); "
    code += "usage = resource.getrusage(resource.RUSAGE_CHILDREN); print(usage.ru_utime + usage.ru_stime)"
    seconds = min(float(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT)) for _ in range(3))
    assert seconds < 0.25


def test_a_killed_search_goes_on_with_what_it_had_reported(words, tmp_path):
    run = tmp_path / "run"
    process = start("induce", str(words), "--out", str(run), stub_pause=0.4, stdout=subprocess.DEVNULL)
    wait_for(lambda: (run / "checkpoints" / "regex" / "000001").exists())
    process.kill()
    process.communicate()
    reported = [json.loads(line)["pattern"] for line in (run / "events.jsonl").read_text().splitlines()]
    stdout, stderr = start("resume", str(run), "--json", stub_pause=0).communicate(timeout=PATIENCE)
    result = json.loads(stdout)
    assert {candidate["pattern"] for candidate in result["front"]} >= {*reported} - {"ab12|c3|q4|rst1|xyz99"}
    assert result["best"]["pattern"] == "[a-z]+[0-9]+"
    assert "5 of 5 examples match" in stderr


def test_leaving_flushes_and_runs_what_is_to_run_at_the_end(tmp_path):
    mark = tmp_path / "left"
    last = f"import atexit, pathlib; atexit.register(pathlib.Path({str(mark)!r}).touch)"
    code = f"{last}; from synth.__main__ import main; main()"
    command = [sys.executable, "-c", code, "sample", "a{5}", "-n", "1000"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "aaaaa\n" * 1000, "")
    assert mark.exists()
