"""Formats of grammars: the tool itself agrees with the language on grammars of every shape."""

import importlib.util
import time

import pytest

import dsl
from dsl.errors import ConfigurationError, ExportError, LimitError
from dsl.grammar import Grammar
from synth.formats import find
from synth.formats.differential import trials
from tests.support.llama_grammar import LlamaGrammar
from tests.support.shapes import SHAPES

NEEDS = {"lark": "lark", "ebnf": "xgrammar", "llguidance": "llguidance"}
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


CONFLICTS = {
    "left recursion behind an empty part",  # of b? b* each b may be in either
    "empty turns",
    "an empty turn at the end",
    "names with underscores",  # two rules that are each other
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("format", "option"), [("lark", {"parser": "lalr"}), ("llguidance", {"lexer": "terminals"})])
def test_forms_with_terminals(shape, format, option):
    if importlib.util.find_spec(NEEDS[format]) is None:
        pytest.skip(f"{NEEDS[format]} is not installed")
    language = dsl.parse(SHAPES[shape])
    if format == "lark" and shape in CONFLICTS:
        with pytest.raises(ExportError, match="LALR has conflicts in this grammar"):
            language.to(format, **option)
    else:
        assert language.to(format, **option)  # after the tool has tried it


@pytest.mark.parametrize("pattern", ["a|ab", "(a|ab)(c|bcd)?", r"[\s\S]*", "[0-9]+[0-9a-f]", '(a/"|\\\\")*', "[^a]*a"])
def test_a_pattern_is_one_terminal_for_lalr(pattern):
    assert "T1" not in dsl.parse(pattern).to("lark", parser="lalr")


def test_terminals_that_a_greedy_lexer_may_take():
    text = 'start: "[" (number ("," number)*)? "]" | start start\nnumber: /[0-9]/+ "."'
    assert dsl.parse(text).to("llguidance", lexer="terminals").splitlines()[-4:] == [
        "T0: /\\[/",
        "T1: /,/",
        "T2: /\\]/",
        "T3: /[0-9]+\\./",
    ]
    with pytest.raises(ConfigurationError, match="did you mean 'terminals'"):
        dsl.parse(text).to("llguidance", lexer="terminal")
    with pytest.raises(ConfigurationError, match="it is one of llguidance"):
        dsl.parse(text).to("lark", lexer="terminals")


def test_llama_would_have_refused_the_grammar_itself():
    with pytest.raises(ValueError, match="left recursion"):
        LlamaGrammar('root ::= root "+" "n" | "n"')


@pytest.mark.parametrize(
    ("format", "text", "written"),
    [
        ("gbnf", 'start: start "+" n_ | n_\nn_: "0".."9"+', 'root ::= n ("+" n)*\nn ::= [0-9]+'),
        ("ebnf", 'start: start "+" n_ | n_\nn_: "0".."9"+', 'root ::= [0-9]+ ("+" [0-9]+)*'),
        ("lark", "[a-z]{2}(-[a-z]{1,20}){0,5}", 'start: "a".."z"~2 a~0..5\na: "-" "a".."z"~1..20'),
        ("lark", "a{0,20}b{0,20}", 'start: a "b"~0..20\na: "a"~0..20'),
        ("lark", "a{0,9}b{0,9}", 'start: "a"~0..9 "b"~0..9'),
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


def test_a_chain_of_rules_is_not_put_into_each_other_without_end():
    chain = "\n".join(f'r{number}: "a" r{number + 1} | "b"' for number in range(200))
    grammar = Grammar.parse(f'start: r0\n{chain}\nr200: "c"')
    back = find("ebnf").read(find("ebnf").write(grammar))
    assert back.accepts_all(["b", "a" * 200 + "c", "a" * 201 + "c"]) == [True, True, False]


def test_a_grammar_that_is_too_large_to_try_says_so_at_once():
    began = time.perf_counter()
    with pytest.raises(LimitError, match="more than 5,000 symbols"):
        Grammar.parse('start: "a"~100000').to("llguidance")
    assert time.perf_counter() - began < 5


def test_a_lexer_of_bytes_has_begun_a_character_before_it_sees_which():
    # U+200B and U+2028 begin with the same two bytes
    text = 'start: c\nb: "\\u200b"\nc: "\\u200b\\u200b" | b "\\u2028"'
    assert "c: T0 T0 | b T1" in dsl.parse(text).to("llguidance", lexer="terminals")
    plain = 'start: c\nb: "x"\nc: "xx" | b "y"'
    assert "T2: /xx/" in dsl.parse(plain).to("llguidance", lexer="terminals")
