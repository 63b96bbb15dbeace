"""Rust's regex crate, as ripgrep and many others use it."""

from __future__ import annotations

from dsl.errors import ExportError
from dsl.expressions.expression import Empty, Expression
from dsl.regex import Regex
from synth.formats.format import Accepts, PatternFormat
from synth.formats.patterns.dialect_reader import read_dialect
from synth.formats.patterns.dialects import Dialect
from synth.formats.patterns.re2 import NEVER, RE2


class Rust(PatternFormat):
    """A pattern anchored by itself, since the crate only searches."""

    name = "rust"
    title = "Rust's regex"
    dialect = Dialect(RE2.dialect.write_set)

    def write_expression(self, expression: Expression) -> str:
        """The pattern between `\\A` and `\\z`."""
        body = NEVER if isinstance(expression, Empty) else self.dialect.write(expression)
        return f"\\A(?:{body})\\z"

    def target(self, text: str, **options: str) -> Accepts:
        """The crate as pydantic-core has it built in."""
        from pydantic_core import SchemaError, SchemaValidator, core_schema

        try:
            validator = SchemaValidator(core_schema.str_schema(pattern=text, regex_engine="rust-regex"))
        except SchemaError as error:
            raise ExportError(f"{self.title} refuses the pattern: {error}", hint="use smaller counts") from None
        return lambda string: bool(validator.isinstance_python(string))

    def read(self, text: str) -> Regex:
        """A pattern; what is not anchored may stand anywhere in a text."""
        return read_dialect(text)
