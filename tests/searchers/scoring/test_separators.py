import re

import pytest

import synth
from dsl.charset import CharSet
from dsl.expressions.notation import parse
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.regexes import DescriptionLength
from searchers.scoring.separators import separators

ADDRESSES = ["sofia@cover.com", "diana.flores@update.org", "dora.carter@roof.net", "fiona_jones@monitor-lock.com"]


@pytest.mark.parametrize(
    ("texts", "signs"),
    [
        (ADDRESSES, "@"),  # some have no dot before it, some two
        (["1-2-3", "4-5-6", "7-8-9"], "-"),
        (["ab", "cd"], ""),  # letters are no signs
        (["1-2", "3"], ""),
    ],
)
def test_signs_of_which_all_have_as_many(texts, signs):
    assert separators(Problem.of(texts)) == CharSet.of(signs)


def test_a_mistake_among_twenty_hides_no_separator():
    texts = [f"{number}:{number + 1}" for number in range(19)]
    assert ":" in separators(Problem.of([*texts, "20;21"]))
    assert ":" not in separators(Problem.of([*texts[:4], "20;21"]))


def test_an_example_counts_as_often_as_it_comes():
    assert "-" not in separators(Problem.of(["1-2", *["3"] * 9]))
    assert "-" in separators(Problem.of([*["1-2"] * 9, "3"]))


def test_a_class_that_lists_a_separator_costs_more():
    def bits(pattern, texts):
        objective = DescriptionLength(Problem.of(texts))
        return objective.score(Regex(parse(pattern))).score.terms["pattern"]

    listed, alone = "[a-z@]+", "[a-z]+@[a-z]+"
    steady, unsteady = ["ab@cd", "e@f"], ["ab@cd", "e@f@g"]
    price = DescriptionLength(Problem.of(steady)).parameters.prices.separator
    assert bits(listed, steady) == pytest.approx(bits(listed, unsteady) + price)
    assert bits(alone, steady) == pytest.approx(bits(alone, unsteady))
    assert bits("[^a]+", steady) == pytest.approx(bits("[^a]+", unsteady))  # is not listed


def test_an_address_is_read_around_its_sign():
    pattern = synth.induce([*ADDRESSES, "omar.blake@wood-coffee.com"], kind="regex", seed=0).best.pattern
    assert re.search(r"[+\])]@[\[(]", pattern)
