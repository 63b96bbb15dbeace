"""Formats of grammars: the tool itself agrees with the language on grammars of every shape."""

import importlib.util

import pytest
from llama_grammar import LlamaGrammar
from shapes import SHAPES

import dsl
from dsl.errors import ExportError
from dsl.grammar import Grammar
from synth.formats import find
from synth.formats.differential import trials

NEEDS = {"lark": "lark", "ebnf": "xgrammar"}
PATTERNS = [
    *["", "[0-9]{4}-[0-9]{2}", "(ab)*", "(a?b?)*c", r"[\]\-^\\\[]+", "[^a]é?", r"\"\\\n\t\r\x01"],
    *["[+--]", r"[\^-]", r"[^\^]", r"[^^-]"],
]


@pytest.mark.parametrize("format", NEEDS)
def test_the_tool_agrees_with_the_language(format):
    if importlib.util.find_spec(NEEDS[format]) is None:
        pytest.skip(f"{NEEDS[format]} is not installed")
    notation = find(format)
    for text in [*SHAPES.values(), *PATTERNS]:
        language = dsl.parse(text)
        written = notation.write(language)
        accepts = notation.target(written)
        for string, belongs in trials(language, 20, samples=8):
            assert accepts(string) == belongs, (written, string)


@pytest.mark.parametrize("text", [*SHAPES.values(), *PATTERNS])
def test_llama_follows_what_is_written(text):
    language = dsl.parse(text)
    written = language.to("gbnf")
    llama = LlamaGrammar(written)
    for string, belongs in trials(language, 30):
        assert llama.accepts(string) == belongs, (written, string)


def test_llama_would_have_refused_the_grammar_itself():
    with pytest.raises(ValueError, match="left recursion"):
        LlamaGrammar('root ::= root "+" "n" | "n"')


@pytest.mark.parametrize(
    ("format", "text", "written"),
    [
        ("gbnf", 'start: start "+" n_ | n_\nn_: "0".."9"+', 'root ::= n ("+" n)*\nn ::= [0-9]+'),
        ("ebnf", 'start: start "+" n_ | n_\nn_: "0".."9"+', 'root ::= [0-9]+ ("+" [0-9]+)*'),
        ("gbnf", 'start: "a" root | ""\nroot: "b"', 'root ::= ("a" root-2)?\nroot-2 ::= "b"'),
        ("gbnf", "[]^-]é?", 'root ::= [\\]^-] "é"?'),
        ("ebnf", "", 'root ::= ""'),
    ],
)
def test_what_is_written(format, text, written):
    assert find(format).write(dsl.parse(text)) == written


def test_counts_that_parsers_write_out_are_refused():
    with pytest.raises(ExportError, match="a count beyond 1,000"):
        Grammar.parse('start: "(" start ")" | "a"~2000').to("gbnf")
