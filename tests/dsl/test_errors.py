import pickle

from dsl.errors import ConfigurationError, PatternError


def lines(error):
    return error.message.split("\n")


def test_an_error_shows_what_cannot_be_seen():
    error = ConfigurationError("no file \x1b]0;x\x07\u202e", hint="did you mean \u00ad?")
    assert error.message == "no file \\x1b]0;x\\x07\\u202e"
    assert error.hint == "did you mean \\xad?"
    assert pickle.loads(pickle.dumps(error)).message == error.message


def test_the_caret_stands_below_the_fault_whatever_is_before_it():
    for before, shown in [("\x1b", "\\x1b"), ("\t", "\\t"), ("e\u0301", "e\u0301"), ("a\u2028\x0b", "a\\u2028\\x0b")]:
        error = PatternError("does not parse", f"one\n{before}(b\nthree", 4 + len(before), expected="')'")
        width = 1 if before == "e\u0301" else len(shown)
        assert lines(error) == ["does not parse", f"    {shown}(b", "    " + " " * width + "^ expected ')'"]
    assert lines(PatternError("x", "日本(", 2))[2] == "    " + " " * 4 + "^"


def test_a_fault_at_the_end_of_a_line_and_behind_the_last():
    assert lines(PatternError("x", "ab\ncd", 2))[1:] == ["    ab", "      ^"]
    assert lines(PatternError("x", "ab\n", 3))[1:] == ["    ", "    ^"]


def test_of_a_long_line_what_is_near_the_fault_is_shown():
    for position in (0, 1, 2_500, 4_999, 5_000):
        _, line, caret = lines(PatternError("x", "(" * position + "!" + "(" * (5_000 - position), position))
        assert len(line) <= 250
        assert line[caret.index("^")] == "!"
    assert lines(PatternError("x", "(" * 5_000, 5_000))[1].startswith("    …(")
