import pytest

from dsl.errors import ExampleError
from synth.web.texts import Texts


@pytest.fixture
def texts():
    texts = Texts()
    texts.put(["a", "b", "a"], ["x"])
    return texts


def test_repeats_count(texts):
    assert (texts.examples, texts.reject, texts.total) == ({"a": 2, "b": 1}, {"x": 1}, 3)


def test_a_string_on_both_lists_is_named(texts):
    with pytest.raises(ExampleError, match="'b' is an example, and must not match"):
        texts.put(["a", "b"], ["b"])
    assert texts.total == 3


def test_moving_there_and_back(texts):
    texts.move("a", "reject")
    assert (texts.examples, texts.reject) == ({"b": 1}, {"a": 1, "x": 1})
    with pytest.raises(ExampleError, match="only example"):
        texts.move("b", "reject")
    texts.move("x", "match")
    texts.move("a", None)
    assert (texts.examples, texts.reject) == ({"x": 1, "b": 1}, {})


def test_added_strings_that_contradict_are_returned(texts):
    assert texts.add(["b", "x", "c"], ["a", "y"]) == ["x", "a"]
    assert (texts.examples, texts.reject) == ({"a": 2, "b": 2, "c": 1}, {"x": 1, "y": 1})
