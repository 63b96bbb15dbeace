from dsl.regex import Regex
from searchers.problem import Problem
from searchers.questions.regexes import RegexRivals, is_large
from searchers.questions.rivals import Rival
from searchers.scoring import make


def rivals_of(*positives):
    problem = Problem.of(positives)
    return RegexRivals(problem, make("mdl", problem, "regex"))


def test_what_would_take_a_backtracking_matcher_for_ever_is_told_at_once():
    slow = Regex.parse("(a?a?)+b{70}")
    assert is_large(slow.expression)
    told = rivals_of("ab").accepted([Rival(slow, 0.0)], ["a" * 60, "a" * 60 + "b" * 70, "b" * 69])
    assert told.tolist() == [[False, True, False]]


def test_of_two_characters_what_contains_a_piece_is_a_candidate():
    found = rivals_of("0101", "110101", "010100", "001010", "0010111", "1010110").enumerated()
    assert Regex.parse("[01]*0101[01]*") in {rival.language for rival in found}
