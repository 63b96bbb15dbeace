"""`synth jobs` against the job server of a real cluster, which asks for a token."""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray")
pytest.importorskip("aiohttp")

from tests.support.processes import ROOT, wait_for

pytestmark = pytest.mark.slow


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(("RAY_", "SYNTH_"))},
        "HOME": str(home),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_worker_niceness": "0",
    }


@pytest.fixture(scope="module")
def address(environment, tmp_path_factory):
    """The job server of a cluster of two cores, for the tests of this file."""
    port, dashboard, client = free_ports(3)
    options = (
        f"--head --block --port={port} --dashboard-port={dashboard} --ray-client-server-port={client} --num-cpus=2"
    )
    # Ray's sockets have names of at most 107 bytes
    folder = f"/tmp/synth-{secrets.token_hex(4)}"
    words = [*options.split(), "--object-store-memory=100000000", f"--temp-dir={folder}", "--disable-usage-stats"]
    program = [sys.executable, "-c", "import sys; from ray.scripts.scripts import main; sys.exit(main())", "start"]
    process = subprocess.Popen(
        [*program, *words], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    url = f"http://127.0.0.1:{dashboard}"
    try:
        wait_for(lambda: synth(environment, "jobs", "list", "--address", url).returncode == 0)
        yield url
    finally:
        process.send_signal(signal.SIGTERM)  # with --block it ends all that it has started
        process.wait(timeout=60)
        subprocess.run(["rm", "-rf", folder], check=True)


def synth(environment, *words, **options):
    command = [sys.executable, "-m", "synth", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, **options)


@pytest.fixture
def jobs(address, environment, tmp_path, monkeypatch):
    """Runs `synth jobs` in an empty directory with some examples."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dates.txt").write_text("".join(f"{1900 + n}-{n % 12 + 1:02}-{n % 28 + 1:02}\n" for n in range(30)))
    (tmp_path / "reject.txt").write_text("2024\n")

    def run(name, *words):
        return synth(environment, "jobs", name, *words, "--address", address)

    return run


def test_a_job_from_its_submission_to_its_report(jobs, environment):
    submitted = jobs("submit", "dates.txt", "--reject", "reject.txt", "--name", "dates", "--steps", "3")
    assert (submitted.returncode, submitted.stdout) == (0, "dates\n"), submitted.stderr
    logs = jobs("logs", "dates", "--follow")
    assert logs.returncode == 0, logs.stdout
    assert "30 of 30 examples match, 1 of 1 to reject do not" in logs.stdout
    assert jobs("status", "dates").stdout == "succeeded\n"
    assert re.match(r"dates  succeeded  .*  synth induce inputs/1/dates.txt", jobs("list").stdout)
    assert jobs("fetch", "dates").stdout == "dates\n"
    found = json.loads(Path("dates", "hall_of_fame.json").read_text())
    assert found["best"]["accepted"] == 30
    assert f"\n{found['best']['pattern']}\n" in logs.stdout
    assert synth(environment, "report", "dates").stdout == "dates/report.html\n"
    assert "no job of" not in jobs("submit", "dates.txt", "--name", "dates").stdout
    assert "there is a job of this name already" in jobs("submit", "dates.txt", "--name", "dates").stderr


def test_a_job_that_is_stopped_keeps_its_best_so_far(jobs, tmp_path):
    storage = tmp_path / "storage"
    jobs("submit", "dates.txt", "--name", "long", "--searcher", "evolve", "--effort", "5", "--storage", str(storage))
    wait_for((storage / "events.jsonl").exists)
    wait_for(lambda: (storage / "events.jsonl").read_text())
    assert jobs("stop", "long").stderr == "long stopping\n"
    logs = jobs("logs", "long", "--follow")
    assert "interrupted, best so far" in logs.stdout
    assert jobs("status", "long").stdout == "stopped\n"
    assert jobs("fetch", "long", "run").returncode == 0
    assert json.loads(Path("run", "hall_of_fame.json").read_text())["stats"]["interrupted"]


def test_a_batch_is_one_job(jobs, tmp_path):
    tasks = [{"id": f"t{n}", "positives": [f"{n}a", f"{n}b"], "options": {"steps": 1}} for n in range(5)]
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    assert jobs("submit", "--batch", "tasks.jsonl", "--name", "many").returncode == 0
    logs = jobs("logs", "many", "--follow")
    assert "5 tasks, 0 of them failed" in logs.stdout
    assert jobs("fetch", "many").returncode == 0
    lines = [json.loads(line) for line in Path("many", "results.jsonl").read_text().splitlines()]
    assert {line["id"] for line in lines} == {task["id"] for task in tasks}


def test_what_is_wrong_is_said(jobs, environment, address):
    assert "error: no job 'nowhere'" in jobs("status", "nowhere").stderr
    jobs("submit", "dates.txt", "--name", "wrong", "--searcher", "reinforce", "--device", "cuda:99")
    assert jobs("logs", "wrong", "--follow").returncode == 1
    assert (jobs("status", "wrong").returncode, jobs("status", "wrong").stdout) == (1, "failed\n")
    without = {name: value for name, value in environment.items() if not name.startswith("RAY_AUTH")}
    refused = synth(without, "jobs", "list", "--address", address)
    assert refused.returncode == 2
    assert "asks for a token" in refused.stderr or "Authentication required" in refused.stderr
    assert "hint: set RAY_AUTH_MODE=token" in refused.stderr
