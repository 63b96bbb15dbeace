"""Kernels that may take long, so that an exception that comes meanwhile (Ctrl-C, the end of the time) ends them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import wait
from functools import partial
from typing import Any, Final

import numpy as np

from dsl.calls import begin

LONG: Final = 2_000_000  # steps of a kernel's inner loops that take some milliseconds, by the estimate of its caller
LOOK: Final = 0.05  # seconds; exceptions for a thread other than the main one only reach it between two waits


def interruptible(kernel: Callable[..., Any], *arguments: object, work: float) -> Any:
    """kernel(*arguments, stop), where the kernel returns soon, with anything, once stop[0] is true.

    With much work it runs in a thread of its own, since an exception waits until compiled code has returned.
    """
    stop = np.zeros(1, dtype=np.bool_)
    if work < LONG:
        return kernel(*arguments, stop)
    result = begin(partial(kernel, *arguments, stop))
    try:
        while not wait([result], LOOK).done:
            pass
    except BaseException:
        stop[0] = True
        wait([result])
        raise
    return result.result()
