"""Python's `re`, for `re.fullmatch`: the notation of patterns itself."""

from __future__ import annotations

import re

from dsl.errors import ExportError
from dsl.expressions.expression import Expression
from dsl.expressions.notation import write
from dsl.regex import Regex
from synth.formats.backtracking import BacktrackingFormat
from synth.formats.format import Accepts


class Python(BacktrackingFormat):
    """A pattern that matches the whole text: `re.fullmatch(pattern, text)`."""

    name = "re"
    title = "Python's re"

    def write_expression(self, expression: Expression) -> str:
        """The notation of the expression."""
        return write(expression)

    def target(self, text: str, **options: str) -> Accepts:
        """`re.fullmatch`."""
        try:
            pattern = re.compile(text)
        except (re.error, OverflowError, RecursionError) as error:
            raise ExportError(f"{self.title} refuses the pattern: {error}", hint="use smaller counts") from None
        return lambda string: pattern.fullmatch(string) is not None

    def read(self, text: str) -> Regex:
        """A pattern, with or without anchors around it."""
        return Regex.parse(text)
