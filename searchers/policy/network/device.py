"""Where a network runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from dsl.errors import ConfigurationError


def usable(device: str) -> torch.device:
    """A device by name. Raises ConfigurationError when there is none of that name here."""
    try:
        found = torch.device(device)
        torch.zeros(1, device=found)
    except (RuntimeError, AssertionError):
        raise ConfigurationError(f"no device {device!r} here", hint="use cpu, or cuda where there is one") from None
    return found


@contextmanager
def one_thread() -> Iterator[None]:
    """Networks as small as these are fastest, and the same everywhere, on one thread."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
