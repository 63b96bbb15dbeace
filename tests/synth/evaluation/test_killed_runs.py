"""A run that is killed at any moment and resumed has the table of one that was not; so has one of two processes."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

KILLS = 10


def command(*arguments):
    return [sys.executable, "-m", "synth", *map(str, arguments)]


def table(run):
    lines = [json.loads(line) for line in (run / "cells.jsonl").read_text().splitlines()]
    return {line["digest"]: line["scores"] for line in lines}


@pytest.mark.slow
def test_ten_kills_and_two_processes_change_nothing(data, tmp_path):
    asked = ["--tasks", "sst2", "--encoders", "mean,conv,rnn,lstm,attention", "--seeds", "2", "--data", data]
    begun = time.monotonic()
    subprocess.run(command("evaluate", "run", *asked, "--workers", "1", "--out", tmp_path / "whole"), check=True)
    seconds = time.monotonic() - begun
    expected = table(tmp_path / "whole")
    run = tmp_path / "killed"
    for number in range(KILLS):
        verb = ["resume", run] if run.exists() else ["evaluate", "run", *asked, "--out", run]
        process = subprocess.Popen(command(*verb, "--workers", "1"), start_new_session=True)
        time.sleep(seconds * (0.15 + 0.07 * number))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    subprocess.run(command("resume", run, "--workers", "1"), check=True)
    assert table(run) == expected
    subprocess.run(command("evaluate", "run", *asked, "--workers", "2", "--out", tmp_path / "two"), check=True)
    assert table(tmp_path / "two") == expected
