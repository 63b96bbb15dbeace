"""Some of the calls at which `python -m benchmarks.fault_injection` lets a search fail; the slow tests try all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCENARIOS = {"induce": 67, "resume": 53, "storage": 211, "oracle": 59, "batch": 19}  # try each so-manieth call


def lost(*arguments):
    command = [sys.executable, "-m", "benchmarks.fault_injection", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    tried = [int(line.split("|")[3]) for line in run.stdout.splitlines()[2:]]
    assert tried, run.stderr
    assert min(tried) > 1
    return run.returncode, run.stderr


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_few_calls_that_fail_and_kills_lose_nothing(scenario):
    assert lost(scenario, "--every", str(SCENARIOS[scenario])) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_call_that_fails_and_no_kill_loses_anything(scenario):
    assert lost(scenario) == (0, "")
