"""What edits cost, by what stands around them; against what the same programs cost when all are scored."""

from collections import deque
from math import inf

import numpy as np

from dsl.expressions.notation import parse
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.packing import pack
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.scoring.regexes import make
from searchers.spaces.beams.regexes import RegexFrontier
from searchers.spaces.beams.tried import Tried, edits
from searchers.starts.fallbacks import fallbacks

CLASSES = ClassTable()
LINES = [
    f"{day:02} {host} cron[{day * 311}]: {task} done"
    for day, host, task in zip(
        range(10, 30), ["web", "mail"] * 10, ["backup", "sync", "check", "dump"] * 5, strict=True
    )
]


def digests(pattern, *neighbours):
    return edits(encode(parse(pattern), CLASSES), pack([encode(parse(one), CLASSES) for one in neighbours])).tolist()


def searched(objective, effort=2):
    """The beam where nothing is left to expand, and how many programs were scored."""
    problem = objective.problem
    frontier = RegexFrontier(problem, objective, Budget(effort=effort))
    for start in [*fallbacks(problem), parse("[0-9]{2} [a-z]+ cron.[0-9]{4}.: [a-z]+ [a-z]+")]:
        deque(frontier.admit(start))
    while work := frontier.begin():
        deque(work.found)
    return frontier.ranks.best, frontier.scored


def test_an_edit_is_the_same_wherever_the_rest_has_changed():
    before = digests("[a-z]abcdefgh-ijklmnopq", "[a-z]abcdefgh-?ijklmnopq")
    assert digests("[0-9]abcdefgh-ijklmnopqr", "[0-9]abcdefgh-?ijklmnopqr") == before
    assert digests("[a-z]abcdefgH-ijklmnopq", "[a-z]abcdefgH-?ijklmnopq") != before
    assert digests("[a-z]abcdefgh-Ijklmnopq", "[a-z]abcdefgh-?Ijklmnopq") != before


def test_other_edits_are_others():
    neighbours = ["xb{2,3}c", "ab{2,4}c", "ab{1,3}c", "ac", "ab{2,3}", "ab{2,3}c?", "(ab{2,3})?c", "ab{2,3}xc"]
    assert len(set(digests("ab{2,3}c", *neighbours))) == len(neighbours)


def test_the_least_of_what_was_told():
    tried = Tried().joined(np.array([7, 3, 7], np.uint64), np.array([2.0, 5.0, 1.0]))
    tried = tried.joined(np.array([9, 3], np.uint64), np.array([np.inf, 6.0]))
    asked = np.array([1, 3, 7, 8, 9, 10], np.uint64)
    assert tried.least(asked).tolist() == [-np.inf, 5.0, 1.0, -np.inf, np.inf, -np.inf]
    assert Tried().least(asked).tolist() == [-np.inf] * 6
    assert tried.least(asked[:0]).tolist() == []


def test_what_cost_too_much_is_not_scored_again_and_nothing_is_missed(monkeypatch):
    objective = make("mdl", Problem.of(LINES, ["10 web cron[31]: sync done"]))
    beam, scored = searched(objective)
    monkeypatch.setattr(type(objective), "doubt", inf)
    every, more = searched(objective)
    assert beam == every
    assert scored < more / 2


def test_a_median_is_asked_of_all():
    assert make("median", Problem.of(LINES)).doubt == inf
