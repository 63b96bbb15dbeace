import copy
import pickle
import random
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.errors import ConfigurationError, LimitError, PatternError
from dsl.expressions.expression import EMPTY, size
from dsl.expressions.notation import parse
from dsl.regex import Regex
from tests.support.strategies import expressions


@given(expressions(), st.integers())
def test_one_language_seen_from_all_sides(expression, seed):
    regex = Regex(expression)
    assert parse(str(regex)) == expression
    assert regex.to("re") == regex.pattern == str(regex)
    assert regex.size == size(expression)
    assert Regex.parse(regex.pattern) == regex
    assert hash(Regex(expression)) == hash(regex)
    assert eval(repr(regex), {"Regex": Regex}) == regex
    for word in regex.sample(3, seed):
        assert regex.accepts(word)
        assert re.fullmatch(regex.pattern, word)
        assert regex.distance(word) == 0


def test_examples():
    date = Regex.parse("[0-9]{4}-[0-9]{2}-[0-9]{2}")
    assert date.accepts("2024-02-29")
    assert not date.accepts("2024-2-29")
    assert date.distance("2024-2-29") == 1
    assert date.distance("") == 10
    assert date != Regex.parse("[0-9]+")
    assert date != "[0-9]{4}-[0-9]{2}-[0-9]{2}"


def test_equality_is_of_expressions_not_of_languages():
    assert Regex.parse("aa*") != Regex.parse("a+")


def test_samples_follow_the_stream():
    regex = Regex.parse("[a-z]{3,9}")
    assert regex.sample(5, 1) == regex.sample(5, random.Random(1)) != regex.sample(5, 2)
    stream = random.Random(1)
    assert regex.sample(2, stream) + regex.sample(3, stream) == regex.sample(5, 1)
    assert len(regex.sample(4)) == 4


def test_long_strings_and_nested_stars_stay_linear():
    assert Regex.parse("(a*)*(a|aa)*b").accepts("a" * 100_000 + "b")
    assert not Regex.parse("((a?b?)*c?)*d").accepts("ab" * 50_000)


def test_it_is_pickled_and_copied_after_a_long_text():
    regex = Regex.parse("[a-z]{3000}")
    assert regex.accepts("a" * 3000)
    for other in (pickle.loads(pickle.dumps(regex)), copy.deepcopy(regex)):
        assert other == regex
        assert other.accepts("a" * 3000)


def test_errors():
    with pytest.raises(PatternError):
        Regex.parse("a(")
    with pytest.raises(ConfigurationError, match="did you mean"):
        Regex.parse("a").to("rex")
    with pytest.raises(LimitError):
        Regex(EMPTY).sample(1)
    with pytest.raises(LimitError):
        Regex(EMPTY).distance("a")


def test_importing_the_language_is_light():
    automata = "atoms, positions, dfa, elimination, counting, sampling, ambiguity"
    heavy = "{'numba', 'lark', 'interegular', 'torch'}"
    code = f"from dsl.automata import {automata}; from dsl import constraints, regex"
    code += f"; import sys; print(sys.modules.keys() & {heavy})"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"
