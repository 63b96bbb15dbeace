"""Curves of a search for TensorBoard: `with TensorBoard("logs") as board: synth.induce(…, on_event=board)`."""

from __future__ import annotations

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

from dsl.errors import MissingExtraError, RunError
from dsl.language import Language
from searchers.archive import Archive
from searchers.candidate import Candidate
from searchers.protocol import Event, Improved, Progress

PROGRESS_SECONDS: Final = 1.0


class TensorBoard:
    """Writes what a search finds to an event file in `log_dir`, against the number of candidates scored and the time.

    best/objective, best/distance, best/size    when the best so far changes, with best/pattern as text
    candidates                                  once a second

    Raises MissingExtraError without tensorboardX, and RunError when `log_dir` cannot be written. A write that fails
    later ends the curves, never the search: `failure` then says why.
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
        self._archive = Archive()
        self._best: Candidate[Language] | None = None
        self._candidates = 0
        self._flushed = time.perf_counter()
        self._write(file_version="brain.Event:2")

    def __call__(self, event: Event) -> None:
        """Note an event of a search."""
        match event:
            case Improved(candidate):
                if self._archive.add(candidate) and self._archive.best != self._best:
                    self._best = self._archive.best
                    self._write_best()
            case Progress(candidates):
                self._candidates = candidates
                if time.perf_counter() - self._flushed >= PROGRESS_SECONDS:
                    self._write_progress()

    def close(self) -> None:
        """Write where the search ended and close the file; what comes later is ignored."""
        self._write_best()
        self._write_progress()
        self._attempt("close")
        self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write_best(self) -> None:
        from tensorboardX.summary import scalar, text

        if self._best is None:
            return
        for name in ("objective", "distance", "size"):
            self._write(summary=scalar(f"best/{name}", getattr(self._best, name)))
        code = "".join(f"    {line}\n" for line in self._best.pattern.splitlines())  # Markdown: no * is emphasis
        self._write(summary=text("best/pattern", code.encode(errors="backslashreplace").decode()))

    def _write_progress(self) -> None:
        from tensorboardX.summary import scalar

        self._write(summary=scalar("candidates", self._candidates))
        self._attempt("flush")
        self._flushed = time.perf_counter()

    def _write(self, **content: object) -> None:
        from tensorboardX.proto.event_pb2 import Event as Record

        record = Record(wall_time=time.time(), step=self._candidates, **content)
        self._attempt("write", record.SerializeToString())

    def _attempt(self, action: str, *arguments: bytes) -> None:
        if self._file is None:
            return
        try:
            getattr(self._file, action)(*arguments)
        except OSError as error:
            with suppress(OSError):
                self._file.close()
            self._file, self.failure = None, error.strerror or str(error)
