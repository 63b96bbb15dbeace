import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.charset import CharSet
from dsl.expressions.expression import (
    EMPTY,
    EPSILON,
    Chars,
    Concat,
    Empty,
    Epsilon,
    Ref,
    Repeat,
    Union,
    chars,
    children,
    concat,
    literal,
    nullable,
    optional,
    plus,
    rebuild,
    repeat,
    size,
    star,
    union,
    walk,
)
from dsl.expressions.notation import parse
from tests.support.strategies import COUNTS, expressions

LONGEST = 4
MANY_COUNTS = [*COUNTS, (0, 0), (1, 1), (3, None), (0, 3), (3, 3)]


def language(node):
    """The strings of up to LONGEST characters, by the definition of each node."""
    match node:
        case Empty():
            return set()
        case Epsilon():
            return {""}
        case Chars(set_):
            return set(set_)
        case Concat(parts):
            return joined([language(part) for part in parts])
        case Union(parts):
            return set().union(*map(language, parts))
        case Repeat(body, low, high):
            return repeated(language(body), low, high)


def joined(languages):
    whole = {""}
    for part in languages:
        whole = {left + right for left in whole for right in part if len(left + right) <= LONGEST}
    return whole


def repeated(words, low, high):
    # beyond LONGEST turns, more turns only add empty words
    top = low + LONGEST if high is None else high
    return set().union(*(joined([words] * count) for count in range(low, min(top, low + LONGEST) + 1)))


@given(expressions(), expressions())
def test_constructors_build_the_language_they_name(left, right):
    assert language(concat(left, right)) == joined([language(left), language(right)])
    assert language(union(left, right)) == language(left) | language(right)


@given(expressions(max_leaves=5), st.sampled_from(COUNTS))
def test_repeat_keeps_the_language(body, counts):
    assert language(repeat(body, *counts)) == repeated(language(body), *counts)


@pytest.mark.parametrize("inner", MANY_COUNTS)
@pytest.mark.parametrize("outer", MANY_COUNTS)
@pytest.mark.parametrize("text", ["a", "ab"])
def test_repeats_of_repeats_keep_the_language(text, inner, outer):
    body = repeat(literal(text), *inner)
    assert language(repeat(body, *outer)) == repeated(repeated({text}, *inner), *outer)


@given(expressions())
def test_expressions_are_in_normal_form(node):
    assert rebuild(node, children(node)) == node
    for inner in walk(node):
        match inner:
            case Concat(parts):
                assert len(parts) >= 2
                assert not any(isinstance(part, Concat | Epsilon | Empty) for part in parts)
            case Union(parts):
                assert len(set(parts)) == len(parts) >= 2
                assert not any(isinstance(part, Union | Epsilon | Empty) for part in parts)
                assert sum(isinstance(part, Chars) for part in parts) <= 1
            case Repeat(body, low, high):
                assert not isinstance(body, Epsilon | Empty)
                assert (low, high) != (1, 1)


@given(expressions())
def test_nullable_is_about_the_empty_string(node):
    assert nullable(node) == ("" in language(node))


@given(st.lists(expressions(max_leaves=3), min_size=1, max_size=3))
def test_unions_do_not_depend_on_order(parts):
    assert len({union(*order) for order in itertools.permutations(parts)}) == 1


def test_small_cases():
    a, b = literal("a"), literal("b")
    assert union(a, b) == Chars(CharSet.of("ab"))
    assert union(a, EPSILON) == optional(a)
    assert union() == EMPTY
    assert concat() == EPSILON
    assert concat(a, EMPTY, b) == EMPTY
    assert star(EMPTY) == EPSILON
    assert plus(EMPTY) == EMPTY
    assert plus(star(a)) == star(a) == star(plus(a))
    assert chars(CharSet()) == EMPTY
    assert size(union(concat(a, star(b)), literal("cd"))) == 8
    assert size(Ref("x")) == 1
    with pytest.raises(ValueError, match="range of counts"):
        repeat(a, 3, 2)


def test_alternatives_that_are_written_alike_have_an_order_of_their_own():
    letter, rule = literal("a"), Ref("a")
    for one, other in itertools.permutations([concat(letter, rule), concat(rule, letter)]):
        assert union(one, other) == union(other, one)
    assert union(letter, rule, literal("xy")) == union(literal("xy"), rule, letter)


def test_groups_nested_a_hundred_deep_are_compared():
    text = "(b" * 100 + "x" + "|c){1,2}" * 100
    assert parse(text) == parse(text)
    assert hash(parse(text)) == hash(parse(text))
    assert parse(text) != parse(text.replace("x", "y"))
    assert parse(str(parse(text))) == parse(text)
