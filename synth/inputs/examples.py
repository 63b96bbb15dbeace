"""Reading example files: text files, JSON lines, NUL-separated records; every fault named by line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from dsl.errors import ExampleError, LimitError
from synth.inputs.encodings import CONVERT, decoded, remedy

MAX_CHARACTERS = 100_000
STRING_HINT: Final = 'write one JSON string a line, such as "two\\nlines"'


def read_examples(source: str, *, null: bool = False, keep_empty: bool = False) -> list[str]:
    r"""The examples in the file `source`, in order, repeats kept; "-" reads standard input.

    One example a line, `\n` or `\r\n`, or `\r` where there is no `\n`; a name ending in .jsonl holds one JSON string
    a line; `null` separates by NUL instead, so that examples may span lines. Empty lines are skipped, or with
    `keep_empty` stand for the empty string. It is UTF-8, or what a byte-order mark says. Raises ExampleError on a file
    that is missing, empty, not in its encoding or not JSON, LimitError on an example of more than 100,000 characters.
    """
    shown = "standard input" if source == "-" else source
    text = _decode(read_bytes(source), shown)
    records = _split(text, "\0") if null else _lines(text)
    if max(map(len, records), default=0) > MAX_CHARACTERS:
        number, length = next((n, len(record)) for n, record in enumerate(records, 1) if len(record) > MAX_CHARACTERS)
        message = f"{shown}: example {number} has {length:,} characters, the limit is {MAX_CHARACTERS:,}"
        raise LimitError(message, hint="cut long texts into their records first")
    if source.endswith(".jsonl") and not null:
        examples = [_json_string(line, number, shown) for number, line in enumerate(records, 1) if line.strip()]
    else:
        examples = records if keep_empty else [record for record in records if record]
    if not examples and records:
        hint = "blank lines are skipped; with --keep-empty they stand for the empty string"
        raise ExampleError(f"{shown} holds blank lines only", hint=hint)
    if not examples:
        raise ExampleError(f"{shown} is empty", hint="write one example a line")
    return examples


def read_both(
    source: str, reject: str | None, *, null: bool = False, keep_empty: bool = False
) -> tuple[list[str], list[str]]:
    """The examples and the strings to reject (none without a file). Raises what `read_examples` raises."""
    if source == reject == "-":
        raise ExampleError("standard input cannot hold both lists", hint="put one of them into a file")
    examples = read_examples(source, null=null, keep_empty=keep_empty)
    return examples, read_examples(reject, null=null, keep_empty=keep_empty) if reject else []


def json_values(source: str, hint: str) -> Iterator[tuple[str, Any]]:
    """The values of the JSON lines in `source` ("-": standard input), each with its place. Raises ExampleError."""
    shown = "standard input" if source == "-" else source
    for number, line in enumerate(_split(_decode(read_bytes(source), shown), "\n"), 1):
        if line.strip():
            yield f"{shown}: line {number}", _json_value(line, number, shown, hint)


def read_bytes(source: str) -> bytes:
    """What the file `source` holds, or standard input for "-". Raises ExampleError."""
    if source == "-":
        return _read_stdin()
    try:
        return Path(source).read_bytes()
    except FileNotFoundError:
        raise ExampleError(f"no such file: {source}", hint=_neighbour(Path(source))) from None
    except IsADirectoryError:
        raise ExampleError(f"{source} is a directory", hint="name a file in it") from None
    except OSError as error:
        raise ExampleError(f"cannot read {source}: {error.strerror}", hint="check its permissions") from None
    except ValueError:  # a NUL in the name
        raise ExampleError(f"not a file name: {source!r}", hint="name a file of examples") from None


def _read_stdin() -> bytes:
    hint = "send examples to it, as in: synth induce - < FILE"
    if sys.stdin is None:  # <&-
        raise ExampleError("standard input is closed", hint=hint)
    try:
        return sys.stdin.buffer.read()
    except (OSError, ValueError) as error:  # a directory, or open for writing alone, or closed meanwhile
        reason = getattr(error, "strerror", None) or error
        raise ExampleError(f"cannot read standard input: {reason}", hint=hint) from None


def _neighbour(path: Path) -> str:
    from difflib import get_close_matches

    if not path.parent.is_dir():
        return f"the directory {path.parent} does not exist either"
    near = get_close_matches(path.name, [entry.name for entry in path.parent.iterdir()], n=1)
    return f"did you mean {path.parent / near[0]}?" if near else "name a file of examples, or - for standard input"


def _decode(data: bytes, shown: str) -> str:
    try:
        return decoded(data)
    except UnicodeDecodeError as error:
        if error.encoding != "utf-8":
            message = f"{shown} begins as {error.encoding.upper()} and is not: {error.reason}"
            raise ExampleError(message, hint="is it whole?") from None
        data = error.object  # without its mark
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        message = f"{shown} is not UTF-8: line {line}, byte {column} is 0x{data[error.start]:02x}"
        raise ExampleError(message, hint=remedy(data) or CONVERT) from None


def _split(text: str, separator: str) -> list[str]:
    # a\nb\n -> a, b: the last separator ends an example, it does not begin one
    records = text.split(separator)
    return records[:-1] if not records[-1] else records


def _lines(text: str) -> list[str]:
    # a\rb\r -> a, b, as old spreadsheets write them; a\rb\n -> a\rb
    return _split(text.replace("\r\n", "\n") if "\n" in text else text.replace("\r", "\n"), "\n")


def _json_value(line: str, number: int, shown: str, hint: str) -> Any:  # noqa: ANN401 (any JSON value)
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        fault = f"is not JSON: {error.msg} at column {error.colno}"
    except RecursionError:
        fault = "is nested too deeply"
    except ValueError:  # the only other one that it raises
        fault = "has a number of too many digits"
    raise ExampleError(f"{shown}: line {number} {fault}", hint=hint)


def _json_string(line: str, number: int, shown: str) -> str:
    value = _json_value(line, number, shown, STRING_HINT)
    if not isinstance(value, str):
        kinds = {dict: "an object", list: "an array", type(None): "null", bool: "a truth value"}
        kind = kinds.get(type(value), "a number")
        hint = STRING_HINT + ("; synth profile reads objects" if isinstance(value, dict) else "")
        raise ExampleError(f"{shown}: line {number} is {kind}, not a string", hint=hint)
    if "\\u" in line and any("\ud800" <= character <= "\udfff" for character in value):
        raise ExampleError(f"{shown}: line {number} has half a surrogate pair", hint="write whole characters")
    return value
