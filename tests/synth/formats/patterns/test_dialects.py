"""Formats of regular expressions: the tool itself agrees with the language on samples, near misses and corners."""

import importlib.util
import re
import shutil
import subprocess

import pytest

import dsl
from dsl.automata.dfa import witness
from dsl.charset import CharSet
from dsl.errors import ExportError
from dsl.expressions.expression import Chars, concat, literal
from dsl.regex import Regex
from dsl.visibility import visible
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
    "llguidance": "llguidance",
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
    r"[^\ud7ff\ue000]x",
    "(([ab]c)+d)+",
]
REFUSED = {
    ("ere", r"\x00"): "no text with NUL",
    ("ere", r"[\x00-\x1f]*a"): "no text with NUL in it, as .* would match",
    ("ere", r"[\x00é]"): "no text with NUL",
    ("ere", "a{4294967294}"): "a count of 4,294,967,294 in pieces of at most 255",
    ("re2", "(a{900}){0,5000}"): "a count of 5,000 in pieces of at most 1",
    ("lark lalr", "(abc){20000}x"): "terminals that are too large to compare",
    ("llguidance", "(((a{0,9}){0,9}){0,9}){0,9}"): "llguidance gives up on",
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
    name, _, parser = format.partition(" ")
    with pytest.raises(ExportError, match=reason) as caught:
        dsl.parse(pattern).to(name, **({"parser": parser} if parser else {}))
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


@pytest.mark.parametrize("pattern", [r"[^a]+", r".", r"[\s\S]*", r"[^\x01-z]"])
def test_posix_texts_have_no_nul_where_a_pattern_excludes_others(pattern):
    text = dsl.parse(pattern).to("ere")
    assert witness(find("ere").read(text).expression, dsl.parse(pattern).expression) in (None, "\0")


@pytest.mark.skipif(not shutil.which("grep"), reason="needs grep")
@pytest.mark.parametrize(
    "pattern", ["a.b", ".+", r"[^x\n]b?", r"[\s\S]+", r"\S+b?", r"[^\t\n]+", r"[^\n\v]+", r"[^a-c\t-\v]"]
)
def test_grep_reads_what_excludes_newlines(pattern):
    words = ["ab", "a\tb", "a\vb", "axb", "x", "\t", "aéb", "-", " "]
    command = ["grep", "-E", "-e", dsl.parse(pattern).to("ere")]
    done = subprocess.run(
        command, input="\n".join(words), capture_output=True, text=True, encoding="utf-8", env={"LC_ALL": "C.UTF-8"}
    )
    assert done.stderr == ""
    assert done.stdout.split("\n")[:-1] == [word for word in words if re.fullmatch(pattern, word)]


@pytest.mark.parametrize(
    "format", ["re", "re2", "rust", "hyperscan", "outlines", "json-schema", "llguidance", "lark", "gbnf"]
)
@pytest.mark.parametrize(
    "character", ["\x1b", "\u00ad", "\u061c", "\u180e", "\u202e", "\u3000", "\U000e0041", "\ue000", "\u0301"]
)
def test_what_cannot_be_seen_is_written_as_a_code_that_means_the_same(format, character):
    language = Regex(concat(Chars(CharSet.of(character + "b")), literal("." + character)))
    text = language.to(format)
    assert visible(text, keep="\n") == text
    back = find(format).read(text)
    assert back.accepts(character + "." + character)
    assert not back.accepts("b.b")


def test_long_texts_are_written_in_every_notation():
    for format in ("re", "ere", "re2", "rust", "json-schema", "gbnf", "llguidance"):
        assert len(find(format).write(dsl.parse("xy" * 10_000))) >= 20_000


def test_words_keep_their_marks():
    assert dsl.parse("e\u0301नमस्ते").to("rust") == "\\A(?:e\u0301नमस्ते)\\z"
    assert dsl.parse("e\u0301नमस्ते").to("gbnf") == 'root ::= "e\u0301नमस्ते"'


def test_half_a_surrogate_pair_is_refused_for_posix():
    with pytest.raises(ExportError, match="half a surrogate pair"):
        dsl.parse("\\udfff\\udfff").to("ere")
    assert dsl.parse("[\\udfffa]").to("ere") == "^(a)$"
