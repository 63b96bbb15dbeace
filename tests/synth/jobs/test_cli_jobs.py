"""`synth jobs` before a job server that is a few lines long."""

import json
import re
import shlex
import socket
import sys
from enum import StrEnum
from types import ModuleType, SimpleNamespace

import pytest

import synth
from synth.cli.commands import induce
from synth.jobs.packing import packed


class State(StrEnum):
    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    STOPPED = "STOPPED"


class AuthenticationError(Exception):
    pass


class Server:
    """Remembers jobs; their command lines and states can be looked at and changed."""

    def __init__(self):
        self.jobs = {}
        self.shipped = {}
        self.logged = {}
        self.refusal = None
        self.run = None
        self.cut = None

    def client(self, address):
        self.address = address
        if self.refusal is not None:
            raise self.refusal
        return self

    def submit_job(self, *, entrypoint, runtime_env, submission_id="sender", metadata=None):
        if submission_id in self.jobs:
            raise RuntimeError(f"Request failed: ValueError: Job with submission_id {submission_id} already exists.")
        folder = sys.modules["pathlib"].Path(runtime_env["working_dir"])
        self.shipped[submission_id] = {
            path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()
        }
        self.jobs[submission_id] = SimpleNamespace(
            submission_id=submission_id,
            entrypoint=entrypoint,
            metadata=metadata,
            status=State.SUCCEEDED if submission_id == "sender" else State.RUNNING,
            start_time=1_000 * len(self.jobs),
            message="",
        )
        if submission_id == "sender":
            self.logged["sender"] = packed(self.run)[: self.cut] + "\n"
        return submission_id

    def list_jobs(self):
        return [*self.jobs.values(), SimpleNamespace(metadata=None, start_time=0)]

    def get_job_info(self, job):
        if job not in self.jobs:
            raise RuntimeError(f"Request failed with status code 404: Job {job} does not exist.")
        return self.jobs[job]

    def get_job_logs(self, job):
        self.get_job_info(job)
        return self.logged[job]

    async def tail_job_logs(self, job):
        yield "one\n"
        yield "two\n"
        self.jobs[job].status = State.SUCCEEDED

    def stop_job(self, job):
        was_running = self.get_job_info(job).status is State.RUNNING
        self.jobs[job].status = State.STOPPED
        return was_running

    def delete_job(self, job):
        del self.jobs[job]
        return True


def asked(server, job):
    """The parameters of `synth induce` in a job."""
    return induce.command.make_context("induce", json.loads(server.shipped[job]["arguments.json"])).params


@pytest.fixture
def server(monkeypatch, words):
    """Stands where Ray would be imported, and counts as reachable."""
    server = Server()
    ray, submission, exceptions = (ModuleType(name) for name in ("ray", "ray.job_submission", "ray.exceptions"))
    ray.__version__ = "2.99"
    submission.JobSubmissionClient = server.client
    exceptions.AuthenticationError = AuthenticationError
    for module in (ray, submission, exceptions):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    return server


def test_a_job_is_the_command_line_with_its_files(server, synth_command):
    result = synth_command("jobs", "submit", "words.txt", "--name", "j1", "--effort", "1", "--address", "head:8265")
    assert (result.exit_code, result.stdout, server.address) == (0, "j1\n", "head:8265")
    assert server.jobs["j1"].entrypoint == f"python -m synth.jobs.entrypoint j1 {synth.__version__}"
    job = asked(server, "j1")
    assert job["effort"] == 1
    assert server.shipped["j1"][job["file"]] == "ab12\nc3\nxyz99\nq4\nrst1\n"
    assert len(server.shipped["j1"]) == 2


