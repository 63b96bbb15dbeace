import re
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dsl
from dsl.expressions.expression import literal
from dsl.grammar import Grammar
from dsl.regex import Regex
from dsl.visibility import code, is_visible, visible, width

HIDDEN = [
    "\0", "\x1b", "\x7f", "\x85", "\x9b",  # controls, some of which terminals obey
    "\u00ad", "\u061c", "\u180e", "\u200b", "\u200e", "\u202e", "\u2066", "\ufeff", "\U000e0041",  # formats
    "\u00a0", "\u2003", "\u2028", "\u3000",  # white space other than the plain space
    "\u115f", "\u3164", "\uffa0", "\u2800", "\ufe0f",  # letters and signs without a shape
    "\ue000", "\u0378", "\U0010ffff", "\ud800",  # private, unassigned, half a pair
]  # fmt: skip
texts = st.text(st.one_of(st.sampled_from([*HIDDEN, *"a'\u0301\u0300\u200d\u0645\n"]), st.characters()), max_size=12)


@pytest.mark.parametrize("character", HIDDEN)
def test_what_does_not_show_is_written_as_its_code(character):
    assert visible(f"a{character}b") == f"a{code(character)}b"
    assert not is_visible(character)


def test_what_shows_stays():
    for text in ("plain text", "Zürich 日本語 😀", "e\u0301 नमस्ते", "شكرًا", "می\u200cخواهم"):
        assert visible(text) == text


def test_a_mark_needs_a_letter():
    assert visible("\u0301e\u0301\u0300 \u0301'\u0301") == "\\u0301e\u0301\u0300 \\u0301'\\u0301"


def test_a_joiner_needs_letters_that_join():
    assert visible("a\u200cb \u200d") == "a\\u200cb \\u200d"


def test_a_text_takes_one_line_unless_told_otherwise():
    assert visible("a\r\n\tb") == "a\\r\\n\\tb"
    assert visible("a\n\tb", keep="\n") == "a\n\\tb"


@given(texts)
def test_once_is_enough_and_no_terminal_obeys(text):
    seen = visible(text)
    assert visible(seen) == seen
    assert all(category(letter)[0] not in "CZ" or letter in " \u200c\u200d" for letter in seen)
    assert width(seen) >= 0


@given(texts)
def test_patterns_and_grammars_show_all_and_mean_the_same(text):
    expression = literal(text)
    pattern, grammar = Regex(expression).pattern, Grammar({"start": expression})
    assert visible(pattern) == pattern
    assert visible(grammar.pattern) == grammar.pattern
    assert dsl.parse(pattern) == Regex(expression)
    assert re.fullmatch(pattern, text)
    assert Grammar.parse(grammar.pattern) == grammar


def test_words_with_marks_are_read_as_they_were_typed():
    assert dsl.parse("e\\u0301नमस्ते").pattern == "e\u0301नमस्ते"
    assert dsl.parse("e[\u0301x]\u0301+").pattern == "e[x\\u0301]\\u0301+"


def test_wide_characters_take_two_columns_and_marks_none():
    assert [width(text) for text in ("ab", "日本", "e\u0301")] == [2, 4, 1]
