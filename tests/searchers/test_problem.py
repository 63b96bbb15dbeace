from collections import Counter
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.errors import ExampleError, LimitError
from searchers.problem import MAX_LENGTH, Problem


def test_repeats_are_weights():
    problem = Problem.of(iter(["b", "a", "b", "b"]), ["x", "x", "y"])
    assert problem.positives == ("b", "a")
    assert problem.weights == (3, 1)
    assert problem.negatives == ("x", "y")
    assert problem.total == 4


@pytest.mark.parametrize(
    ("positives", "reject", "says"),
    [
        ([], [], "no examples"),
        ("abc", [], "one string"),
        (["abc"], "x", "one string"),
        (b"abc", [], "are bytes"),
        (Path("dates.txt"), [], "are a path"),
        (StringIO("a\nb\n"), [], "are a file"),
        ({"a": 2}, [], "are a mapping"),
        (Counter("ab"), [], "are a mapping"),
        (SimpleNamespace(columns=["a"]), [], "are a table"),
        (None, [], "no collection: None"),
        (["a"], None, "strings to reject are no collection: None"),
        (["a", 1], [], "not a string: 1"),
        (["a", b"b"], [], "not a string: b'b'"),
        (["a"], [None], "not a string: None"),
        (["a", "b"], ["c", "b"], "'b'"),
    ],
)
def test_unusable_examples(positives, reject, says):
    with pytest.raises(ExampleError, match=says) as caught:
        Problem.of(positives, reject)
    assert caught.value.hint


def test_the_longest_string():
    assert Problem.of(["a" * MAX_LENGTH]).total == 1
    with pytest.raises(LimitError) as caught:
        Problem.of(["a"], ["a" * (MAX_LENGTH + 1)])
    assert len(str(caught.value)) < 300


@given(st.lists(st.text("ab", max_size=5), min_size=1), st.integers(2, 10))
def test_a_sample_keeps_the_extremes_and_the_weights(texts, most):
    problem = Problem.of(texts)
    sample = problem.sample(most)
    assert len(sample.positives) == min(most, len(problem.positives))
    weights = dict(zip(problem.positives, problem.weights, strict=True))
    assert sample.weights == tuple(weights[text] for text in sample.positives)
    lengths = [len(text) for text in texts]
    assert min(lengths) == min(map(len, sample.positives))
    assert max(lengths) == max(map(len, sample.positives))


def test_a_sample_keeps_everything_else():
    problem = Problem.of(map(str, range(50)), ["x"], guesses=[])
    assert problem.sample(10).negatives == ("x",)
    assert problem.sample(50) is problem


def test_missing_values_are_to_be_left_out_and_bytes_to_be_decoded():
    for item, hint in ((float("nan"), "leave out missing values"), (b"a", "decode")):
        with pytest.raises(ExampleError) as caught:
            Problem.of(["a", item])
        assert hint in caught.value.hint


def test_answers_are_told_from_what_was_given_and_added():
    problem = Problem.of(["a"], ["b"]).with_added(["aa"], ["c"]).with_answers(["aaa"], ["b", "d", "a"])
    assert problem.positives == ("a", "aa", "aaa")
    assert problem.negatives == ("b", "c", "d")
    assert problem.asked == {"d"}
    assert problem.with_answers([], ["e"]).asked == {"d", "e"}
