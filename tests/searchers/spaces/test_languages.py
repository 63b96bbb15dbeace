"""Language keys: equal exactly when the languages are."""

import pytest
from hypothesis import given, settings

from dsl.automata.dfa import equivalent
from dsl.expressions.notation import parse
from searchers.spaces.languages import language_key
from tests.support.strategies import expressions


@settings(max_examples=150)
@given(expressions("ab1", max_leaves=5), expressions("ab1", max_leaves=5))
def test_keys_are_equal_when_languages_are(one, other):
    assert (language_key(one) == language_key(other)) == equivalent(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("a|b", "[ab]"), ("(a*b*)*", "[ab]*"), ("[a-z]|[0-9]", "[0-9a-z]"), ("aa*", "a+"), ("(ab)*a", "a(ba)*")],
)
def test_ways_to_write_one_language(one, other):
    assert language_key(parse(one)) == language_key(parse(other))


def test_large_automata_are_told_apart_by_notation():
    assert language_key(parse("a{100}")) == "a{100}"
