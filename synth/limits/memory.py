"""How much memory a search may take: beyond it Python raises MemoryError, where the system would kill the process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

CGROUP: Final = Path("/sys/fs/cgroup/memory.max")  # what a container may take
STATM: Final = Path("/proc/self/statm")


def of_this_machine() -> int:
    """Bytes of memory that there are, or that the container of this process has."""
    size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with suppress(OSError, ValueError):  # no container, or one without a limit
        size = min(size, int(CGROUP.read_text()))
    return size


@contextmanager
def at_most(size: int | None) -> Iterator[None]:
    """Let this process, and each that it starts, take `size` bytes at most (RLIMIT_DATA); None is no limit."""
    try:
        import resource
    except ModuleNotFoundError:
        size = None
    if size is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (min([size - _of_files(), *limits]), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _of_files() -> int:
    """Bytes of libraries and other files, which the system does not count as data."""
    with suppress(OSError):
        return int(STATM.read_text().split()[2]) * os.sysconf("SC_PAGE_SIZE")
    return 0
