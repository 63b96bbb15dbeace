"""dsl.parse: one door for patterns and grammars."""

import pytest

import dsl
from dsl.errors import PatternError
from dsl.grammar import Grammar
from dsl.regex import Regex


@pytest.mark.parametrize("text", ["[a-z]+", "", "start", "(ab){2,}|c", 'start: "(" start ")" |', 'a: "x"\nstart: a a'])
def test_what_is_written_reads_back_equal(text):
    language = dsl.parse(text)
    assert isinstance(language, Grammar if "start:" in text else Regex)
    assert dsl.parse(str(language)) == language


@pytest.mark.parametrize("text", ["a(b", 'start: "a', 'start: "a" start'])
def test_errors(text):
    with pytest.raises(PatternError):
        dsl.parse(text)
