import pytest

from synth.inputs.doubts import doubts


@pytest.mark.parametrize(
    ("source", "examples", "said"),
    [
        ("a.csv", ["id,name", "1,Ann"], "synth profile"),
        ("a.JSON", ['[{"id": 1}]'], "synth profile"),
        ("a.txt", ["a\0b\0c"], "--null"),
        ("a.txt", ["a ", "b"], "1 of 2 examples begins or ends with blanks"),
        ("-", ["a", "\tb", "c ", "d"], "2 of 4 examples begin or end with blanks"),
    ],
)
def test_what_was_perhaps_not_meant(source, examples, said):
    (doubt,) = doubts(source, examples)
    assert said in doubt


@pytest.mark.parametrize(
    ("source", "examples"), [("a.csv", ["12", "13"]), ("a.txt", ["1,2", "{x}"]), ("-", [" a", " b"])]
)
def test_what_is_plain(source, examples):
    assert list(doubts(source, examples)) == []
