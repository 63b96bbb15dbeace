"""Ctrl-C, remembered: Python drops a KeyboardInterrupt that is raised in a finaliser, or in what native code calls."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import NoReturn


class Interrupts:
    """While it is entered, in the main thread, an interrupt that gets lost is raised again by the next `check`."""

    def __init__(self) -> None:
        self._heard = False
        self._listens = False

    def __enter__(self) -> Interrupts:
        in_main = threading.current_thread() is threading.main_thread()
        self._listens = in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._listens:
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def check(self) -> None:
        """Raise KeyboardInterrupt if there was one."""
        if self._heard:
            raise KeyboardInterrupt

    def _hear(self, _number: int, _frame: FrameType | None) -> NoReturn:
        self._heard = True
        raise KeyboardInterrupt
