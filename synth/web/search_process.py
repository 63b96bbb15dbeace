"""The process of a page as the server sees it: orders go there, and what comes back is heard."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final

from synth.web.work import Order, Reply, work

PATIENCE: Final = 5.0  # seconds in which what is interrupted comes to its end
AGAIN: Final = 0.5  # seconds between two interrupts: the first may have come too early

Hear = Callable[[int, str, object], None]


class SearchProcess:
    """A spawned process; `hear` is called with the number of the search, a kind of news and the news, in a thread."""

    def __init__(self, hear: Hear, memory: int) -> None:
        context = get_context("spawn")  # threads of numba and of others do not survive a fork
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, memory), daemon=True)
        self._process.start()
        theirs.close()
        self._under_way = 0  # orders
        self._counting = threading.Lock()
        self._idle = threading.Event()
        self._idle.set()
        threading.Thread(target=self._listen, args=(self._ours, hear), daemon=True).start()

    @property
    def is_alive(self) -> bool:
        """Whether it takes orders."""
        return self._process.is_alive()

    @property
    def is_idle(self) -> bool:
        """Whether all orders are carried out."""
        return self._idle.is_set()

    def send(self, order: Order | Reply) -> None:
        """Give an order; it is carried out when those before are done. Waits while the process cannot listen."""
        with self._counting:
            self._under_way += 1
            self._idle.clear()
        with suppress(OSError):  # it has died: that is heard
            self._ours.send(order)

    def interrupt(self) -> None:
        """Let a search end with the best so far, and a question be thought of; or let that end."""
        if not self.is_idle and self.is_alive:
            os.kill(self._process.pid or 0, signal.SIGINT)

    def halt(self) -> None:
        """Let all that it does end, if need be with the process itself. Waits until then, for some seconds."""
        for _ in range(round(PATIENCE / AGAIN)):
            self.interrupt()
            if self._idle.wait(AGAIN) or not self.is_alive:
                return
        self.end()

    def end(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.join()

    def _count_one_done(self) -> None:
        with self._counting:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    def _listen(self, connection: Connection, hear: Hear) -> None:
        number = 0
        with suppress(EOFError, OSError):
            while True:
                number, kind, data = connection.recv()
                if kind == "idle":
                    self._count_one_done()
                hear(number, kind, data)
        self._idle.set()
        hear(number, "ended", None)
