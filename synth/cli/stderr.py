"""Standard error that never fails: where nobody hears, the answer on standard output matters more."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer


class _Unheard(io.FileIO):
    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data) or 0
        except OSError:
            return memoryview(data).nbytes


def never_fail() -> None:
    """Let writing to the real sys.stderr raise nothing; a closed one leads nowhere, and to no file opened later."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (for as long as the process lives)
    elif sys.stderr is sys.__stderr__ and isinstance(sys.stderr, io.TextIOWrapper):
        raw = _Unheard(sys.stderr.fileno(), "w", closefd=False)
        encoding, errors = sys.stderr.encoding, sys.stderr.errors
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=True)
