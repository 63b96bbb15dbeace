import pytest

from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.regexes import DescriptionLength
from searchers.spaces.confidence import confidence, evidence


def sure(pattern, examples):
    problem = Problem.of(examples)
    return confidence(DescriptionLength(problem).score(Regex.parse(pattern)), problem)


def test_what_speaks_for_an_answer():
    problem = Problem.of(["ab1", "ab12", "ab12", "cd"])
    answer = DescriptionLength(problem).score(Regex.parse("(ab|cd)[0-9]{0,2}x?"))
    found = evidence(answer, problem)
    assert (found.length, found.choices, found.lengths) == (13 / 4, 2, 1)
    assert (found.examples, found.outliers, found.mixed) == (2, 0, 0)
    assert found.example == pytest.approx(answer.score.terms["examples"] / 4)


def test_what_was_not_understood_speaks_against_an_answer():
    problem = Problem.of(["ab-1", "cd-22", "ef-3", "!"])
    found = evidence(DescriptionLength(problem).score(Regex.parse("[a-z0-9-]{3,5}_?[a-z]?")), problem)
    assert (found.outliers, found.mixed) == (1 / 4, 1)


def test_more_examples_of_one_width_make_surer():
    plates = [
        f"{number:03}-{letters}" for number, letters in zip(range(5, 900, 37), "ABCDEFGHIJKLMNOPQRSTUVWXY", strict=True)
    ]
    assert 0 < sure("[0-9]{3}-[A-Z]", plates[:4]) < sure("[0-9]{3}-[A-Z]", plates) < 1
    words = ["a", "bcd", "efghi", "jk", "lmno"]
    assert sure("[a-z]+", words) < sure("[a-z]+", ["abcde", "fghij", "klmno", "pqrst", "uvwxy"])
