"""Hyperscan and Vectorscan, compiled with HS_FLAG_UTF8 and HS_FLAG_ALLOWEMPTY."""

from __future__ import annotations

from dsl.errors import ExportError
from dsl.expressions.expression import Empty, Expression
from synth.formats.format import Accepts
from synth.formats.patterns.dialect_reader import Syntax
from synth.formats.patterns.rust import Rust


class Hyperscan(Rust):
    """A pattern anchored by itself. It is in UTF-8, and may match the empty string: give the flags that say so."""

    name = "hyperscan"
    title = "Hyperscan"
    syntax = Syntax()

    def write_expression(self, expression: Expression) -> str:
        """The pattern between `\\A` and `\\z`. Raises ExportError on the empty language."""
        if isinstance(expression, Empty):
            raise ExportError("Hyperscan has no pattern that never matches", hint="give a language that has strings")
        return super().write_expression(expression)

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
