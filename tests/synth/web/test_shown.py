"""What the page says of a string."""

import pytest

import dsl
from dsl.errors import LimitError
from synth.report.recorded import Entry, RecordedRun
from synth.web.shown import Shown

DATES = ["2024-01-31", "1999-12-24"]


def shown(notation, examples=DATES):
    language = dsl.parse(notation)
    entry = Entry(str(language), language.pattern, language.size, 0, 1.0)
    return Shown(RecordedRun("x", {}, dict.fromkeys(examples, 1), [], entry, [entry], [], {}, []))


def letters(trees):
    return "".join(tree if isinstance(tree, str) else letters(tree[2:]) for tree in trees)


def names(trees):
    return [name for tree in trees if isinstance(tree, list) for name in (tree[0], *names(tree[2:]))]


def test_why_a_string_matches():
    verdict = shown("[0-9]{4}-[0-9]{2}-[0-9]{2}").verdict("2024-05-06")
    assert verdict["matches"]
    assert verdict["why"] == [["4 digits", "2024"], ["'-'", "-"], ["2 digits", "05"], ["'-'", "-"], ["2 digits", "06"]]
    assert letters(verdict["shown"]) == "2024-05-06"


def test_how_a_string_would_be_mended():
    verdict = shown("[0-9]{4}-[0-9]{2}-[0-9]{2}").verdict("2024-5x-06")
    assert not verdict["matches"]
    assert verdict["distance"] == len(verdict["edits"]) == 1
    assert verdict["edits"] == ["at character 7: replace 'x' by '0'"]
    assert verdict["mended"] == "2024-50-06"
    assert names(verdict["shown"]) == ["bdi", "del", "ins"]


def test_a_grammar_mends_too():
    nested = shown('start: "(" start* ")"', ["()", "(())"])
    assert nested.verdict("(()())")["matches"]
    verdict = nested.verdict("(()")
    assert verdict["distance"] == 1
    assert verdict["mended"] in ("()", "(())")


@pytest.mark.parametrize("text", ["\x1b[2J", "\u202e12", "ש" * 3, "\ud800", "<b>", "\0"])
def test_what_cannot_be_seen_is_shown_as_its_code(text):
    verdict = shown("[0-9]+").verdict(text)
    told = letters(verdict["shown"]) + "".join(verdict["edits"])
    assert all(character.isprintable() for character in told)
    assert "\u202e" not in told


def test_strings_that_are_too_long():
    with pytest.raises(LimitError, match="the limit here is 5,000"):
        shown("[0-9]+").verdict("1" * 5_001)
    long = shown("[0-9]+").verdict("1" * 2_000 + "x")
    assert long["distance"] == 1
    assert "edits" not in long


def test_lists_are_coloured():
    dates = shown("[0-9]{4}-[0-9]{2}-[0-9]{2}")
    assert dates.inside(["2024-01-31", "x"]) == {"2024-01-31": True, "x": False}
    assert letters(dates.coloured("2024-01-31", True)) == "2024-01-31"
    assert names(dates.coloured("2024-01-31", True)) == ["bdi"] * 6
    assert letters(dates.coloured("", False)) == "the empty string"
