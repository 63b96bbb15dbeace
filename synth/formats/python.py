"""Python's `re`, for `re.fullmatch`: the notation of patterns itself."""

from __future__ import annotations

import re

from dsl.ambiguity import is_linear
from dsl.errors import ExportError, LimitError
from dsl.expression import Expression
from dsl.notation import write
from dsl.regex import Regex
from synth.formats.format import Accepts, PatternFormat

_SHORT = 14  # a matcher that goes back may take 2^n steps on n characters


class Python(PatternFormat):
    """A pattern that matches the whole text: `re.fullmatch(pattern, text)`."""

    name = "re"
    title = "Python's re"

    def write_expression(self, expression: Expression) -> str:
        """The notation of the expression."""
        return write(expression)

    def longest(self, text: str) -> int:
        """Long strings only where matching is linear."""
        try:
            return super().longest(text) if is_linear(Regex.parse(text).expression) else _SHORT
        except LimitError:
            return _SHORT

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
