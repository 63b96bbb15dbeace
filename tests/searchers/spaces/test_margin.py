"""What an answer from search must win by."""

import pytest

from dsl.regex import Regex
from searchers.candidate import Candidate, Score
from searchers.problem import Problem
from searchers.scoring import make
from searchers.spaces.grammars import Grammars
from searchers.spaces.regexes import Regexes

PROBLEM = Problem.of(["a"])


def scored(bits, accepted, rejected):
    return Candidate(Regex.parse("a"), Score(bits, {}, 0, accepted, rejected))


@pytest.mark.parametrize(
    ("bits", "accepted", "rejected", "is_won"),
    [(96, 30, 2, True), (98, 30, 2, False), (96, 29, 2, False), (96, 30, 1, False), (91, 31, 2, True)],
)
def test_a_regex_that_takes_others_for_outliers_must_save_more(bits, accepted, rejected, is_won):
    margin = Regexes(PROBLEM, make("mdl", PROBLEM)).margin
    assert margin.is_won(scored(bits, accepted, rejected), scored(100, 30, 2)) is is_won


def test_a_median_distance_is_believed_as_it_is():
    margin = Regexes(PROBLEM, make("median", PROBLEM)).margin
    assert margin.is_won(scored(1.5, 29, 2), scored(1.6, 30, 2))
    assert not margin.is_won(scored(1.6, 30, 2), scored(1.6, 30, 2))


@pytest.mark.parametrize(
    ("read", "bits", "accepted", "is_won"),
    [(100, 70, 30, True), (100, 80, 30, False), (100, 70, 29, False), (400, 330, 30, True), (400, 350, 30, False)],
)
def test_only_a_far_better_grammar_with_all_examples_wins(read, bits, accepted, is_won):
    margin = Grammars(PROBLEM, make("mdl", PROBLEM, "cfg")).margin
    assert margin.is_won(scored(bits, accepted, 0), scored(read, 30, 0)) is is_won
