"""JSON Schema: a string with a `pattern`, in the syntax of ECMA-262 with the flag u."""

from __future__ import annotations

import json
from typing import Final

from dsl.errors import ExportError, PatternError
from dsl.expressions.expression import EMPTY, Empty, Expression
from dsl.regex import Regex
from dsl.visibility import code
from synth.formats.backtracking import BacktrackingFormat
from synth.formats.format import Accepts
from synth.formats.patterns.dialect_reader import Syntax, read_dialect
from synth.formats.patterns.dialects import Dialect, class_writer
from synth.results.json_text import json_text

# what a schema may ask of a string beside its pattern
_NARROWER: Final = {"minLength", "maxLength", "enum", "const", "not", "allOf", "anyOf", "oneOf", "if", "$ref"}


def _code(number: int) -> str:
    # \x0b and \u2028 mean the same in all dialects; beyond, only the character itself does
    return code(chr(number)) if number <= 0xFFFF else chr(number)


class JSONSchema(BacktrackingFormat):
    """`{"type": "string", "pattern": "^(?:…)$"}`.

    Where a validator uses Python's `re`, as the package jsonschema does, `$` also matches before a last newline.
    """

    name = "json-schema"
    title = "JSON Schema"
    dialect = Dialect(class_writer("\\]^-[", _code))
    syntax = Syntax(empty=True)

    def write_expression(self, expression: Expression) -> str:
        """The schema as a line of JSON; of the empty language, `false`."""
        if isinstance(expression, Empty):
            return "false"
        pattern = f"^(?:{self.dialect.write(expression)})$"
        return json_text({"type": "string", "pattern": pattern})

    def target(self, text: str, **options: str) -> Accepts:
        """The package jsonschema, with `$` as ECMA-262 means it."""
        from jsonschema import Draft202012Validator, SchemaError

        schema = json.loads(text)
        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            raise ExportError(f"{self.title} refuses the schema: {error.message}", hint="use smaller counts") from None
        if isinstance(schema, dict):
            schema["pattern"] = schema["pattern"].removesuffix("$") + r"\Z"
        validator = Draft202012Validator(schema)
        return lambda string: bool(validator.is_valid(string))

    def read(self, text: str) -> Regex:
        """The `pattern` of a schema, or a pattern itself; what is not anchored may stand anywhere in a text."""
        pattern = _pattern(text)
        return Regex(EMPTY) if pattern is None else read_dialect(pattern, self.syntax)


def _pattern(text: str) -> str | None:
    """The pattern in a schema; none in `false`, which no string satisfies."""
    try:
        schema = json.loads(text)
    except (ValueError, RecursionError):  # [a-z]
        return text
    if schema is False:
        return None
    pattern = schema.get("pattern") if isinstance(schema, dict) else None
    if not isinstance(pattern, str):
        raise PatternError("a schema without a pattern", text, 0, expected='{"type": "string", "pattern": "…"}')
    for keyword in schema:
        if keyword in _NARROWER:
            raise PatternError(f"a schema with {keyword}", text, text.find(f'"{keyword}"'), expected="a pattern alone")
    return pattern
