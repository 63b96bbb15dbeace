"""Connecting to a Ray cluster, or starting one on this machine; what is wrong is said before the search begins."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import current_thread, main_thread
from typing import Final

from dsl.errors import ConfigurationError, MissingExtraError
from synth.runs.masking import masked

CONNECT_SECONDS: Final = 5.0
LOCAL_ENVIRONMENT: Final = {"RAY_worker_niceness": "0"}  # the workers are what this machine is to do
AUTHENTICATION: Final = "ray._private.authentication"  # warns of clusters without a token
ENVIRONMENT: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # else Ray warns that this will once be so
}


@contextmanager
def connected(address: str, workers: int | None) -> Iterator[None]:
    """Ray within: "local" with so many `workers`, "auto" or an address; one that is connected already is kept.

    Raises ConfigurationError where there is no cluster, or one of another version, and MissingExtraError without ray.
    """
    for name, value in {**ENVIRONMENT, **(LOCAL_ENVIRONMENT if address == "local" else {})}.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise MissingExtraError("searches on Ray", "ray") from None
    if ray.is_initialized():
        yield
        return
    if address not in ("local", "auto"):
        _reach(address)
    on_termination = signal.getsignal(signal.SIGTERM)
    if address != "local":  # which has a token
        logging.getLogger(AUTHENTICATION).setLevel(logging.WARNING)
    try:
        with _loopback() if address == "local" else nullcontext():
            ray.init(
                address=address,
                num_cpus=workers if address == "local" else None,
                include_dashboard=False if address == "local" else None,  # it starts slower, and ends with the search
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
    except ConnectionError as error:
        raise ConfigurationError(f"no Ray cluster at {address}: {_first_line(error)}", hint=_HINT) from None
    except ray.exceptions.AuthenticationError as error:
        hint = "set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN, or RAY_AUTH_TOKEN_PATH"
        message = f"the Ray cluster at {address} asks for a token: {_first_line(error)}"
        raise ConfigurationError(message, hint=hint) from None
    except Exception as error:  # Ray raises RuntimeError, and Exception itself where a machine is too slow
        if "ersion mismatch" not in str(error):
            raise ConfigurationError(f"Ray did not start at {address}: {_first_line(error)}", hint=_HINT) from None
        versions = " ".join(str(error).split())
        raise ConfigurationError(versions, hint="use the cluster's Python and Ray on this machine") from None
    if callable(on_termination) and current_thread() is main_thread():
        # Ray put its own in its place, which would end a job that is stopped with nothing said
        signal.signal(signal.SIGTERM, on_termination)
    try:
        yield
    finally:
        ray.shutdown()


_HINT: Final = "start one with `ray start --head`, name its address as HOST:6379, or use --ray local"


@contextmanager
def _loopback() -> Iterator[None]:
    """A cluster that begins within listens to this machine alone, as Ray has it on systems other than Linux."""
    from ray._private import ray_constants

    before = ray_constants.ENABLE_RAY_CLUSTER
    ray_constants.ENABLE_RAY_CLUSTER = False
    try:
        yield
    finally:
        ray_constants.ENABLE_RAY_CLUSTER = before


def _reach(address: str) -> None:
    """Ray itself would try for a minute."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        hint = "write local, auto or HOST:PORT"
        raise ConfigurationError(f"{masked(address)!r} is no address of a Ray cluster", hint=hint)
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ConfigurationError(f"no Ray cluster at {masked(address)}: {error}", hint=_HINT) from None


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
