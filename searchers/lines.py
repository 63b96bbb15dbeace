"""Files of JSON lines that only grow. A write that fails leaves what was there, and its lines wait for the next one."""

from __future__ import annotations

import json
import os
from pathlib import Path


class Lines:
    """The lines that are added to the file `path`; with `sync` they are on the disk before it goes on."""

    def __init__(self, path: Path, *, sync: bool = False) -> None:
        self._path = path
        self._sync = sync
        self._size: int | None = None  # of what is whole; more is left of a write that failed
        self._waiting: list[bytes] = []

    def append(self, value: object) -> None:
        """Write a line of JSON. Raises OSError, and then it waits."""
        self.add(value)
        self.flush()

    def add(self, value: object) -> None:
        """Have a line of JSON wait."""
        self._waiting.append((json.dumps(value, ensure_ascii=False) + "\n").encode(errors="backslashreplace"))

    def flush(self) -> None:
        """Write what waits. Raises OSError."""
        if not self._waiting:
            return
        data = b"".join(self._waiting)
        with self._path.open("ab") as file:
            end = file.seek(0, os.SEEK_END)
            self._size = end if self._size is None else min(self._size, end)
            if end > self._size:
                file.truncate(self._size)
            file.write(data)
            file.flush()
            if self._sync:
                os.fsync(file.fileno())
        self._size += len(data)
        self._waiting.clear()
