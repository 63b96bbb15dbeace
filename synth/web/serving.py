"""Serving the page: a socket on this machine, an address with a token, a browser, until Ctrl-C."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from typing import Final

import uvicorn

from dsl.errors import ConfigurationError
from synth.inputs.tables import Column
from synth.web.server import application
from synth.web.shown import load

HOST: Final = "127.0.0.1"
FULL: Final = 64  # connections at once
LEAVING: Final = 1  # seconds for requests that are under way when the server ends


def serve(port: int, given: Sequence[Column], begun: Callable[[str], object]) -> None:
    """Serve the page until the process is interrupted; `begun` is called with its address when it can be opened.

    port    on the loopback interface; 0 takes one that is free
    given   what the examples of a new page are taken from

    Raises ConfigurationError where the port cannot be used.
    """
    with _bound(port) as listening, TemporaryDirectory(prefix="synth-serve-") as folder:
        token = token_urlsafe(24)
        config = uvicorn.Config(
            application(token, Path(folder), given),
            log_level="critical",  # what is wrong with a request is told to who sent it
            access_log=False,  # the addresses hold the token
            server_header=False,
            limit_concurrency=FULL,
            timeout_graceful_shutdown=LEAVING,
        )
        threading.Thread(target=load, daemon=True).start()
        begun(f"http://{HOST}:{listening.getsockname()[1]}/{token}/")
        with suppress(KeyboardInterrupt):  # the way to end it
            uvicorn.Server(config).run(sockets=[listening])


def open_browser(address: str) -> bool:
    """Whether a browser could be told to show the page."""
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False


def _bound(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError as error:
        listening.close()
        hint = "choose another --port, or leave it out for one that is free"
        if error.errno == errno.EADDRINUSE:
            raise ConfigurationError(f"port {port} is in use", hint=hint) from None
        raise ConfigurationError(f"port {port} cannot be used: {error.strerror}", hint=hint) from None
    listening.listen()  # from now on a browser that comes too early waits
    return listening
