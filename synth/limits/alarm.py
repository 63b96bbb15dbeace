"""The end of a search's time, wherever the search is: what does not look at the clock is cut short.

Searchers look at the clock between pieces of work. Where a piece takes longer than expected, or an oracle hangs,
an exception is raised in it from outside: in the main thread by a signal, which ends a wait too, else by a thread.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from types import FrameType
from typing import Any, Final, Self, TypeVar

Made = TypeVar("Made")

SOON: Final = 1e-3  # seconds; a timer of 0 would never ring
AGAIN: Final = 0.2  # seconds; Python drops an exception that is raised in a finaliser
# what must not be left half done, as it would stay so for the rest of the process: modules that are being imported, and
# kernels that are being loaded, compiled and kept; by the files of Python and numba in which this is done
INDIVISIBLE: Final = ("<frozen importlib._bootstrap>", os.path.join("numba", "core", "dispatcher.py"))


class TimeUp(BaseException):
    """The time of a search is up. Not an Exception: nothing in a search that handles errors may take it for one."""


class Alarm:
    """While it is entered, and `seconds` after that, TimeUp is raised in what is `cut`, never elsewhere."""

    def __init__(self, seconds: float) -> None:
        self._seconds = max(seconds, SOON)
        self._is_armed = False
        self._signals = False
        self._stopped = threading.Event()
        self._watch: threading.Thread | None = None
        self._report = sys.unraisablehook  # of an exception in a finaliser or a callback, which Python drops

    def __enter__(self) -> Self:
        if self._seconds == inf:
            return self
        self._report, sys.unraisablehook = sys.unraisablehook, self._report_others
        self._signals = _can_signal()
        if self._signals:
            signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, self._seconds, AGAIN)
        else:
            self._watch = threading.Thread(target=self._ring_in, args=(threading.get_ident(),), daemon=True)
            self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._seconds == inf:
            return
        if self._signals:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if self._watch is not None:
            self._stopped.set()
            self._watch.join()
            _raise_in(threading.get_ident(), None)  # what was on its way
        sys.unraisablehook = self._report

    def cut(self, call: Callable[[], Made]) -> Made:
        """What `call` returns. Raises TimeUp."""
        self._is_armed = True
        try:
            return call()
        finally:
            self._is_armed = False

    def over(self, events: Iterator[Made]) -> Iterator[Made]:
        """The events, none of them None; the making of the next one is cut, never their handling. Raises TimeUp."""
        while (event := self.cut(partial(next, events, None))) is not None:
            yield event

    def _ring(self, _number: int, frame: FrameType | None) -> None:
        if self._is_armed and not _is_indivisible(frame):
            raise TimeUp

    def _report_others(self, unraisable: Any) -> None:  # noqa: ANN401 (a type that Python has no name for)
        if unraisable.exc_type is not TimeUp:
            self._report(unraisable)

    def _ring_in(self, thread: int) -> None:
        seconds = self._seconds
        while not self._stopped.wait(seconds):
            seconds = AGAIN
            if self._is_armed and not _is_indivisible(sys._current_frames().get(thread)):
                _raise_in(thread, TimeUp)


def _can_signal() -> bool:
    """In the main thread, where the signal is free."""
    in_main = threading.current_thread() is threading.main_thread()
    return in_main and hasattr(signal, "SIGALRM") and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def _is_indivisible(frame: FrameType | None) -> bool:
    """Whether something is going on that must come to its end first."""
    while frame is not None:
        if frame.f_code.co_filename.endswith(INDIVISIBLE):
            return True
        frame = frame.f_back
    return False


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise `error` in a thread as soon as it runs Python; None takes back what was not raised yet."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
