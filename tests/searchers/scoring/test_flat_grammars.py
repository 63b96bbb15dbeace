import pytest

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring import make
from searchers.scoring.flat_grammars import MAX_LENGTH

LONG = Problem.of(["ab" * 2_000, "ab", "b"], ["ba" * 2_000])
NESTED = Grammar.parse('start: "(" start ")" | "x"')


@pytest.mark.parametrize("name", ["mdl", "median"])
def test_a_grammar_of_one_rule_is_scored_as_a_regex(name):
    objective = make(name, LONG, "cfg")
    assert objective.name == name
    found = objective.score(Grammar.parse('start: ("ab")*'))
    expected = make(name, LONG).score(Regex.parse("(ab)*"))
    assert found.score == expected.score
    assert (found.score.accepted, found.score.rejected) == (2, 1)
    assert objective.total(found.language) == expected.objective


def test_a_grammar_of_several_rules_is_too_large():
    objective = make("mdl", LONG, "cfg")
    with pytest.raises(LimitError, match="too long for a grammar with several rules"):
        objective.score(NESTED)
    assert objective.total(NESTED) == float("inf")


def test_shorter_examples_have_charts():
    half = (MAX_LENGTH - 1) // 2
    short = Problem.of(["(" * half + "x" + ")" * half])
    assert make("mdl", short, "cfg").score(NESTED).score.accepted == 1
