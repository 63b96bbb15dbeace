from math import log2

import numpy as np
import pytest

from dsl.regex import Regex
from searchers.problem import Problem
from searchers.questions.information import WRONG, expected, information, weights
from searchers.questions.small_alphabets import small_expressions


def test_information_is_the_mutual_information_of_answer_and_candidates():
    shares, accepts = [0.5, 0.3, 0.2], [True, False, True]
    joint = {}
    for place, share in enumerate(shares):
        for answer in (True, False):
            joint[place, answer] = share * (1 - WRONG if answer is accepts[place] else WRONG)
    said = {answer: sum(joint[i, answer] for i in range(3)) for answer in (True, False)}
    expected = sum(p * log2(p / (shares[i] * said[answer])) for (i, answer), p in joint.items())
    assert information(np.array([0.7]))[0] == pytest.approx(expected)


def test_an_answer_speaks_against_those_who_did_not_expect_it():
    accepted = np.array([[True], [False]])
    first, second = weights(np.array([10.0, 10.0]), accepted, np.array([True]))
    assert first / second == pytest.approx((1 - WRONG) / WRONG)


def test_an_answer_is_expected_by_all_that_is_known_but_itself():
    bits, accepted = np.array([10.0, 12.0]), np.array([[True, False], [False, False]])
    answers = np.array([False, False])
    shares = weights(bits, accepted, answers)
    alone = weights(bits, accepted[:, 1:], answers[1:])
    assert expected(shares, accepted, answers) == pytest.approx([alone[1], 1.0])


def test_small_expressions_have_all_examples_and_differ():
    problem = Problem.of(["01", "0101", "010101", "01010101"])
    found = [Regex(expression) for expression in small_expressions(problem, "01")]
    assert all(all(language.accepts_all(problem.positives)) for language in found)
    assert "(01)*" in map(str, found)
    assert "[01]*" in map(str, found)
