"""Formats of regular expressions: the tool itself agrees with the language on samples, near misses and corners."""

import importlib.util

import pytest

import dsl
from dsl.errors import ExportError
from synth.formats import find
from synth.formats.differential import trials

NEEDS = {
    "re": "re",
    "ere": "ctypes",
    "re2": "re2",
    "rust": "pydantic_core",
    "hyperscan": "hyperscan",
    "outlines": "outlines_core",
    "json-schema": "jsonschema",
}
PATTERNS = [
    "",
    "[0-9]{4}-[0-9]{2}-[0-9]{2}",
    "(ab)+",
    "a|ab",
    "ab|a",
    "(a|b)*abb",
    "a?",
    "[^a]+",
    ".{3}",
    r"[\s\S]",
    r"[]^-]y",
    r"[-\]]x|[\^a]{2}",
    r"[\^\-]",
    r"[\[\^\-\]]{2}",
    r"[\[:alph]+\]",
    r"[\\a]",
    r"\.\^\$\*\+\?\{\}\[\]\|\(\)\\/",
    "[&~|-]+&&",
    r"[\n\t]x",
    "[à-ÿ]{2,3}",
    "(😀|é)+x",
    "a{300,600}b",
    "(a{20}b){60}",
    '"[^"]{0,50}"',
    "(([ab]c)+d)+",
]
REFUSED = {
    ("ere", r"\x00"): "no text with NUL",
    ("ere", "[一-龥]"): "no brackets for 20,902 characters",
    ("ere", r"[^\s\S]"): "never matches",
    ("hyperscan", r"[^\s\S]"): "never matches",
    ("outlines", r"[^\s\S]"): "no language",
    ("outlines", "(ab)*"): "the empty string belongs to the language, and 'a' is only a part of one",
    ("outlines", "é?"): "'é' is only a part of one",
    ("lark", r"[^\s\S]"): "language without strings",
}


@pytest.mark.parametrize("format", NEEDS)
def test_the_tool_agrees_with_the_language(format):
    if importlib.util.find_spec(NEEDS[format]) is None:
        pytest.skip(f"{NEEDS[format]} is not installed")
    notation = find(format)
    for pattern in PATTERNS:
        language = dsl.parse(pattern)
        text = notation.write(language)
        accepts = notation.target(text)
        for string, belongs in trials(language, notation.longest(text)):
            assert accepts(string) == belongs, (pattern, text, string)


@pytest.mark.parametrize(("case", "reason"), REFUSED.items())
def test_what_cannot_be_said_is_refused_by_name(case, reason):
    format, pattern = case
    with pytest.raises(ExportError, match=reason) as caught:
        dsl.parse(pattern).to(format)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("format", "pattern", "text"),
    [
        ("re", "(?:a|b){2,2}", "[ab]{2}"),
        ("ere", r"a\.|[\]b-d^-]", r"^([]b-d^-]|a\.)$"),
        ("re2", "a{1500}", r"\A(?:a{1000}a{500})\z"),
        ("re2", "a{2,1500}", r"\A(?:a{2}a{0,1000}a{0,498})\z"),
        ("re2", "a{1001,}", r"\A(?:a{1000}aa*)\z"),
        ("re2", "(a{20}b){60}", r"\A(?:(?:a{20}b){50}(?:a{20}b){10})\z"),
        ("rust", ".", r"\A(?:[^\n])\z"),
        ("rust", r"[\s\S]", r"\A(?:[\x00-\x{10ffff}])\z"),
        ("hyperscan", "é|(ab)*", r"\A(?:(?:ab)*|é)\z"),
        ("outlines", "(ab)+", "(?:(?:ab)+)$"),
        ("outlines", "a*", "(?:(?:a+)$|)"),
        ("outlines", "", ""),
        ("json-schema", r"\\[&/]", r'{"type": "string", "pattern": "^(?:\\\\[&/])$"}'),
        ("json-schema", r"[^\s\S]", "false"),
    ],
)
def test_what_is_written(format, pattern, text):
    assert dsl.parse(pattern).to(format) == text


def test_a_grammar_of_a_regular_language_is_a_pattern():
    grammar = dsl.parse('start: start "," item | item\nitem: "0".."9"+')
    assert grammar.to("ere") == "^([0-9]+(,[0-9]+)*)$"
    with pytest.raises(ExportError, match="this is a grammar"):
        dsl.parse('start: "(" start ")" |').to("ere")
