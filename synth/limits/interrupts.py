"""Ctrl-C and its like, remembered: Python drops what is raised in a finaliser, or in what native code calls."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

ENDING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupts:
    """While it is entered, in the main thread, `check` raises again a KeyboardInterrupt that got lost."""

    def __init__(self) -> None:
        self._heard = False
        self._handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            for number in ENDING:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    signal.signal(number, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            if signal.getsignal(number) == self._hear:
                signal.signal(number, handler)

    def check(self) -> None:
        """Raise KeyboardInterrupt if there was one."""
        if self._heard:
            raise KeyboardInterrupt

    def _hear(self, number: int, frame: FrameType | None) -> None:
        try:
            self._handlers[number](number, frame)
        except KeyboardInterrupt:
            self._heard = True
            raise
