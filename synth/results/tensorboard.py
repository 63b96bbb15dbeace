"""Curves of a search for TensorBoard: `with TensorBoard("logs") as board: synth.induce(…, on_event=board)`."""

from __future__ import annotations

import os
import time
from typing import Final, Self

from dsl.language import Language
from searchers.archive import Archive
from searchers.candidate import Candidate
from searchers.protocol import Event, Improved, Progress
from synth.results.event_file import EventFile

PROGRESS_SECONDS: Final = 1.0


class TensorBoard:
    """Writes what a search finds to an event file in `log_dir`, against the number of candidates scored and the time.

    best/objective, best/distance, best/size    when the best so far changes, with best/pattern as text
    candidates                                  once a second

    Raises MissingExtraError without tensorboardX, and RunError when `log_dir` cannot be written. A write that fails
    later ends the curves, never the search: `failure` then says why.
    """

    def __init__(self, log_dir: str | os.PathLike[str]) -> None:
        self._file = EventFile(log_dir)
        self._archive = Archive()
        self._best: Candidate[Language] | None = None
        self._candidates = 0
        self._flushed = time.perf_counter()

    @property
    def failure(self) -> str:
        """Why the curves are not complete, if they are not."""
        return self._file.failure

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
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write_best(self) -> None:
        from tensorboardX.summary import scalar, text

        if self._best is None:
            return
        for name in ("objective", "distance", "size"):
            self._file.write(self._candidates, summary=scalar(f"best/{name}", getattr(self._best, name)))
        code = "".join(f"    {line}\n" for line in self._best.pattern.splitlines())  # Markdown: no * is emphasis
        self._file.write(
            self._candidates, summary=text("best/pattern", code.encode(errors="backslashreplace").decode())
        )

    def _write_progress(self) -> None:
        from tensorboardX.summary import scalar

        self._file.write(self._candidates, summary=scalar("candidates", self._candidates))
        self._file.flush()
        self._flushed = time.perf_counter()
