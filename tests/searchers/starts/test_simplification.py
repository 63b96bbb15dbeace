import pytest
from hypothesis import given

from dsl.automata.dfa import equivalent
from dsl.expressions.expression import Union, size, walk
from dsl.expressions.notation import parse
from searchers.starts.simplification import MAX_ALTERNATIVES, without_redundant_alternatives
from tests.support.strategies import expressions


@given(expressions("abc", max_leaves=8))
def test_the_language_stays(expression):
    simpler = without_redundant_alternatives(expression)
    assert equivalent(simpler, expression)
    assert size(simpler) <= size(expression)


@given(expressions("abc", max_leaves=8))
def test_no_alternative_contains_another(expression):
    for node in walk(without_redundant_alternatives(expression)):
        if isinstance(node, Union):
            for index, part in enumerate(node.parts):
                assert not any(equivalent(parse(f"{part}|{other}"), other) for other in node.parts[:index])


@pytest.mark.parametrize(
    ("pattern", "simpler"),
    [
        ("[0-9]+|[0-9]{4}", "[0-9]+"),
        ("x([a-z]+|[a-z]{2}|-)y", "x([a-z]+|-)y"),
        ("((ab|abab)+|(ab)*)c", "(ab)*c"),
        ("aa*|a+", "a+"),
        ("[0-9]+|[a-z]+", "[0-9]+|[a-z]+"),
        ("a?|ab", "(a|ab)?"),
    ],
)
def test_alternatives_inside_others_go(pattern, simpler):
    found = without_redundant_alternatives(parse(pattern))
    assert size(found) == size(parse(simpler))
    assert equivalent(found, parse(simpler))


def test_long_unions_are_left_alone():
    words = "|".join(f"[a-{letter}]{{2}}" for letter in "bcdefghijklmnopq")
    assert len(parse(words).parts) > MAX_ALTERNATIVES
    assert without_redundant_alternatives(parse(words)) == parse(words)


def test_large_automata_are_left_alone():
    pattern = parse("[0-9]{300}|[0-9]+")
    assert without_redundant_alternatives(pattern) == pattern
