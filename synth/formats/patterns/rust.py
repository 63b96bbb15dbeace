"""Rust's regex crate, as ripgrep and many others use it: RE2's syntax without a limit on counts."""

from __future__ import annotations

from dsl.errors import ExportError
from synth.formats.format import Accepts
from synth.formats.patterns.dialect_reader import Syntax
from synth.formats.patterns.dialects import Dialect
from synth.formats.patterns.re2 import RE2


class Rust(RE2):
    """A pattern anchored by itself, since the crate only searches."""

    name = "rust"
    title = "Rust's regex"
    dialect = Dialect(RE2.dialect.write_set)
    syntax = Syntax(places="<>", operations=("[", "&&", "--", "~~"))

    def target(self, text: str, **options: str) -> Accepts:
        """The crate as pydantic-core has it built in."""
        from pydantic_core import SchemaError, SchemaValidator, core_schema

        try:
            validator = SchemaValidator(core_schema.str_schema(pattern=text, regex_engine="rust-regex"))
        except SchemaError as error:
            raise ExportError(f"{self.title} refuses the pattern: {error}", hint="use smaller counts") from None
        return lambda string: bool(validator.isinstance_python(string))
