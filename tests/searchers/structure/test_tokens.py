import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchers.structure.private_characters import GROUPS
from searchers.structure.tokens import (
    LEXERS,
    NAME,
    NUMBER,
    QUOTED,
    WORD,
    by_character,
    by_kind,
    by_name,
    by_name_and_value,
    by_value,
    keywords,
    shape,
    with_operators,
)

GROUP = GROUPS.character(0)
ALL = [*LEXERS, by_name_and_value]

texts = st.one_of(st.text(f"ab_01.-+'\" ,{GROUP}", max_size=12), st.text(max_size=12))


@pytest.mark.parametrize("tokens", ["a|==|b", "a|<->|b", "a|<|b", "<=|=", "->|>", "a|\\/|/\\|b", ""])
def test_operators(tokens):
    assert "|".join(with_operators(tokens.replace("|", ""))) == tokens


@given(texts, st.sampled_from(ALL))
def test_tokens_are_the_text(text, lexer):
    tokens = lexer(text)
    assert "".join(tokens) == text
    assert all(tokens)


@pytest.mark.parametrize(
    ("lexer", "tokens"),
    [
        (by_character, "a|b|1|2|_|3|-|4|.|5"),
        (by_kind, "ab|12|_|3|-|4|.|5"),
        (by_name, "ab12_3|-|4|.|5"),
        (by_value, "ab|12|_|3|-|4.5"),
        (by_name_and_value, "ab12_3|-|4.5"),
    ],
)
def test_lexers(lexer, tokens):
    assert lexer(tokens.replace("|", "")) == tokens.split("|")


@pytest.mark.parametrize(
    "tokens",
    [
        "-1",
        "-1.5",
        "a|*|-1.5",
        "1|-|2",
        "1.5|-|2.5",
        "a|-|1",
        f"{GROUP}|-|1",
        "1|,|-1|,|-2.25",
        "1|-|-2",
        "-|-1",
        "1|+|-|-2",
        "=|-7|-|7",
        ".|5",
        "a|.|5",
        "1.5|.|2",
        "1|.|.|5",
        "1|.",
        "-|a",
        "-|.|5",
        "-|(|1|)",
    ],
)
def test_signs_stand_where_no_operand_stands_before_and_fractions_behind_a_number(tokens):
    assert by_value(tokens.replace("|", "")) == tokens.split("|")


@given(st.text(f"a0123.-+,{GROUP}", max_size=14))
def test_values(text):
    before = ""
    for token in by_value(text):
        if len(token) > 1 and not token.isalnum():
            assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", token)
            assert not token.startswith("-") or not before or not (before[-1].isalnum() or before[-1] == GROUP)
        before = token


@pytest.mark.parametrize("lexer", [by_kind, by_name, by_value])
def test_quoted_strings_are_one_token(lexer):
    assert lexer("""{"a b":'1,2'}""") == ["{", '"a b"', ":", "'1,2'", "}"]
    assert lexer('""') == ['""']
    assert lexer('a"b') == ["a", '"', "b"]
    assert lexer("""'"'"'""") == ["""'"'""", '"', "'"]


@pytest.mark.parametrize(
    ("token", "found"),
    [
        ("12", NUMBER),
        ("-1.5", NUMBER),
        ("ab", WORD),
        ("Ab", WORD),
        ("a1", NAME),
        ("1a", NAME),
        ("a_b", NAME),
        ('"a"', QUOTED),
        ("''", QUOTED),
        ('"', '"'),
        ("+", "+"),
        ("-", "-"),
        (".", "."),
        ("_", "_"),
        (" ", " "),
        (GROUP, GROUP),
    ],
)
def test_shapes(token, found):
    assert shape(token) == found


def test_words_that_come_often_are_keywords():
    rows = [["if", "x", "+", "1"], ["if", "y", "+", "1"], ["if", "y", "+", "1", "y"], ["z", "z", "z"]]
    assert keywords(rows) == {"if", "y"}
    assert keywords(rows[:2]) == set()
    assert keywords([]) == set()