def test_credentials_go_to_the_job_and_are_not_shown(server, synth_command):
    oracle, storage = "curl -u me:S3cret http://host/{}", "s3://me:S3cret@bucket/run"
    assert synth_command("jobs", "submit", "words.txt", "--oracle", oracle, "--storage", storage).exit_code == 0
    ((name, job),) = server.jobs.items()
    assert shlex.split(asked(server, name)["oracle"]) == shlex.split(oracle)
    assert asked(server, name)["storage"] == storage
    assert "S3cret" not in f"{job.entrypoint} {job.metadata}"
    listed = synth_command("jobs", "list").stdout
    assert "curl -u me:***" in listed
    assert "s3://***@bucket/run" in listed
    assert "S3cret" not in listed


def test_jobs_of_other_versions_are_listed(server, synth_command):
    for number, metadata in enumerate([{"synth": "0.0.1"}, {"synth": "0.0.1", "command": "a\x1b[2Jb\nc"}]):
        server.jobs[f"j{number}"] = SimpleNamespace(
            submission_id=f"j{number}",
            entrypoint="python -m synth --token S3cret",
            metadata=metadata,
            status=State.RUNNING,
            start_time=None,
        )
    first, second = synth_command("jobs", "list").stdout.splitlines()
    assert first.endswith("  python -m synth --token ***")
    assert second.endswith(r"  a\x1b[2Jb\nc")


def test_options_come_from_the_table_of_a_file_as_well(server, synth_command, tmp_path):
    (tmp_path / "synth.toml").write_text('[jobs.submit]\nseed = 5\nconstraint = ["posix", "linear-time"]\n')
    assert synth_command("jobs", "submit", "words.txt", "--name", "j1", "--config", "synth.toml").exit_code == 0
    job = asked(server, "j1")
    assert (job["seed"], job["constraint"]) == (5, ("posix", "linear-time"))


def test_names_are_made_up_where_none_is_given(server, synth_command):
    first, second = (synth_command("jobs", "submit", "words.txt").stdout for _ in range(2))
    assert first != second
    assert re.fullmatch(r"synth-\d{8}-\d{6}-[0-9a-f]{4}\n", first)


def test_list_status_logs_and_stop(server, synth_command):
    synth_command("jobs", "submit", "words.txt", "--name", "j1")
    synth_command("jobs", "submit", "words.txt", "--name", "j2")
    lines = synth_command("jobs", "list").stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [["j1", "running"], ["j2", "running"]]
    assert all(re.search(r" synth induce inputs/\d/words.txt", line) for line in lines)
    server.logged["j1"] = "so far\n"
    assert synth_command("jobs", "logs", "j1").stdout == "so far\n"
    assert synth_command("jobs", "logs", "j1", "--follow").stdout == "one\ntwo\n"
    assert synth_command("jobs", "status", "j1").stdout == "succeeded\n"
    assert synth_command("jobs", "stop", "j2").stderr == "j2 stopping\n"
    assert synth_command("jobs", "stop", "j2").stderr == "j2 had ended: stopped\n"


def test_a_failed_job_is_told_by_the_exit_code(server, synth_command):
    synth_command("jobs", "submit", "words.txt", "--name", "j1")
    server.jobs["j1"].status, server.logged["j1"] = State.FAILED, "oops\n"
    server.jobs["j1"].message = "Job entrypoint command failed with exit code 2, last available logs: …"
    status, logs = synth_command("jobs", "status", "j1"), synth_command("jobs", "logs", "j1")
    assert (status.exit_code, status.stdout) == (1, "failed\n")
    assert status.stderr == "Job entrypoint command failed with exit code 2\nhint: synth jobs logs j1\n"
    assert (logs.exit_code, logs.stdout, logs.stderr) == (1, "oops\n", "")
    server.jobs["j1"].message += "/usr/bin/python: No module named synth"
    assert "hint: on every node of the cluster: pip install" in synth_command("jobs", "status", "j1").stderr


