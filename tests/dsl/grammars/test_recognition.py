import itertools
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, UnexpectedInput

from dsl.errors import ExampleError, LimitError
from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all, count_parses, parse_tree
from dsl.grammars.symbols import Texts
from tests.support.grammars import NAMES, grammars, language, languages, words
from tests.support.strategies import strings

LONGEST = 5
WORDS = ["".join(letters) for length in range(LONGEST + 1) for letters in itertools.product("ab", repeat=length)]
MARKS = dict(zip(NAMES, "①②③", strict=True))


@given(grammars())
@settings(max_examples=100, deadline=None)
def test_accepts_what_brute_force_finds(grammar):
    inside = language(grammar, LONGEST)
    assert accepts_all(grammar, WORDS).tolist() == [word in inside for word in WORDS]


@given(grammars("abc", counts=[(0, None), (1, None), (0, 1)]), st.lists(strings("abcd", max_size=7), max_size=6))
@settings(max_examples=40, deadline=None)
def test_accepts_what_lark_accepts(grammar, given):
    parser = Lark(str(grammar), parser="earley", lexer="dynamic_complete")
    for string, found in zip(given, accepts_all(grammar, given), strict=True):
        try:
            parser.parse(string)
            assert found
        except UnexpectedInput:
            assert not found


@pytest.mark.parametrize("length", [0, 1, 62, 63, 64, 65, 127, 128, 129, 1_000])
def test_every_length_of_rows(length):
    nested = Grammar.parse('start: | "(" start ")" start')
    many = Grammar.parse('start: "a"* b\nb: "b"?')
    half = length // 2
    assert accepts_all(nested, ["(" * half + ")" * half, "()" * half, "(" * length + ")" * (length + 1)]).tolist() == [
        True,
        True,
        False,
    ]
    assert accepts_all(many, ["a" * length, "a" * length + "b", "a" * half + "b" + "a"]).tolist() == [True, True, False]
    assert count_parses(nested, "()" * half) == 1


def test_texts_serve_any_grammar_and_any_character():
    texts = Texts(["", "é", "\ud800", "é" * 70, "\U0010ffff\0"])
    assert accepts_all(Grammar.parse("start: /[^a]/*"), texts).all()
    assert accepts_all(Grammar.parse('start: "é"+'), texts).tolist() == [False, True, False, True, False]
    assert accepts_all(Grammar.parse("start:"), texts).tolist() == [True, False, False, False, False]
    assert accepts_all(Grammar.parse("start:"), []).tolist() == []


def marked(node, text):
    pieces, place = [], node.start
    for child in node.children:
        pieces += [text[place : child.start], MARKS[child.rule]]
        place = child.end
    return "".join([*pieces, text[place : node.end]])


@given(grammars(), st.sampled_from(WORDS))
@settings(max_examples=100, deadline=None)
def test_parse_trees(grammar, word):
    if not grammar.accepts(word):
        with pytest.raises(ExampleError, match="does not accept"):
            parse_tree(grammar, word)
        assert count_parses(grammar, word) == 0
        return
    tree, known = parse_tree(grammar, word), languages(grammar, len(word))
    assert (tree.rule, tree.start, tree.end) == ("start", 0, len(word))
    for node in tree.walk():
        assert word[node.start : node.end] in known[node.rule]
        places = [node.start, *(edge for child in node.children for edge in (child.start, child.end)), node.end]
        assert places == sorted(places)
        marks = {name: {mark} for name, mark in MARKS.items()}
        # with a mark in the place of each child, the text is one that the body of the rule writes
        assert marked(node, word) in words(grammar.rules[node.rule], marks, LONGEST + len(node.children))


def test_the_tree_of_a_sum():
    tree = parse_tree(Grammar.parse('start: sum\nsum: sum "+" n | n\nn: "0".."9"+'), "1+23")
    shape = [(node.rule, node.start, node.end) for node in tree.walk()]
    assert shape == [("start", 0, 4), ("sum", 0, 4), ("sum", 0, 1), ("n", 0, 1), ("n", 2, 4)]


def test_numbers_of_parses():
    catalan = Grammar.parse('start: "a" | start start')
    assert [count_parses(catalan, "a" * n) for n in range(8)] == [0, 1, 1, 2, 5, 14, 42, 132]
    assert count_parses(catalan, "a" * 60) == comb(118, 59) // 60 > 2**64
    assert count_parses(Grammar.parse('start: "a"* "a"~1..2 b\nb: "a"?'), "aaa") == 4
    assert count_parses(Grammar.parse('start: b c\nb: | "a"\nc: | "a"'), "a") == 2
    with pytest.raises(LimitError, match="infinitely"):
        count_parses(Grammar.parse('start: start | "a"'), "a")
    with pytest.raises(LimitError, match="infinitely"):
        count_parses(Grammar.parse('start: b*\nb: "a"?'), "a")
    assert count_parses(Grammar.parse('start: "b" | "a" loop\nloop: loop | "a"'), "b") == 1
