"""Reading what other tools read: what was written comes back, and what others write means what they mean."""

from contextlib import suppress

import pytest

import dsl
from dsl.automata.dfa import witness
from dsl.errors import ConfigurationError, PatternError
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth.formats import find
from synth.formats.differential import trials
from synth.formats.grammars.bnf_reader import is_bnf, read_bnf
from synth.formats.patterns.dialect_reader import read_dialect
from tests.support.shapes import SHAPES

PATTERNS = ["(ab)+|c?d", "[0-9]{4}-[0-9]{2}", r"[\]\-^\\\[]+", r"\.\\\$\^", "[^a]é{2,}", r"\n\t\x01", "[&~:]", r"a\$"]


@pytest.mark.parametrize("format", ["re", "ere", "re2", "rust", "hyperscan", "outlines", "json-schema"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_come_back(format, pattern):
    language = Regex.parse(pattern)
    back = find(format).read(find(format).write(language))
    for string, belongs in trials(language, 30):
        assert back.accepts(string) == belongs, string


@pytest.mark.parametrize("format", ["gbnf", "ebnf", "llguidance", "lark"])
@pytest.mark.parametrize("shape", SHAPES)
def test_grammars_come_back(format, shape):
    grammar = Grammar.parse(SHAPES[shape])
    back = find(format).read(find(format).write(grammar))
    texts = trials(grammar, 30, samples=10)
    assert back.accepts_all([text for text, _ in texts]) == [belongs for _, belongs in texts]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        (r"\A\d+\z", "[0-9]+"),
        (r"^[[:alpha:]_][[:alnum:]_]*$", "[A-Za-z_][A-Za-z0-9_]*"),
        (r"^\x{e9}|\u{1F600}", r"é[\s\S]*|[\s\S]*😀[\s\S]*"),
        (r"^(?:\x{e9}|\u{1F600})$", "é|😀"),
        (r"^[\w.]{2}$", "[A-Za-z0-9_.]{2}"),
        ("ab", r"[\s\S]*ab[\s\S]*"),
        ("^ab", r"ab[\s\S]*"),
        (r"ab\$", r"[\s\S]*ab\$[\s\S]*"),
        (r"ab\\$", r"[\s\S]*ab\\"),
        ("^[]a]$", r"[\]a]"),
        (r"^\D[^\W\d]$", "[^0-9][A-Za-z_]"),
        (r"^\W[\S,]$", r"[^A-Za-z0-9_][^ \t\n\r\f\v]"),
        (r"^(?<year>\d{4})|(?<other>-)$", r"[0-9]{4}[\s\S]*|[\s\S]*-"),
        ("^((?<a>b)|c)[(?<a>]$", "[bc][(?<a>]"),
    ],
)
def test_dialects(text, pattern):
    assert witness(read_dialect(text).expression, Regex.parse(pattern).expression) is None


@pytest.mark.parametrize(
    ("text", "pattern"), [(r"^[\n]$", r"[\\n]"), (r"^[\[:digit:]]$", r"[\\0-9]"), (r"^[\x{2}]$", r"[\\x{2}]")]
)
def test_brackets_of_posix_have_no_escapes(text, pattern):
    assert find("ere").read(text) == Regex.parse(pattern)


@pytest.mark.parametrize(
    ("format", "text", "pattern"),
    [
        ("ere", r"^\+?[+?]{2}$", r"\+?[+?]{2}"),
        ("ere", "^a{,2}$", "a{0,2}"),
        ("re2", r"^\s[[:space:]]\S$", r"[ \t\n\r\f][ \t-\r][^ \t\n\r\f]"),
        ("rust", r"^\s[[:^alpha:]]$", r"[ \t-\r][^a-zA-Z]"),
        ("rust", r"^[&-][[:^digit:]\]]$", r"[&-][^0-9]"),
        ("rust", "^a+?$", "a+"),
        ("hyperscan", r"^[[&&]\<$", r"[\[&]<"),
        ("json-schema", r"^[^][]?$", r"[\s\S]"),
        ("json-schema", r"^\ud83d\ude00[\ud83d\ude00]$", "😀😀"),
        ("json-schema", r"^\<[[&&]$", r"<[\[&]"),
    ],
)
def test_signs_that_dialects_differ_in(format, text, pattern):
    assert witness(find(format).read(text).expression, Regex.parse(pattern).expression) is None


