from math import inf

import pytest

from dsl.expressions.notation import parse
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.regexes import DescriptionLength
from searchers.spaces.edits import cheapest_edits
from searchers.spaces.neighbourhood import Neighbourhood


def edits(most, cutoff=inf):
    problem = Problem.of(["ab12", "cd34", "ef5"])
    return cheapest_edits(parse("[a-z]+[0-9]"), Neighbourhood(problem), DescriptionLength(problem), most, cutoff)


def test_the_cheapest_edits_come_first_with_what_they_cost():
    found = edits(50)
    objective = DescriptionLength(Problem.of(["ab12", "cd34", "ef5"]))
    assert list(found.values()) == sorted(found.values())
    assert parse("[a-z]+[0-9]+") in found
    for tree, bits in list(found.items())[:10]:
        assert objective.score(Regex(tree)).objective == pytest.approx(bits)


def test_so_many_at_most_and_none_far_above_the_cutoff():
    assert list(edits(3)) == list(edits(50))[:3]
    least = min(edits(50).values())
    assert 0 < len(edits(50, least + 1)) < len(edits(50))
    assert not edits(50, least - 50)
