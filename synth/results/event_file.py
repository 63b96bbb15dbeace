"""Event files of TensorBoard."""

from __future__ import annotations

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from dsl.errors import MissingExtraError, RunError


class EventFile:
    """A new event file in `log_dir`. A write that fails later ends it, and nothing else: `failure` then says why.

    Raises MissingExtraError without tensorboardX, and RunError when `log_dir` cannot be written.
    """

    def __init__(self, log_dir: str | os.PathLike[str]) -> None:
        try:
            # not its SummaryWriter: that writes from a thread, and blocks for ever once the thread has met a full disk
            from tensorboardX import RecordWriter
        except ModuleNotFoundError:
            raise MissingExtraError("TensorBoard", "tensorboard") from None
        try:
            Path(log_dir).mkdir(parents=True, exist_ok=True)
            name = f"events.out.tfevents.{time.time():.0f}.{secrets.token_hex(4)}"
            self._file: Any | None = RecordWriter(str(Path(log_dir) / name))
        except OSError as error:
            hint = "choose a directory that can be written"
            raise RunError(f"cannot write the event file in {log_dir}: {error.strerror}", hint=hint) from None
        self.failure = ""
        self.write(0, file_version="brain.Event:2")

    def write(self, step: int, **content: object) -> None:
        """Add an event, as tensorboardX's protocol names its content."""
        from tensorboardX.proto.event_pb2 import Event

        record = Event(wall_time=time.time(), step=step, **content)
        self._attempt("write", record.SerializeToString())

    def flush(self) -> None:
        """Let readers see what was written."""
        self._attempt("flush")

    def close(self) -> None:
        """Close the file; what comes later is ignored."""
        self._attempt("close")
        self._file = None

    def _attempt(self, action: str, *arguments: bytes) -> None:
        if self._file is None:
            return
        try:
            getattr(self._file, action)(*arguments)
        except OSError as error:
            with suppress(OSError):
                self._file.close()
            self._file, self.failure = None, error.strerror or str(error)