@pytest.mark.parametrize(
    ("format", "text", "position"),
    [
        ("ere", "^a+?$", 3),
        ("ere", "^a{2}?$", 5),
        ("ere", r"\<a", 0),
        ("ere", r"a\'", 1),
        ("ere", "^[[.hyphen.]]$", 2),
        ("ere", "^[[=a=]]$", 2),
        ("ere", "^[[:^alpha:]]$", 2),
        ("rust", "^[a-z&&[^b]]$", 5),
        ("rust", "^[a-z--b]$", 5),
        ("rust", "^[a~~b]$", 3),
        ("outlines", "[[a]b]", 6),
        ("rust", r"a\>", 1),
        ("re2", "^a{,2}$", 2),
        ("json-schema", '{"pattern": "a", "maxLength": 3}', 17),
    ],
)
def test_what_would_be_read_as_something_else_is_refused(format, text, position):
    with pytest.raises(PatternError) as caught:
        find(format).read(text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "pattern"),
    [(r"[a\-z]", "[az-]"), (r"[\-]", "-"), (r"[A-\\]", r"[A-\\]"), (r"[+-\-\\]", r"[+,\-\\]"), (r"[\--/]", "[-./]")],
)
def test_classes_of_gbnf(text, pattern):
    assert witness(read_bnf(f"root ::= {text}").rules["start"], Regex.parse(pattern).expression) is None


GBNF = r"""
# a comment
root ::= object | "null"
object ::= "{" ws (pair ("," ws pair)*)? "}"   # pairs
pair   ::= string ":" ws root
string ::= "\"" ([^"\\\x00-\x1F] | "\\" ["\\/bfnrt])* "\""
ws ::= [ \t\n]{0,2}
"""


def test_gbnf_as_people_write_it():
    grammar = read_bnf(GBNF)
    assert is_bnf(GBNF)
    assert grammar.accepts('{"a": {"b\\n": null}}')
    assert not grammar.accepts('{"a\n": null}')
    assert grammar.accepts("{}")
    assert not grammar.accepts("{,}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('root ::= "a', "the string is not closed"),
        ("root ::= 'a'", "double quotes"),
        ("root ::= item", "the rule item is not defined"),
        ("root ::= root", "cannot produce any string"),
        ('root ::= "a"\nroot ::= "b"', "defined twice"),
        ('root ::= "a"{3,2}', "smaller count first"),
        ("root ::= [z-a]", "not a range"),
        ("root ::= []", "a class of no character"),
    ],
)
def test_what_is_wrong_has_a_caret(text, message):
    with pytest.raises(PatternError, match=message) as caught:
        read_bnf(text)
    assert "^" in str(caught.value)


def test_what_is_only_written():
    with pytest.raises(ConfigurationError, match="dot is written, not read"):
        find("dot").read("digraph {}")
    with pytest.raises(PatternError, match="a schema without a pattern"):
        find("json-schema").read('{"type": "string"}')


def test_convert(synth_command, tmp_path):
    (tmp_path / "json.gbnf").write_text(GBNF)
    lark = synth_command("convert", "json.gbnf", "--to", "lark")
    assert lark.exit_code == 0
    assert lark.stdout.startswith('start: object | "null"\n') or lark.stdout.startswith('start: "null" | object\n')
    assert dsl.parse(lark.stdout).accepts('{"a": null}')
    assert synth_command("convert", "^[[:digit:]]{2}$", "--from", "ere", "--to", "re").stdout == "[0-9]{2}\n"
    refused = synth_command("convert", "a", "--from", "pcre2")
    assert (refused.exit_code, "no format 'pcre2'" in refused.stderr) == (2, True)


def test_export_takes_options(synth_command):
    assert synth_command("export", "ab", "--to", "lark", "--option", "parser=lalr").stdout == "start: T0\nT0: /ab/\n"
    for words, message in [
        (["--to", "lark", "--option", "parser"], "write NAME=VALUE"),
        (["--option", "parser=lalr"], "say which one with --to"),
        (["--to", "gbnf", "--option", "parser=lalr"], "it is one of lark"),
    ]:
        refused = synth_command("export", "ab", *words)
        assert (refused.exit_code, message in refused.stderr) == (2, True)


