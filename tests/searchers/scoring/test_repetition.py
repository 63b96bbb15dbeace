import pytest

from searchers.scoring.repetition import repeated


@pytest.mark.parametrize(
    ("texts", "marks"),
    [
        (["GET /b", "PUT /a", "GET /a"], ["xxx   ", "      ", "      "]),  # one letter is no word
        (["12-34", "56-34", "123"], ["     ", "   xx", "   "]),
        (["ab_c", "ab12"], ["xx  ", "    "]),
        (["red red", "grey"], ["       ", "    "]),  # twice in one example says nothing of others
        (["", "a"], ["", " "]),
        (["ab", "abab", "ababab"], ["  ", "xxxx", "xxxxxx"]),  # a run of words that were met
        (["blue", "bluered", "redblue"], ["    ", "xxxx   ", "xxxxxxx"]),  # what is left of a run is a word, too
        (["in", "inside", "into"], ["  ", "      ", "    "]),  # two letters are the beginning of much
        (["12", "1212"], ["  ", "    "]),  # numbers have no parts
        (["aaabb", "11-é"], [" xx x", "    "]),  # a letter right behind itself
    ],
)
def test_runs_that_an_example_before_has_are_marked(texts, marks):
    found = repeated(texts, [1] * len(texts))
    assert "".join("x" if mark else " " for mark in found) == "".join(marks)


def test_an_example_that_occurs_twice_is_two():
    assert repeated(["on", "out"], [2, 1]).tolist() == [True, True, False, False, False]
