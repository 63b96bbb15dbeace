"""Where patterns stand in the files of packages: fields of schemas, arguments of Python, literals of JavaScript."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

PATTERN_NAMES = re.compile(r"regex|pattern|_re$|^re_", re.IGNORECASE)
CALLS = {"compile", "RegexField", "RegexValidator", "build_assignment_regex"}


class Found(NamedTuple):
    """A pattern as it is written, and values that its source gives beside it."""

    pattern: str
    examples: list[str]


def in_json(text: str) -> Iterator[Found]:
    """The `pattern` fields of schemas, with the examples, defaults and allowed values beside them."""
    pending: list[Any] = [json.loads(text)]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending += reversed(node)
        elif isinstance(node, dict):
            pending += reversed(node.values())
            if isinstance(pattern := node.get("pattern"), str):
                beside = [node.get("example"), node.get("default"), *listed(node.get("examples"))]
                yield Found(pattern, [value for value in beside if isinstance(value, str)])


def listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def in_addresses(text: str) -> Iterator[Found]:
    """Postal codes of the address data: `zip` is a pattern, `zipex` has examples divided by commas."""
    for name, place in json.loads(text).items():
        if "/" not in name and "zip" in place:  # parts of countries have beginnings of codes
            yield Found(place["zip"], place.get("zipex", "").split(","))


def in_phone_numbers(text: str) -> Iterator[Found]:
    """The national numbers of a region, each with its example."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            given = {word.arg: word.value.value for word in node.keywords if isinstance(word.value, ast.Constant)}
            if pattern := given.get("national_number_pattern"):
                yield Found(pattern, [given["example_number"]] if given.get("example_number") else [])


def in_python(text: str) -> Iterator[Found]:
    """First arguments of what compiles patterns, and strings whose name says that they are patterns."""
    for node in ast.walk(ast.parse(text)):
        values: list[ast.expr] = []
        if isinstance(node, ast.Call) and called(node.func) in CALLS:
            # flags would change the meaning
            values = [] if len(node.args) > 1 or any(word.arg == "flags" for word in node.keywords) else node.args[:1]
        elif isinstance(node, ast.Call):
            values = [value for value in node.args if isinstance(value, ast.Constant) and anchored(value.value)]
        elif isinstance(node, ast.Assign) and any(PATTERN_NAMES.search(called(target)) for target in node.targets):
            values = [node.value]
        for value in values:
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield Found(value.value, [])


def anchored(value: object) -> bool:
    """Whether a constant is a string between anchors, which hardly anything but a pattern is."""
    return isinstance(value, str) and value.startswith("^") and value.endswith("$")


def called(node: ast.expr) -> str:
    """The last name of `re.compile`, `compile` or `self.compile`."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def in_javascript(text: str) -> Iterator[Found]:
    """Literals between slashes that begin with an anchor and have no flags."""
    for match in re.finditer(r"/(\^(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([a-z]*)", text):
        if not match[2]:
            yield Found(match[1].replace(r"\/", "/"), [])