READERS = ["re", "ere", "re2", "rust", "hyperscan", "outlines", "json-schema", "gbnf", "ebnf", "lark", "llguidance"]
NASTY = [
    "",
    "(" * 5_000,
    "(" * 5_000 + "a" + ")" * 5_000,
    "(?:" * 3_000 + "$|)" * 3_000,
    "[" * 5_000,
    "a{" + "9" * 5_000 + "}",
    r"\UFFFFFFFF",
    r"\U00110000",
    r"\x{FFFFFFFFFF}",
    r"\x{" + "f" * 5_000 + "}",
    r"\u{110000}",
    r"^a(b\d[c$",
    "\\",
    "\ud800",
    "\0\xff",
    "root ::= " + "(" * 5_000 + '"a"' + ")" * 5_000,
    "start: " + "(" * 5_000 + '"a"' + ")" * 5_000,
    'root ::= "a"{' + "9" * 5_000 + "}",
    'start: "a"~' + "9" * 5_000,
    'root ::= "a"{٣}',
    'start: "a"~٣',
    r'root ::= "\UFFFFFFFF"',
    r"root ::= [\U00110000]",
    r'root ::= "\d"',
    r'start: "\UFFFFFFFF"',
    r'start: "a".."\UFFFFFFFF"',
    '{"pattern": ' + "[" * 5_000,
    '{"pattern": "(a"}',
    "[" * 100_000,
]


@pytest.mark.parametrize("format", READERS)
@pytest.mark.parametrize("text", NASTY, ids=lambda text: text[:12].encode("unicode_escape").decode())
def test_whatever_is_read_is_a_language_or_an_error_with_a_caret(format, text):
    with suppress(PatternError):  # in some notations it is one
        find(format).read(text)


@pytest.mark.parametrize(
    ("format", "text", "position"),
    [
        ("gbnf", "root ::= " + "(" * 5_000 + '"a"' + ")" * 5_000, 110),
        ("gbnf", 'root ::= "ab" "x\\UFFFFFFFF"', 16),
        ("gbnf", r"root ::= [a\UFFFFFFFF]", 11),
        ("ebnf", r'root ::= "a\d"', 11),
        ("ebnf", 'root ::= "a"{' + "9" * 5_000 + "}", 12),
        ("lark", 'start: "a\\UFFFFFFFF"', 9),
        ("lark", 'start: "a"~' + "9" * 5_000, 10),
        ("rust", r"^a\x{110000}$", 2),
        ("rust", r"^\d\d(b$", 8),
        ("ere", "^[[:digit:]][[:digits:]]$", 13),
        ("re2", r"^a\d(?=b)$", 5),
    ],
)
def test_the_caret_stands_at_the_fault(format, text, position):
    with pytest.raises(PatternError) as caught:
        find(format).read(text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("^a|b$", r"a[\s\S]*|[\s\S]*b"),
        ("^a$|^b$", "a|b"),
        (r"\A(?:a|b)\z", "a|b"),
        ("^[a|b]$", "[ab|]"),
        (r"^a\|b$", r"a\|b"),
        ("^(a|b)c$", "[ab]c"),
        ("^|x$", r"[\s\S]*"),
        ("", r"[\s\S]*"),
        ("^$", ""),
    ],
)
def test_each_alternative_has_anchors_of_its_own(text, pattern):
    assert witness(read_dialect(text).expression, Regex.parse(pattern).expression) is None


@pytest.mark.parametrize("pattern", ["a*", "(a|b)?", "[a-c]*", "", "a(b|ab)*"])
def test_what_outlines_reads_comes_back(pattern):
    language = Regex.parse(pattern)
    back = find("outlines").read(str(language.to("outlines")))
    assert witness(back.expression, language.expression) is None


@pytest.mark.parametrize(
    ("text", "pattern"), [(r"a\$", r"a\$"), (r"a\\$", r"a\\"), (r"(?:a\$$|)", r"(a\$)?"), (r"(?:a|b\\$|)", r"(a|b\\)?")]
)
def test_only_a_dollar_that_is_no_character_ends_a_pattern_of_outlines(text, pattern):
    assert witness(find("outlines").read(text).expression, Regex.parse(pattern).expression) is None


def test_an_optional_end_is_no_optional_pattern_of_outlines():
    with pytest.raises(PatternError):
        find("outlines").read("(?:b)a(?:a$|)")
