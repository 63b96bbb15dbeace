"""A profile in the notations of other tools: schemas with a pattern for each column, checks, templates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from math import floor
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from dsl.errors import ConfigurationError, ExportError
from dsl.expressions.expression import union
from dsl.expressions.notation import write
from dsl.regex import Regex
from searchers.mixture.template import Part
from synth.profiles.format import Format

if TYPE_CHECKING:
    from synth.profiles.profile import Profile

_GROK: Final = {
    "number": "NUMBER",
    "ip": "IPORHOST",
    "host": "IPORHOST",
    "path": "PATH",
    "url": "URI",
    "uuid": "UUID",
    "mac": "MAC",
    "email": "EMAILADDRESS",
}


Columns: TypeAlias = "Mapping[str, Profile]"


def export(profiles: Columns, to: str) -> str:
    """The profiles of columns, by their names, for the tool `to`. Raises ConfigurationError and ExportError."""
    writer = _WRITERS.get(to)
    if writer is None:
        raise ConfigurationError(f"no such format of profiles: {to!r}", hint=f"one of {', '.join(_WRITERS)}")
    return writer(profiles)


def pattern_of(profile: Profile) -> Regex:
    """The values of all formats. Raises ExportError where there are none."""
    if not profile.formats:
        raise ExportError("the profile has no formats", hint="profile more values, or --what messages for a log")
    return Regex(union(*(format.parts.expression for format in profile.formats)))


def _named(profiles: Columns) -> Mapping[str, Profile]:
    return {name or "line": profile for name, profile in profiles.items() if profile.formats}


def json_schema(profiles: Columns) -> str:
    """A JSON Schema (2020-12) of objects with a property for each column."""
    properties = {
        name: {"type": "string", "pattern": f"^(?:{pattern_of(profile).pattern})$"}
        for name, profile in _named(profiles).items()
    }
    required = [name for name, profile in _named(profiles).items() if not profile.missing]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
        "required": required,
    }
    return _json(schema)


def frictionless(profiles: Columns) -> str:
    """A Table Schema of Frictionless Data."""
    fields = [
        {
            "name": name,
            "type": "string",
            "constraints": {"required": not profile.missing, "pattern": pattern_of(profile).pattern},
        }
        for name, profile in _named(profiles).items()
    ]
    return _json({"fields": fields, "missingValues": [""]})


def pandera(profiles: Columns) -> str:
    """A Python module with a schema of pandera."""
    lines = ["import pandera.pandas as pandera", "", "schema = pandera.DataFrameSchema({"]
    for name, profile in _named(profiles).items():
        check = f"pandera.Check.str_matches({_anchored(profile)!r})"
        lines.append(f"    {name!r}: pandera.Column(str, {check}, nullable={bool(profile.missing)}),")
    return "\n".join([*lines, "})"])


def great_expectations(profiles: Columns) -> str:
    """An expectation suite of Great Expectations."""
    expectations = [
        {
            "type": "expect_column_values_to_match_regex",
            "kwargs": {"column": name, "regex": _anchored(profile), "mostly": _share(profile)},
        }
        for name, profile in _named(profiles).items()
    ]
    return _json({"name": "profile", "expectations": expectations, "meta": {}})


def sql(profiles: Columns) -> str:
    """CHECK constraints, for PostgreSQL; SQLite takes them with a function `regexp` and REGEXP for `~`."""
    checks = [
        f"  CONSTRAINT {_quoted(f'{name} format')} CHECK ({_quoted(name)} ~ {_string(_anchored(profile))})"
        for name, profile in _named(profiles).items()
    ]
    return ",\n".join(checks)


def grok(profiles: Columns) -> str:
    """A grok pattern of logstash for each format, one a line, the most frequent first."""
    return "\n".join(_grok(format) for profile in profiles.values() for format in profile.formats)


def templates(profiles: Columns) -> str:
    """Templates as drain3 keeps them: a JSON object a line, with id, size and template."""
    lines = [
        json.dumps({"cluster_id": number, "size": format.count, "template": format.template}, ensure_ascii=False)
        for profile in profiles.values()
        for number, format in enumerate(profile.formats, 1)
    ]
    return "\n".join(lines)


def _grok(format: Format) -> str:
    names = iter(format.slots)
    parts = [_grok_part(part, names) for part in format.parts.parts]
    return f"^{''.join(parts)}$"


def _grok_part(part: Part, names: Any) -> str:  # noqa: ANN401 (an iterator of names)
    if isinstance(part, str):
        return re.sub(r"([\\^$.|?*+()\[\]{}])", r"\\\1", part)
    if part.kind == "blank":
        return r"\s*"
    known = _GROK.get(part.kind)
    pattern = write(part.expression)
    # grok's numbers have no version's dots, and its hosts no port
    fits = (
        pattern == "[0-9]+" if part.kind == "number" else part.kind not in ("ip", "host") or not set(":/") & {*pattern}
    )
    if known and fits:
        return f"%{{{known}:{next(names)}}}"
    return f"(?<{next(names)}>{pattern})"


def _anchored(profile: Profile) -> str:
    return f"^(?:{pattern_of(profile).pattern})$"


def _share(profile: Profile) -> float:
    present = profile.total - profile.missing
    # rounded down, or the data themselves would fall short of it
    return floor(max(0.0, 1 - profile.strays.total() / present) * 10_000) / 10_000 if present else 1.0


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _string(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_WRITERS: Final[Mapping[str, Callable[[Columns], str]]] = {
    "json-schema": json_schema,
    "frictionless": frictionless,
    "pandera": pandera,
    "great-expectations": great_expectations,
    "sql": sql,
    "grok": grok,
    "templates": templates,
}
