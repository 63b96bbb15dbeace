"""The registry: names, options, plugins, and the check that stands between an export and whoever gets it."""

import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest

import dsl
from dsl.errors import ConfigurationError, ExportError
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth import formats
from synth.formats.differential import trials
from synth.formats.format import Format
from synth.formats.patterns.python import Python


class Shouting(Format):
    name = "shouting"
    title = "Shouts"
    options = {"marks": ("one", "many")}  # noqa: RUF012 (as a plugin would write it)

    def write(self, language, marks="one"):
        return language.pattern.upper() + ("!" if marks == "one" else "!!!")

    def target(self, text, **options):
        return lambda string: string == text.rstrip("!")


@pytest.fixture
def plugin(monkeypatch):
    points = [EntryPoint("shouting", f"{__name__}:Shouting", formats.GROUP)]
    monkeypatch.setattr(formats, "entry_points", lambda group: points if group == formats.GROUP else [])
    monkeypatch.setitem(sys.modules, __name__, SimpleNamespace(Shouting=Shouting))
    formats._places.cache_clear()
    yield
    formats._places.cache_clear()


def test_a_plugin_is_a_format_like_any_other(plugin):
    assert formats.names()[-1] == "shouting"
    assert dsl.parse("A1").to("shouting", marks="many") == "A1!!!"
    with pytest.raises(ExportError, match="Shouts rejects 'a', unlike the language"):
        dsl.parse("a").to("shouting")


@pytest.mark.parametrize(
    ("format", "options", "message", "hint"),
    [
        ("xml", {}, "no format 'xml'", "choose from"),
        ("larc", {}, "no format 'larc'", "did you mean 'lark'"),
        ("re", {"flags": "x"}, "re has no option 'flags'", "re has no options"),
    ],
)
def test_a_name_that_is_unknown(format, options, message, hint):
    with pytest.raises(ConfigurationError, match=message) as caught:
        dsl.parse("a").to(format, **options)
    assert hint in caught.value.hint


def test_a_difference_is_an_error_that_shows_the_string(monkeypatch):
    monkeypatch.setattr(Python, "write_expression", lambda self, expression: "[a-z0]")
    with pytest.raises(ExportError, match="Python's re accepts '0', unlike the language"):
        Regex.parse("a").to("re")


def test_what_the_tool_refuses_is_an_error(monkeypatch):
    monkeypatch.setattr(Python, "write_expression", lambda self, expression: "(a")
    monkeypatch.setattr(Python, "longest", lambda self, text: 10)
    with pytest.raises(ExportError, match="refuses the pattern: missing"):
        Regex.parse("a").to("re")


def test_without_the_tool_nothing_is_tried(monkeypatch):
    def missing(self, text, **options):
        raise ImportError

    monkeypatch.setattr(Python, "target", missing)
    monkeypatch.setattr(Python, "write_expression", lambda self, expression: "[a-b]")
    assert Regex.parse("a").to("re") == "[a-b]"


@pytest.mark.parametrize("language", [Regex.parse("[0-9]{4}-[a-f]+"), Grammar.parse('start: "(" start ")" | "x"*')])
def test_trials_hold_strings_of_both_kinds(language):
    found = trials(language, 30)
    assert len(dict(found)) == len(found)
    assert sum(belongs for _, belongs in found) >= 10
    assert sum(not belongs for _, belongs in found) >= 20
    assert all(language.accepts(text) == belongs and len(text) <= 31 for text, belongs in found)
    assert found == trials(language, 30)
