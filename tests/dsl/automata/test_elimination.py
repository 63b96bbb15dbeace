import pytest
from hypothesis import given, settings

from dsl.automata.dfa import DFA, equivalent
from dsl.automata.elimination import either, sequence, starred, to_expression
from dsl.expressions.expression import concat, size, star, union
from dsl.expressions.notation import parse
from tests.support.strategies import expressions


@settings(max_examples=150)
@given(expressions())
def test_the_language_stays(expression):
    assert equivalent(expression, to_expression(DFA.from_expression(expression)))


@given(expressions(max_leaves=4), expressions(max_leaves=4))
def test_rewrites_keep_the_language(left, right):
    assert equivalent(sequence(left, right), concat(left, right))
    assert equivalent(either(left, right), union(left, right))
    assert equivalent(starred(left), star(left))


@pytest.mark.parametrize("left", ["x", "x?", "x*", "x+", "x{2}", "x{3}", "x{1,2}", "x{3,}", "()"])
@pytest.mark.parametrize("right", ["x", "x{4}", "x{2,3}", "x{5,}", "xy", "yx", "x+y"])
@pytest.mark.parametrize("body", ["a", "(ab)"])
def test_counts_are_drawn_together(left, right, body):
    first, second = (parse(pattern.replace("x", body).replace("y", "c")) for pattern in (left, right))
    assert equivalent(sequence(first, second), concat(first, second))
    assert equivalent(either(first, second), union(first, second))
    assert equivalent(starred(union(first, second)), star(union(first, second)))


@given(expressions(max_leaves=4), expressions(max_leaves=4))
def test_factoring_never_grows(left, right):
    assert size(either(left, right)) <= size(union(left, right))


@pytest.mark.parametrize(
    ("pattern", "smallest"),
    [
        ("[ab]*abb", "[ab]*abb"),
        ("aa?a?a?a?", "a{1,5}"),
        ("ab(ab)*", "(ab)+"),
        ("(ab)*c|(ab)*d", "(ab)*[cd]"),
        ("[0-9]{4}-[0-9]{2}-[0-9]{2}", "[0-9]{4}-[0-9]{2}-[0-9]{2}"),
        ("(a|b)*a(a|b){2}", "[ab]*a[ab]{2}"),
        ("(a?b?)*", "[ab]*"),
        ("(a*b*)?", "a*b*"),
        ("(0|1(01*0)*1)*", "(0|1(01*0)*1)*"),
        ("colou?r|color", "colou?r"),
        ("()", "()"),
        (r"[^\s\S]", r"[^\s\S]"),
        (r"[\s\S]*", r"[\s\S]*"),
    ],
)
def test_answers_are_small(pattern, smallest):
    assert str(to_expression(DFA.from_expression(parse(pattern)))) == smallest
