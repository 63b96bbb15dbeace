"""How a command is ended from outside: SIGTERM and SIGHUP are heard like Ctrl-C, so that the best so far is printed."""

from __future__ import annotations

import signal
from contextlib import suppress
from types import FrameType
from typing import Final, NoReturn

_HEARD: Final[list[int]] = []  # signals, the first one says why the command ended


def listen() -> None:
    """Raise KeyboardInterrupt on the signals that end a process; one that is ignored, as under nohup, stays so."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with suppress(ValueError):  # not in the main thread
                signal.signal(number, _hear)


def exit_code() -> int:
    """128 and the number of the signal that ended the command; Ctrl-C without another one: 130."""
    return 128 + (_HEARD[0] if _HEARD else signal.SIGINT)


def _hear(number: int, _frame: FrameType | None) -> NoReturn:
    _HEARD.append(number)
    signal.signal(number, signal.SIG_DFL)  # who asks twice does not want to wait
    raise KeyboardInterrupt