def test_fetch(server, synth_command, stub, words, tmp_path):
    synth.induce(["a1", "b2"], out=tmp_path / "recorded")
    server.run = tmp_path / "recorded"
    synth_command("jobs", "submit", "words.txt", "--name", "j1")
    result = synth_command("jobs", "fetch", "j1")
    assert (result.exit_code, result.stdout) == (0, "j1\n")
    assert (tmp_path / "j1" / "config.toml").read_bytes() == (tmp_path / "recorded" / "config.toml").read_bytes()
    assert "sender" not in server.jobs
    assert "error: j1 exists already" in synth_command("jobs", "fetch", "j1").stderr
    server.cut = 100
    cut = synth_command("jobs", "fetch", "j1", "other")
    assert (cut.exit_code, cut.stdout) == (2, "")
    assert re.fullmatch("error: the run did not come back whole: [^\n]+\nhint: [^\n]+\n", cut.stderr)
    assert not (tmp_path / "other").exists()
    server.run, server.cut = tmp_path / "nothing", None
    assert "error: the job j1 has recorded nothing yet" in synth_command("jobs", "fetch", "j1", "other").stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["status", "j9"], "no job 'j9'"),
        (["logs", "j9"], "no job 'j9'"),
        (["logs", "j9", "--follow"], "no job 'j9'"),
        (["stop", "j9"], "no job 'j9'"),
        (["fetch", "j9"], "no job 'j9'"),
        (["submit", "words.txt", "--name", "j1"], "there is a job of this name already"),
        (["submit", "words.txt", "--name", "a/b"], "'a/b' is no name for a job"),
        (["fetch", "../j1"], "'../j1' is no name for a job"),
        (["submit", "words.txt", "--storage", ""], "the storage has no name"),
        (["submit", "words.txt", "--storage", "copy"], "copy would be a directory of the job"),
        (["submit", "words.text"], "no such file: words.text"),
        (["submit"], "missing argument 'FILE'"),
        (["submit", "words.txt", "--out", "run"], "no such option '--out'"),
    ],
)
def test_bad_input_is_one_error_with_a_hint(server, synth_command, arguments, message):
    synth_command("jobs", "submit", "words.txt", "--name", "j1")
    result = synth_command("jobs", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch(f"error: {re.escape(message)}[^\n]*\nhint: [^\n]+\n", result.stderr)


@pytest.mark.parametrize(
    ("refusal", "message", "hint"),
    [
        (ConnectionError("Failed to connect to Ray at address: x."), "no Ray cluster at head:8265", "--address http"),
        (AuthenticationError("Authentication required"), "refuses: Authentication required", "RAY_AUTH_MODE=token"),
        (RuntimeError("Version check returned 404. Old"), "refuses: Version check returned 404", "here is Ray 2.99"),
        (RuntimeError("Traceback (most…):\n  x\nValueError: bad"), "refuses: ValueError: bad", "--address http"),
    ],
)
def test_clusters_that_do_not_work(server, synth_command, refusal, message, hint):
    server.refusal = refusal
    result = synth_command("jobs", "list", "--address", "head:8265")
    assert result.exit_code == 2
    first, second = result.stderr.splitlines()
    assert message in first
    assert hint in second


def test_nobody_listens(server, synth_command):
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))  # and does not listen
        result = synth_command("jobs", "list", "--address", f"http://127.0.0.1:{reserved.getsockname()[1]}")
    assert result.exit_code == 2
    assert re.match(r"error: no Ray cluster at http://127.0.0.1:\d+: .*refused\nhint: give the address", result.stderr)


@pytest.mark.parametrize("address", ["http://[::1", "http://127.0.0.1:x", "https://x:99999", "http://me:S3cret@[::1"])
def test_addresses_that_are_none(server, synth_command, address):
    result = synth_command("jobs", "list", "--address", address)
    assert result.exit_code == 2
    assert re.match(r"error: no Ray cluster at http[^\n]*\nhint: give the address", result.stderr)
    assert "S3cret" not in result.stderr


def test_without_ray(synth_command, words, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray.job_submission", None)
    result = synth_command("jobs", "list")
    assert result.exit_code == 2
    assert "pip install 'synth[ray]'" in result.stderr
