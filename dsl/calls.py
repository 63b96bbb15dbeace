"""Calls that may take long or never return, as to a server that does not answer: each in a thread that can be left."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Answer = TypeVar("Answer")


def begin(action: Callable[[], Answer]) -> Future[Answer]:
    """Call `action` in a thread of its own, which does not keep the process from ending."""
    future: Future[Answer] = Future()

    def run() -> None:
        try:
            future.set_result(action())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future
