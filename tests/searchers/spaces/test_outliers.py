import pytest

from dsl.regex import Regex
from searchers.candidate import Candidate, Score
from searchers.problem import Problem
from searchers.scoring.prices import MARGINS
from searchers.spaces.outliers import READ, settled, surprise

TRAINS = ["IC 12", "RB 7", "RE 301", "IC 9", "RE 33", "ICE 779"]
NARROW, WIDE = "(IC|RB|RE) [0-9]{1,3}", "(ICE?|RB|RE) [0-9]{1,3}"


def answer(pattern, bits, problem, edits=0.0):
    language = Regex.parse(pattern)
    accepted = sum(language.accepts_all(problem.positives))
    return Candidate(language, Score(bits, {"edits": edits}, 0, accepted, 0))


@pytest.mark.parametrize(("more", "wins"), [(1, True), (2.9, True), (3.1, False)])
def test_what_nobody_foresaw_is_taken_in_for_a_few_bits(more, wins):
    problem = Problem.of(TRAINS)
    narrow, wide = answer(NARROW, 100, problem), answer(WIDE, 100 + more, problem)
    assert settled(narrow, [narrow, wide], problem) is (wide if wins else narrow)


@pytest.mark.parametrize(("more", "wins"), [(1, True), (1.9, True), (2.1, False)])
def test_what_is_a_mistake_is_left_out_for_a_few_bits(more, wins):
    problem = Problem.of(["12:30", "17:05", "09:11", "12::30"])
    loose, strict = answer("[0-9]{2}:+[0-9]{2}", 100, problem), answer("[0-9]{2}:[0-9]{2}", 100 + more, problem)
    assert settled(loose, [loose, strict], problem) is (strict if wins else loose)


def test_what_takes_fewer_bits_and_was_not_picked_stays_so():
    problem = Problem.of(TRAINS)
    pick, cheaper = answer(NARROW, 100, problem), answer(WIDE, 99, problem)
    assert settled(pick, [cheaper, pick], problem) is pick


def test_each_time_that_an_example_comes_counts():
    problem = Problem.of([*TRAINS, "ICE 779"])
    assert surprise(answer(NARROW, 100, problem), problem) == 2 * MARGINS.unforeseen
    assert surprise(answer(WIDE, 100, problem), problem) == 0


def test_of_many_outliers_nothing_is_said():
    problem = Problem.of([str(number) for number in range(READ + 1)])
    assert surprise(answer("[a-z]+", 100, problem), problem) == 0
