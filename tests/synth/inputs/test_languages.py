"""What an argument means: a pattern, a grammar, the file of a grammar."""

import pytest

from dsl.errors import ConfigurationError, ExampleError, PatternError
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth.inputs.languages import read_grammar, read_language, read_notation

GRAMMAR = 'start: "(" start ")" |\n'


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["nested.lark", "nested.ebnf", "nested", "nested.txt", "a folder/nested.lark"])
def test_a_file_with_a_grammar(here, name):
    (here / "a folder").mkdir()
    (here / name).write_text("// nested\n" + GRAMMAR)
    assert read_language(name) == read_grammar(name) == Grammar.parse(GRAMMAR)


def test_the_text_of_a_grammar():
    assert read_language(GRAMMAR) == Grammar.parse(GRAMMAR)


@pytest.mark.parametrize("pattern", ["[a-z]+", ".", "", "dates.txt", r"[a-z]+\.lark", r"\w\.lark", "start", "x" * 5000])
def test_a_pattern(here, pattern):
    (here / "dates.txt").write_text("2024-01-05\n")  # a file, but of no grammar
    assert read_language(pattern) == Regex.parse(pattern)
    with pytest.raises(ConfigurationError, match="a pattern, not a grammar"):
        read_grammar(pattern)


def test_a_pattern_that_names_a_file_which_is_no_text(here):
    (here / "data").write_bytes(b"\xff\x00")
    assert read_language("data") == Regex.parse("data")


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "No such file"), (b"\xff", "not UTF-8"), (b"", "a rule named start"), (b"item: item2\n", "start")],
)
def test_a_grammar_file_that_is_none(here, content, message):
    if content is not None:
        (here / "bad.lark").write_bytes(content)
    with pytest.raises((ExampleError, PatternError), match=message) as caught:
        read_language("bad.lark")
    assert "bad.lark" in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("name", ["grammar.gbnf", "pattern"])
def test_a_file_of_bytes_is_no_text(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"\xff\x00\x80")
    with pytest.raises(ExampleError, match="it is not UTF-8") as caught:
        read_notation(str(path), "rust")
    assert "iconv" in caught.value.hint
    if name.endswith("gbnf"):
        with pytest.raises(ExampleError, match="it is not UTF-8") as caught:
            read_language(str(path))
        assert "iconv" in caught.value.hint
