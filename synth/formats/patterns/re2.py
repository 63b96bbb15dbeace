"""RE2, which Go's regexp speaks too: linear time, counts of up to 1,000."""

from __future__ import annotations

from typing import Final

from dsl.errors import ExportError
from dsl.expressions.expression import Empty, Expression
from dsl.regex import Regex
from synth.formats.format import Accepts, PatternFormat
from synth.formats.patterns.dialect_reader import Syntax, read_dialect
from synth.formats.patterns.dialects import Dialect, class_writer, hexadecimal

NEVER: Final = "[^\\x00-\\x{10ffff}]"  # a class of no character
ESCAPED: Final = "\\]^-[&~"  # && and ~~ are operations on classes in Rust


class RE2(PatternFormat):
    """A pattern anchored by itself, the same for `fullmatch` and for a search."""

    name = "re2"
    title = "RE2"
    dialect = Dialect(class_writer(ESCAPED, hexadecimal), most=1000)
    syntax = Syntax(white=r" \t\n\r\f")

    def write_expression(self, expression: Expression) -> str:
        """The pattern between `\\A` and `\\z`. Raises ExportError."""
        body = NEVER if isinstance(expression, Empty) else self.dialect.write(expression)
        return f"\\A(?:{body})\\z"

    def target(self, text: str, **options: str) -> Accepts:
        """`re2.search`, of the package google-re2."""
        import re2

        try:
            pattern = re2.compile(text, re2.Options())
        except re2.error as error:
            raise ExportError(f"{self.title} refuses the pattern: {error}", hint="use smaller counts") from None
        return lambda string: pattern.search(string) is not None

    def read(self, text: str) -> Regex:
        """A pattern; what is not anchored may stand anywhere in a text."""
        return read_dialect(text, self.syntax)
