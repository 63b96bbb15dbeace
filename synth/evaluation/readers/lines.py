"""Lines of the files of data sets, and how their faults are told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from synth.evaluation.data import Data, DataError


class File(NamedTuple):
    """A file of a data set."""

    data: Data
    data_set: str
    name: str

    def lines(self) -> Iterator[tuple[int, str]]:
        """Its lines, counted from 1, without what ends them. Raises DataError."""
        for number, line in enumerate(self.data.lines(self.data_set, self.name), 1):
            yield number, line.rstrip("\r")

    def json(self) -> Any:  # noqa: ANN401
        """What it holds as JSON. Raises DataError."""
        return self._parsed(self.data.text(self.data_set, self.name), 1)

    def json_lines(self, *keys: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The objects in it, one of JSON a line, which have these keys. Raises DataError."""
        for number, line in self.lines():
            if line.strip():
                found = self._parsed(line, number)
                self.check(number, found, *keys)
                yield number, found

    def check(self, line: int, found: object, *keys: str) -> None:
        """Raises DataError where an object lacks a key."""
        missing = [key for key in keys if not isinstance(found, dict) or key not in found]
        if missing:
            raise self.fault(line, f"no {missing[0]!r}", f"an object with {', '.join(keys)}")

    def fault(self, line: int, what: str, expected: str) -> DataError:
        """The error of a line: what is wrong there, and how such a line looks."""
        return DataError(f"{self.data_set}/{self.name}, line {line}: {what}", hint=f"expected {expected}")

    def _parsed(self, text: str, line: int) -> Any:  # noqa: ANN401
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise self.fault(line + error.lineno - 1, error.msg, "JSON") from None
