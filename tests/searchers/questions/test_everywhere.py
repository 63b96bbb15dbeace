import pytest

from dsl.regex import Regex
from searchers.questions.everywhere import everywhere


def of_regex(pattern):
    return {str(Regex(each)) for each in everywhere(Regex.parse(pattern).expression)}


@pytest.mark.parametrize(
    ("pattern", "meant"),
    [
        ("[A-Z][a-z]{3}( [A-Z][a-z]{2}){0,2}", "[A-Z]+[a-z]+( [A-Z]+[a-z]+)*"),
        ("[A-Z][a-z]{3}", "[A-Za-z]+"),
        ("[a-z]{2}-[a-z]{3}", "[A-Za-z]{2}-[A-Za-z]{3}"),
        ("[a-z]{0,2}x?", "[A-Za-z0-9]*x?"),
    ],
)
def test_all_parts_are_wider_together(pattern, meant):
    assert str(Regex.parse(meant)) in of_regex(pattern)


@pytest.mark.parametrize("pattern", ["[A-Z][a-z]{3}( [a-z]{2}){0,2}", "v?([0-9]\\.){1,2}[0-9]+", "abc|[0-9]{2}"])
def test_nothing_that_belonged_to_it_is_lost(pattern):
    texts = Regex.parse(pattern).sample(50, 0)
    for each in everywhere(Regex.parse(pattern).expression):
        assert all(Regex(each).accepts_all(texts))


def test_single_characters_stay():
    assert of_regex("ab") == {"ab"}
