import pytest

from dsl.expressions.expression import EMPTY
from dsl.expressions.notation import parse
from synth.explain.explanation import explain, quote, sentence


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("[0-9]{3}-[A-Z]{2,4}", "3 digits, then '-', then 2 to 4 upper-case letters"),
        ("abc", "'abc'"),
        ("()", "the empty string"),
        ("a", "'a'"),
        (" ", "a space"),
        (r"\n\t", r"'\n\t'"),
        ("it's", '"it\'s"'),
        (r"\\", r"'\'"),
        ("[0-9]", "a digit"),
        ("[0-9]?", "optionally a digit"),
        ("[a-z]*", "0 or more lower-case letters"),
        ("[A-Za-z]+", "1 or more letters"),
        ("[A-Za-z0-9]{2,}", "2 or more letters or digits"),
        ("[0-9A-Za-z_]{0,3}", "up to 3 letters, digits or '_'"),
        ("[0-9a-f]{8}", "8 lower-case hexadecimal digits"),
        ("x{3}", "'x' 3 times"),
        ("x*", "'x' 0 or more times"),
        ("x?", "optionally 'x'"),
        ("[ab]", "'a' or 'b'"),
        ("[a-c]", "'a' to 'c'"),
        ("[a-z0-9._]", "a lower-case letter, a digit, '.' or '_'"),
        ("[a-z-]+", "1 or more characters, each a lower-case letter or '-'"),
        ('[^"]', "any character but '\"'"),
        ('[^",]*', "0 or more characters, none of them '\"' or ','"),
        (".", "any character but a newline"),
        (".*", "0 or more characters, any but newlines"),
        (r"[\s\S]", "any character"),
        (r"\d+", "1 or more digits of any script"),
        (r"\w", "a word character of any script"),
        (r"\s", "a white-space character of any kind"),
        ("ab|[0-9]", "either a digit or 'ab'"),
        ("(ab)*", "0 or more times ('ab')"),
        ("(a[0-9])?", "optionally ('a', then a digit)"),
        ("(a[0-9]|bc){2}", "2 times (either ('a', then a digit) or 'bc')"),
        ("à{2}ñ", "'à' 2 times, then 'ñ'"),
    ],
)
def test_sentences(pattern, words):
    assert sentence(explain(parse(pattern))) == words


def test_the_empty_language():
    assert explain(EMPTY).words == "nothing: no string matches"


def test_lines_are_indented_like_the_expression():
    root = explain(parse("ab(-[0-9]{2}|xy*)(c[0-9])+"))
    assert [(depth, part.words) for depth, part in root.lines()] == [
        (0, "'ab'"),
        (0, "one of:"),
        (1, "in sequence:"),
        (2, "'-'"),
        (2, "2 digits"),
        (1, "in sequence:"),
        (2, "'x'"),
        (2, "'y' 0 or more times"),
        (0, "1 or more times:"),
        (1, "'c'"),
        (1, "a digit"),
    ]


def test_a_single_part_has_a_line():
    assert [part.words for _, part in explain(parse("a*")).lines()] == ["'a' 0 or more times"]
    assert [part.words for _, part in explain(parse("()")).lines()] == ["the empty string"]


@pytest.mark.parametrize(
    ("text", "shown"), [("a'b", '"a\'b"'), ("\x00", r"'\x00'"), ("\n", "a newline"), ("ab", "'ab'")]
)
def test_quotes(text, shown):
    assert quote(text) == shown
