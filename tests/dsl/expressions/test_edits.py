"""Mutation and crossover of expressions."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.charset import CharSet
from dsl.expressions.edits import crossover, draw_expression, graft, mutate, paths, single_token_edits, subtree
from dsl.expressions.expression import EMPTY, Chars, Empty, Expression, size, walk
from dsl.expressions.notation import parse, write
from tests.support.strategies import expressions

SETS = [CharSet.of("a"), CharSet.of("b"), CharSet.between("0", "9")]


@given(expressions("ab", max_leaves=8), st.integers())
@settings(max_examples=200, deadline=None)
def test_mutation_keeps_expressions_well_formed(expression: Expression, seed: int) -> None:
    mutated = mutate(expression, random.Random(seed), SETS, max_size=30)
    assert parse(write(mutated)) == mutated
    assert mutated == expression or size(mutated) <= 30
    assert not isinstance(mutated, Empty)
    assert mutated == mutate(expression, random.Random(seed), SETS, max_size=30)


@given(expressions("ab", max_leaves=8), expressions("cd", max_leaves=8), st.integers())
@settings(max_examples=200, deadline=None)
def test_crossover_keeps_expressions_well_formed(one: Expression, other: Expression, seed: int) -> None:
    crossed = crossover(one, other, random.Random(seed), max_size=40)
    for result in crossed:
        assert parse(write(result)) == result
        assert not isinstance(result, Empty)
        assert result in (one, other) or size(result) <= 40
    assert all(leaf.set <= CharSet.of("abcd") for node in crossed for leaf in walk(node) if isinstance(leaf, Chars))


def test_crossover_swaps_subtrees() -> None:
    one, other = parse("x(ab)*y"), parse("1(cd|ef)+2")
    rng = random.Random(1)
    results = {tuple(map(write, crossover(one, other, rng))) for _ in range(500)}
    assert ("x(cd|ef)+y", "1(ab)*2") in results
    assert ("x(cd|ef)*y", "1(ab)+2") in results


def test_crossover_gives_up_when_nothing_fits() -> None:
    one, other = parse("abcdef"), parse("(a|bc)*d")
    assert crossover(one, other, random.Random(0), max_size=1) == (one, other)


def test_mutation_gives_up_when_nothing_fits() -> None:
    expression = parse("abcdef")
    assert mutate(expression, random.Random(0), SETS, max_size=0) == expression


def test_mutation_reaches_far_and_varies() -> None:
    rng = random.Random(3)
    expression, met = parse("a"), Counter[str]()
    for _ in range(3000):
        expression = mutate(expression, rng, SETS, max_size=6)
        met[write(expression)] += 1
    assert len(met) > 800
    assert met["(ab)*"] + met["(ba)*"] > 0


def test_mutation_stays_within_its_classes() -> None:
    rng = random.Random(5)
    expression = parse("a")
    for _ in range(300):
        expression = mutate(expression, rng, SETS, max_size=12)
        assert all(node.set <= CharSet.of("ab0123456789") for node in walk(expression) if isinstance(node, Chars))


def test_graft_and_subtree_agree() -> None:
    expression = parse("a(b|cd)*e")
    places = list(paths(expression))
    assert len(places) == len(list(walk(expression)))
    for place in places:
        assert graft(expression, place, subtree(expression, place)) == expression
        assert EMPTY not in walk(graft(expression, place, EMPTY)) or graft(expression, place, EMPTY) == EMPTY


def test_drawn_expressions_have_their_leaves() -> None:
    rng = random.Random(7)
    sizes = Counter(sum(isinstance(node, Chars) for node in walk(draw_expression(rng, SETS, 3))) for _ in range(300))
    assert max(sizes) == 3
    assert sizes[3] > 100


def test_single_token_edits_of_a_small_regex() -> None:
    edits = {write(edited) for edited in single_token_edits(parse("ab*"), [CharSet.of("c")])}
    inserted = {"cab*", "acb*", "ab*c", "[ac]b*", "a[bc]*", "a(cb)*", "a(bc)*", "ab*|c", "a(b*|c)"}
    assert inserted <= edits
    assert {"()", "a", "b*", "ab", "ab+", "ab?", "a*b*", "a+b*", "(ab*)*", "(ab)*", "a|b*", "cb*", "ac*"} <= edits
