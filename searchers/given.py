"""The strings that somebody gives: any collection of them, and nothing that only can be iterated."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping
from typing import Any, Final

from dsl.errors import ExampleError

# What would be taken apart into characters, numbers, keys, or lines with their ends.
OTHERS: Final[tuple[tuple[Any, str, str], ...]] = (
    (str, "one string", "pass a list of strings: [text], or text.splitlines()"),
    (bytes | bytearray, "bytes", "pass a list of strings: data.decode().splitlines()"),
    (os.PathLike, "a path", "pass what the file holds: path.read_text().splitlines()"),
    (io.IOBase, "a file", "pass what it holds: file.read().splitlines()"),
    (Mapping, "a mapping", "pass a list of strings: list(mapping), or list(counter.elements())"),
)


def items(given: Iterable[Any], subject: str) -> list[Any]:
    """The items of a collection; `subject` begins the sentence that says what is wrong, as in "the examples are".

    Raises ExampleError on what is no collection of strings.
    """
    for kind, name, hint in OTHERS:
        if isinstance(given, kind):
            raise ExampleError(f"{subject} {name}", hint=hint)
    if hasattr(given, "columns"):  # of pandas, polars or pyarrow
        raise ExampleError(f"{subject} a table", hint="pass one column: table['name']")
    if not isinstance(given, Iterable):
        raise ExampleError(f"{subject} no collection: {given!r}", hint="pass a list of strings")
    return list(given)


def no_string(value: object, subject: str) -> ExampleError:
    """The error for an item that is no string; `subject` names it."""
    hint = "leave out missing values, and convert the others with str()"
    if isinstance(value, bytes | bytearray):
        hint = "decode it: value.decode()"
    return ExampleError(f"{subject} is not a string: {value!r}", hint=hint)
