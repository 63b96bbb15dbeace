import random
import string

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


def test_no_more_is_believed_of_longer_and_more_examples_than_of_those_that_were_measured():
    rng = random.Random(0)
    texts = ["".join(rng.choices(string.ascii_letters + "+/", k=3_000)) for _ in range(2)]
    assert sure("([A-Za-z]*(\\+[A-Za-z]*)*/)+[A-Za-z+]+", texts) < 0.3
    mixture = [*"bcdefghijklm", *(f"x/{'a' * (300 + number)}{number}" for number in range(8))]
    assert sure("x/a+[0-9]", mixture) < 0.3
    codes = [f"{letter}{number:03}" for letter in "ABCD" for number in range(500)]
    assert sure("[A-D][0-9]{3}", codes) == pytest.approx(sure("[A-D][0-9]{3}", codes[::25]), abs=0.02)
