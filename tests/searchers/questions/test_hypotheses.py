import random

import pytest

from dsl.grammar import Grammar
from dsl.regex import Regex
from searchers.questions.hypotheses import hypotheses
from searchers.questions.seen import Seen

SEEN = Seen(["0123456789,[]"])


def of_regex(pattern):
    rules = {"start": Regex.parse(pattern).expression}
    found = hypotheses(rules, seen=SEEN, recursive=False, rng=random.Random(0))
    return {Regex(rules["start"]).pattern: bits for rules, bits in found}


@pytest.mark.parametrize(
    "meant", ["[0-9]{2},.*", "[A-Za-z0-9]{2},[0-9]", "[0-9]{2,},[0-9]", "([0-9]{2},)?[0-9]", "([0-9]{2},)+[0-9]"]
)
def test_what_people_mean_is_one_hypothesis_away(meant):
    assert Regex.parse(meant).pattern in of_regex("[0-9]{2},[0-9]")


@pytest.mark.parametrize(
    ("pattern", "meant"),
    [
        ("[0-9,]+", ["[0-9]+(,[0-9]+)*", "[0-9]+(,[0-9]+)?", ",?[0-9]+"]),
        ("JAS [0-9]{4}", ["[A-Z]{3} [0-9]{4}", "[A-Z]+ [0-9]{4}"]),
        ("[0-9]+", [r"[0-9]+(\.[0-9]+)?", "-?[0-9]+", "[0-9]{1,4}", "[0-9,]+", "[^\\n,]+", "[0-9]{10}"]),
        ("[0-9]{2,4}", ["[0-9]{1,4}", "[0-9]{2,5}", "[0-9]{2,}"]),
        ("[a-z],", ["[a-z]+,"]),
    ],
)
def test_formats_that_people_need_are_one_hypothesis_away(pattern, meant):
    assert {Regex.parse(other).pattern for other in meant} <= set(of_regex(pattern))


def test_hypotheses_of_a_kind_share_its_odds():
    few, many = of_regex("[0-9]{2},[0-9]"), of_regex("[0-9]{2},[0-9],[0-9],[0-9]{3},[0-9]{5}")
    assert many["[0-9]{2,},[0-9],[0-9],[0-9]{3},[0-9]{5}"] > few["[0-9]{2,},[0-9]"] > 0


@pytest.mark.parametrize("text", ["[7,7]", "[[7]]", "{}", "[7777]", "[a]", "[]"])
def test_grammars_may_have_lists_nesting_and_brackets_that_no_example_shows(text):
    grammar = Grammar.parse('start: "[" item "]"\nitem: "0".."9"')
    found = list(hypotheses(grammar.rules, seen=SEEN, recursive=True, rng=random.Random(0)))
    assert not grammar.accepts(text)
    assert any(Grammar(rules).accepts(text) for rules, _ in found)
    assert all(bits > 0 for _, bits in found)
