"""The ranks of grammars: what they say beyond the objective."""

from math import log2

import pytest

from dsl.grammar import Grammar
from dsl.grammars.symbols import MAX_LENGTH
from searchers.problem import Problem
from searchers.scoring import make
from searchers.scoring.prices import PRICES
from searchers.structure.ranking import Ranking

SHORT = ["x", "y", "x+y", "y+x", "(x)", "(y)", "(x+y)", "z", "z+y"] * 2
LONGER = ["x+y+z+(y+x", "(x+y+z++y)", "(x)+(y)+(z)(x)", "x+y+x+z+y+", "((x+y)+z+x))"]
ANY_NUMBER = Grammar.parse('start: a ("+" a)*\na: "x".."z" | "(" start ")"')
TWO_AT_MOST = Grammar.parse('start: a | "x".."z" "+" "x".."z"\na: "x".."z" | "(" start ")"')


def ranking(examples, reject):
    problem = Problem.of(examples, reject)
    return Ranking(problem, make("mdl", problem, "cfg"))


def rank(grammar, ranked):
    list(ranked.offer(grammar))
    return ranked.found[-1][0]


def bits(grammar, ranked):
    return ranked.objective.total(grammar)


def test_what_rejects_all_that_is_long_ranks_behind_what_strings_to_reject_nearly_belong_to():
    ranked = ranking(SHORT, LONGER)
    assert bits(TWO_AT_MOST, ranked) < bits(ANY_NUMBER, ranked)
    assert rank(ANY_NUMBER, ranked) < rank(TWO_AT_MOST, ranked)


def test_strings_to_reject_that_are_as_near_to_both_change_nothing():
    ranked = ranking(SHORT, ["x+", "(y", "+"])
    difference = bits(TWO_AT_MOST, ranked) - bits(ANY_NUMBER, ranked)
    assert rank(TWO_AT_MOST, ranked) - rank(ANY_NUMBER, ranked) == pytest.approx(difference)


def test_examples_alone_rank_by_their_bits():
    ranked = ranking(SHORT, [])
    assert rank(ANY_NUMBER, ranked) == pytest.approx(bits(ANY_NUMBER, ranked))


def test_a_string_to_reject_costs_its_edits_and_one_that_is_accepted_its_price_alone():
    ranked = ranking(SHORT, ["+++", "x+y+z"])
    assert rank(ANY_NUMBER, ranked) == pytest.approx(bits(ANY_NUMBER, ranked) + PRICES.edit * log2(3))
    assert ANY_NUMBER.accepts("x+y+z")


@pytest.mark.parametrize(("length", "is_measured"), [(MAX_LENGTH, True), (MAX_LENGTH + 1, False)])
def test_distances_of_long_strings_to_reject_are_not_measured(length, is_measured):
    ranked = ranking(SHORT, ["x" * length])
    assert (rank(ANY_NUMBER, ranked) > bits(ANY_NUMBER, ranked) + 1) is is_measured


def test_ranked_again_are_the_distances_of_new_strings_to_reject():
    ranked = ranking(SHORT, [])
    before = rank(ANY_NUMBER, ranked)
    list(ranked.rank_again(ranked.problem.with_added([], ["+++"])))
    assert ranked.found == [(pytest.approx(before + PRICES.edit * log2(3)), ranked.found[0][1])]


def test_what_was_asked_about_is_no_near_miss():
    ranked = ranking(SHORT, ["+++"])
    before = rank(ANY_NUMBER, ranked)
    list(ranked.rank_again(ranked.problem.with_answers([], ["+++", "x++x"])))
    assert ranked.found == [(pytest.approx(before), ranked.found[0][1])]
