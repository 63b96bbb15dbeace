"""Patterns on which backtracking tools hang: found before any tool sees them, written in another form, and told."""

import json
import re
import time

import pytest
from hypothesis import given, settings

import dsl
from dsl.automata.dfa import equivalent
from dsl.errors import ExportError, ExportWarning
from dsl.expressions.notation import parse
from synth import formats
from synth.formats.backtracking import hangs, without_hang
from synth.formats.patterns.python import Python
from tests.support.strategies import expressions

HANGING = [
    "((a{0,2}){2,}){2,}",
    "((a{0,3}b?){1,}){3,}",
    "(a?b)*(a|ba?)*c",
    "([ab]{2,}c?)+",
    "(a|ab|b)*c",
    "a*a*a*a*a*a*a*b",
    "(aa[ab]{1,3})*",
    "(.*,){11}P",
]
FAST = ["[0-9]{4}-[0-9]{2}", "a*a*b", "(a|b)*abb", "[a-z]+[a-z0-9]*@[a-z.]+", '"([^"\\\\]|\\\\.)*"', "a{300,600}b"]


@pytest.mark.parametrize("pattern", HANGING)
def test_a_pattern_that_hangs_has_another_form_that_does_not(pattern):
    language = dsl.parse(pattern)
    assert hangs(language.expression)
    with pytest.warns(ExportWarning, match="may hang on this pattern, and another one"):
        written = language.to("re")
    assert equivalent(dsl.parse(written).expression, language.expression)
    began = time.perf_counter()
    for letter in "abc,P":
        re.fullmatch(written, letter * 60 + "!")
        re.fullmatch(written, (letter + "ab") * 30 + "!")
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize("pattern", HANGING)
def test_a_schema_does_not_hang_either(pattern):
    with pytest.warns(ExportWarning, match="JSON Schema may hang"):
        written = json.loads(dsl.parse(pattern).to("json-schema"))["pattern"]
    assert not hangs(dsl.parse(written).expression)


@pytest.mark.parametrize("pattern", HANGING)
def test_nor_does_a_terminal_of_lark(pattern):
    terminal = dsl.parse(pattern).to("lark", parser="lalr").rpartition(": /")[2].removesuffix("/")
    began = time.perf_counter()
    for letter in "abc,P":
        re.match(terminal, letter * 60 + "!")
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize("pattern", FAST)
def test_a_pattern_that_does_not_hang_stays(pattern):
    assert dsl.parse(pattern).to("re") == dsl.parse(pattern).pattern


def test_only_the_part_that_hangs_is_changed():
    with pytest.warns(ExportWarning):
        assert dsl.parse("(x|xy)((a{0,2}){2,}){2,}[0-9]{3,20}").to("re") == "(x|xy)a*[0-9]{3,20}"


def test_a_pattern_without_another_form_is_told():
    for pattern in ("([^x]{0,50}a){40}", "(ab?|b){0,40}c"):
        with pytest.warns(ExportWarning, match="no other one for it was found"):
            assert dsl.parse(pattern).to("re") == pattern
    with pytest.raises(ExportError, match="lexer may hang"):
        dsl.parse("(ab?|b){0,40}c").to("lark", parser="lalr")


def test_a_tool_that_hangs_is_ended(monkeypatch):
    monkeypatch.setattr("synth.formats.trial.SECONDS", 2)
    monkeypatch.setattr("synth.formats.backtracking.tamed", lambda expression, title: expression)
    began = time.perf_counter()
    with pytest.raises(ExportError, match="Python's re takes more than 2 seconds on a text such as '") as caught:
        dsl.parse("((((a{0,2}){2,}){2,}){2,}){3,}").to("re")
    assert time.perf_counter() - began < 6
    assert "another format" in caught.value.hint


def test_a_tool_that_takes_too_much_memory_is_ended(monkeypatch):
    monkeypatch.setattr(Python, "is_harmless", lambda *_: False)
    start = "from synth.formats import trial; from synth.formats.patterns.python import Python; "
    start += "Python.target = lambda *_: bytes(3 << 30); trial.main()"
    monkeypatch.setattr("synth.formats.trial.START", start)
    with pytest.raises(ExportError, match="GB of memory to read this"):
        dsl.parse("a").to("re")


def test_a_process_gives_the_same_answers(monkeypatch):
    monkeypatch.setattr("synth.formats.format.Format.is_harmless", lambda *_: False)
    for format in ("re", "ere", "rust", "lark", "json-schema", "llguidance"):
        assert dsl.parse("[a-c]+x?").to(format)
    monkeypatch.setattr("synth.formats.patterns.rust.Rust.write_expression", lambda *_: r"\A(?:[a-c]+)\z")
    with pytest.raises(ExportError, match="rejects 'ax', unlike the language"):
        dsl.parse("[a-c]+x?").to("rust")
    monkeypatch.setattr("synth.formats.patterns.rust.Rust.write_expression", lambda *_: "(")
    with pytest.raises(ExportError, match="refuses the pattern"):
        dsl.parse("[a-c]+x?").to("rust")


def test_a_tool_that_gets_slow_goes_on_in_a_process(monkeypatch):
    monkeypatch.setattr("synth.formats.trial.SLOW", 0.0)
    assert dsl.parse("[a-c]+").to("rust") == r"\A(?:[a-c]+)\z"


def test_the_tool_is_missing_there_too(monkeypatch):
    monkeypatch.setattr("synth.formats.format.Format.is_harmless", lambda *_: False)
    assert dsl.parse("a").to("gbnf") == 'root ::= "a"'


@settings(max_examples=300)
@given(expressions("abc", max_leaves=14))
def test_another_form_means_the_same(expression):
    if hangs(expression):
        other = without_hang(expression)
        assert other is not None
        assert not hangs(other)
        assert equivalent(expression, other)


def test_formats_are_checked_alike():
    assert {name for name in formats.BUILT_IN if formats.find(name).backtracks} == {"re", "json-schema"}


def test_a_hundred_groups_within_each_other():
    nested = "(b" * 100 + "a" + "|c){1,2}" * 100
    assert hangs(parse(nested)) in (True, False)
