"""What came of a task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dsl.errors import SynthError
from synth.results.result import Result


@dataclass(frozen=True)
class Outcome:
    """The result of the task `id`, or the error that it ended with."""

    id: str
    result: Result | None
    error: SynthError | None = None

    def to_json(self) -> dict[str, Any]:
        """The id, and the result as `--json` prints it, or the error and its hint."""
        if self.result is not None:
            return {"id": self.id, **self.result.to_json()}
        assert self.error is not None
        return {"id": self.id, "error": self.error.message, "hint": self.error.hint}


def succeeded(line: Mapping[str, Any]) -> bool:
    """Whether a line that `to_json` made holds a result."""
    return "error" not in line
