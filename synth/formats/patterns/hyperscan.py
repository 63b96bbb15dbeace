"""Hyperscan and Vectorscan, compiled with HS_FLAG_UTF8 and HS_FLAG_ALLOWEMPTY."""

from __future__ import annotations

from dsl.errors import ExportError
from dsl.expressions.expression import Empty, Expression
from dsl.regex import Regex
from synth.formats.format import Accepts, PatternFormat
from synth.formats.patterns.dialect_reader import read_dialect
from synth.formats.patterns.dialects import Dialect
from synth.formats.patterns.re2 import RE2


class Hyperscan(PatternFormat):
    """A pattern anchored by itself. It is in UTF-8, and may match the empty string: give the flags that say so."""

    name = "hyperscan"
    title = "Hyperscan"
    dialect = Dialect(RE2.dialect.write_set)

    def write_expression(self, expression: Expression) -> str:
        """The pattern between `\\A` and `\\z`. Raises ExportError on the empty language."""
        if isinstance(expression, Empty):
            raise ExportError("Hyperscan has no pattern that never matches", hint="give a language that has strings")
        return f"\\A(?:{self.dialect.write(expression)})\\z"

    def target(self, text: str, **options: str) -> Accepts:
        """A database of this pattern alone, of the package hyperscan."""
        import hyperscan

        database = hyperscan.Database()
        try:
            flags = [hyperscan.HS_FLAG_UTF8 | hyperscan.HS_FLAG_ALLOWEMPTY]
            database.compile(expressions=[text.encode()], ids=[0], elements=1, flags=flags)
        except hyperscan.error as error:
            raise ExportError(f"{self.title} refuses the pattern: {error}", hint="use smaller counts") from None

        def accepts(string: str) -> bool:
            hits: list[int] = []
            database.scan(string.encode(), match_event_handler=lambda *event: hits.append(event[2]))
            return bool(hits)

        return accepts

    def read(self, text: str) -> Regex:
        """A pattern; what is not anchored may stand anywhere in a text."""
        return read_dialect(text)
