"""Parses in writing: trees of any depth, and edits that mend."""

import json

from hypothesis import given
from hypothesis import strategies as st

from dsl.grammar import Grammar
from synth.explain.trees import Parse

NESTED = Grammar.parse('start: "(" start ")" | item*\nitem: "a" | "b"')


def test_a_deep_tree_is_written():
    text = "(" * 300 + ")" * 300
    parse = Parse.of(NESTED, text)
    lines = list(parse.lines())
    assert len(lines) == 301
    assert lines[300] == "  " * 300 + "start  ''"
    assert parse.to_json().count('"rule"') == 301


@given(st.text("ab()", max_size=8))
def test_json_is_whole_and_what_is_mended_is_accepted(text):
    parse = Parse.of(NESTED, text)
    value = json.loads(parse.to_json())
    assert value["accepted"] == NESTED.accepts(text)
    if value["accepted"]:
        assert (value["tree"]["rule"], value["tree"]["start"], value["tree"]["end"]) == ("start", 0, len(text))
    else:
        assert value["distance"] == NESTED.distance(text) == len(value["edits"])
        assert NESTED.accepts(value["mended"])


def test_edits_in_words():
    lines = list(Parse.of(Grammar.parse('start: "abc" "x"~3'), "adcx").lines())
    assert lines[0] == "not accepted: 'adcx', distance 3"
    assert "  at 1: replace 'd' by 'b'" in lines
    assert lines[-1] == "  mended: 'abcxxx'"
    assert sum(line.endswith("insert 'x'") for line in lines) == 2
    assert "  at 0: delete '!'" in Parse.of(Grammar.parse('start: "a"'), "!a").lines()
