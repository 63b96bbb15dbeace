"""Automata as files: read back, they accept what the language does."""

import json

import pytest
from safetensors import safe_open
from safetensors.numpy import load

import dsl
from dsl.errors import ExportError
from synth.formats.differential import trials


@pytest.mark.parametrize("pattern", ["(ab)*", "[^a]{2}", "(😀|é|a)+", "[à-ÿ]?x", "()", r"[\s\S]*", r"[^\s\S]"])
def test_the_file_accepts_what_the_language_does(pattern):
    language = dsl.parse(pattern)
    tensors = load(language.to("dfa"))
    for text, belongs in trials(language, 30):
        state = 0
        for byte in text.encode():
            state = tensors["next"][state, byte] if state >= 0 else -1
        assert (state >= 0 and bool(tensors["accepting"][state])) == belongs, text


def test_the_header_describes_it(tmp_path):
    (tmp_path / "dfa").write_bytes(dsl.parse("(ab)*").to("dfa"))
    with safe_open(tmp_path / "dfa", "numpy") as file:
        description = json.loads(file.metadata()["description"])
    assert description == {"schema": 1, "language": "(ab)*", "states": 2, "start": 0, "alphabet": "bytes of UTF-8"}


def test_a_picture_of_a_pattern_and_of_a_grammar():
    assert dsl.parse('a"*').to("dot") == (
        'digraph {\n  rankdir=LR\n  node [shape=circle]\n  begin [shape=point, label=""]\n  begin -> 0\n'
        '  2 [shape=doublecircle]\n  0 -> 2 [label="a"]\n  2 -> 2 [label="\\""]\n}'
    )
    picture = dsl.parse('start: "(" start ")" | node\nnode: "a"').to("dot")
    assert '  "start" -> "node"\n' in picture
    assert '  "start" -> "start"\n' in picture
    assert '  "node" [label=' in picture  # without quotes it would be a style of all


def test_a_grammar_that_is_not_regular_has_no_automaton():
    with pytest.raises(ExportError, match="this is a grammar"):
        dsl.parse('start: "(" start ")" |').to("dfa")
