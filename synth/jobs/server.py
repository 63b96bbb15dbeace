"""The job server of a Ray cluster, with what can go wrong in words."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shlex
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from dsl.errors import ConfigurationError, MissingExtraError, RunError
from synth.jobs.packing import unpack
from synth.jobs.runs import ARGUMENTS, check_name
from synth.runs.masking import masked
from synth.version import __version__

if TYPE_CHECKING:
    from ray.job_submission import JobDetails

KEY: Final = "synth"  # in the metadata of our jobs
COMMAND: Final = "command"
CONNECT_SECONDS: Final = 5.0
FETCH_SECONDS: Final = 120.0
ENDED: Final = ("SUCCEEDED", "FAILED", "STOPPED")
ADDRESS_HINT: Final = "give the address of its dashboard: --address http://HOST:8265"
TOKEN_HINT: Final = (
    "set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN to what `ray get-auth-token` prints on the head node"
    " (or put it into ~/.ray/auth_token)"
)

CHATTY: Final = (
    "ray.dashboard.modules.dashboard_sdk",
    "ray.dashboard.modules.job.sdk",
    "ray._private.runtime_env.packaging",
)

Answer = TypeVar("Answer")


class JobServer:
    """The jobs of the cluster at `address`, RAY_ADDRESS or this machine. Raises ConfigurationError without one."""

    def __init__(self, address: str | None) -> None:
        try:
            from ray.job_submission import JobSubmissionClient
        except ModuleNotFoundError:
            raise MissingExtraError("jobs on Ray", "ray") from None
        for name in CHATTY:
            logging.getLogger(name).setLevel(logging.WARNING)
        self._shown = masked(address or os.environ.get("RAY_ADDRESS") or "this machine")
        _check_reachable(address)
        with _address_before_the_environment(address):
            self._client: JobSubmissionClient = self._ask(lambda: JobSubmissionClient(address))

    def submit(self, job: str | None, words: Sequence[str], folder: Path) -> str:
        """Begin `synth induce` with these words, shown without credentials, in a copy of `folder`; the job's name."""
        name = job or f"synth-{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(2).hex()}"
        command = ["python", "-m", "synth.jobs.entrypoint", name, __version__]
        metadata = {KEY: __version__, COMMAND: " ".join(["synth induce", *map(shlex.quote, map(masked, words))])}
        (folder / ARGUMENTS).write_text(json.dumps(words), encoding="utf-8")
        return self._ask(
            lambda: self._client.submit_job(
                entrypoint=shlex.join(command),
                submission_id=name,
                runtime_env={"working_dir": str(folder)},
                metadata=metadata,
            )
        )

    def list(self) -> list[JobDetails]:
        """The jobs of synth, the latest last."""
        jobs = [job for job in self._ask(self._client.list_jobs) if KEY in (job.metadata or {})]
        return sorted(jobs, key=lambda job: job.start_time or 0)

    def details(self, job: str) -> JobDetails:
        """How a job is. Raises RunError when there is no such job."""
        return self._ask(lambda: self._client.get_job_info(job), job)

    def stop(self, job: str) -> bool:
        """Ask a job to stop; False when it had ended before."""
        return self._ask(lambda: self._client.stop_job(job), job)

    def logs(self, job: str) -> str:
        """What a job has printed so far."""
        return self._ask(lambda: self._client.get_job_logs(job), job)

    def follow(self, job: str) -> Iterator[str]:
        """What a job prints, as it comes, until it ends."""
        self.details(job)
        lines = self._client.tail_job_logs(job)
        with asyncio.Runner() as runner:
            while (text := self._ask(lambda: runner.run(_next(lines)), job)) is not None:
                yield text

    def fetch(self, job: str, folder: Path) -> None:
        """Copy the run directory of a job, ended or not, into the new directory `folder`. Raises RunError."""
        check_name(job)
        if folder.exists():
            raise RunError(f"{folder} exists already", hint="nothing is overwritten: choose another directory")
        self.details(job)
        with tempfile.TemporaryDirectory() as nothing:
            sender = self._ask(
                lambda: self._client.submit_job(
                    entrypoint=shlex.join(["python", "-m", "synth.jobs.packing", job]),
                    runtime_env={"working_dir": nothing},
                )
            )
        begun = time.monotonic()
        while self.details(sender).status not in ENDED:
            if time.monotonic() - begun > FETCH_SECONDS:
                self.stop(sender)
                hint = "its head node may be busy: try again later"
                raise RunError(f"the cluster did not send the run within {FETCH_SECONDS:g} seconds", hint=hint)
            time.sleep(0.2)
        logs = self.logs(sender)
        self._ask(lambda: self._client.delete_job(sender), sender)
        if not unpack(logs, folder):
            hint = f"wait for its beginning, or see why not: synth jobs logs {job}"
            raise RunError(f"the job {job} has recorded nothing yet", hint=hint)

    def _ask(self, question: Callable[[], Answer], job: str | None = None) -> Answer:
        import ray
        from ray.exceptions import AuthenticationError

        try:
            return question()
        except AuthenticationError as error:
            message = f"the Ray cluster at {self._shown} refuses: {_first_line(error)}"
            raise ConfigurationError(message, hint=TOKEN_HINT) from None
        except (ConnectionError, OSError) as error:
            message = f"no Ray cluster at {self._shown}: {_first_line(error)}"
            raise ConfigurationError(message, hint=ADDRESS_HINT) from None
        except Exception as error:
            if job is not None and ("does not exist" in str(error) or "404" in str(error)):
                raise RunError(f"no job {job!r}", hint="synth jobs list shows those that there are") from None
            if "already exists" in str(error):
                raise RunError("there is a job of this name already", hint="choose another --name") from None
            message = f"the Ray cluster at {self._shown} refuses: {_first_line(error)}"
            raise ConfigurationError(message, hint=f"{ADDRESS_HINT}; here is Ray {ray.__version__}") from None


def command_of(details: JobDetails) -> str:
    """What a job was asked: what its metadata says, or as another version of synth has it, its whole command line."""
    return masked((details.metadata or {}).get(COMMAND) or details.entrypoint or "")


async def _next(lines: Any) -> str | None:  # noqa: ANN401 (an asynchronous iterator of Ray's)
    text: str | None = await anext(lines, None)
    return text


def _check_reachable(address: str | None) -> None:
    # Ray waits for minutes on a host that does not answer
    try:
        parts = urlsplit(address or "")
        if parts.scheme in ("http", "https"):
            port = parts.port or (443 if parts.scheme == "https" else 80)
            socket.create_connection((parts.hostname or "", port), CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        message = f"no Ray cluster at {masked(address or '')}: {_first_line(error)}"
        raise ConfigurationError(message, hint=ADDRESS_HINT) from None


@contextmanager
def _address_before_the_environment(address: str | None) -> Iterator[None]:
    # Ray would take RAY_ADDRESS instead of what it is told
    name = "RAY_API_SERVER_ADDRESS"
    before = os.environ.get(name)
    if address is not None:
        os.environ[name] = address
    try:
        yield
    finally:
        if address is not None:
            os.environ.pop(name)
            os.environ |= {} if before is None else {name: before}


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return masked(lines[-1 if "Traceback" in lines[0] else 0].rstrip("."))  # of a traceback the last line is the error
