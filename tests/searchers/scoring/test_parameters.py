import json
import pickle
from dataclasses import replace
from math import log2

import pytest

from dsl.charset import DIGITS, CharSet
from dsl.expressions.expression import Chars
from dsl.expressions.named import NAMED
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.parameters import Parameters, by_hand, from_json, to_json
from searchers.scoring.prices import PRICES
from searchers.scoring.regexes import DescriptionLength
from searchers.scoring.words import in_force


def chars(letter):
    return Chars(CharSet.of(letter))


def test_what_is_written_is_read_again():
    parameters = by_hand()
    dearer = parameters.prior._replace(follows=parameters.prior.follows + 0.25)
    moved = Parameters(replace(PRICES, noise=7.5), {**NAMED, DIGITS: 1.5}, dearer)
    written = json.loads(json.dumps(to_json(moved)))
    read = from_json(written)
    assert (read.prices, read.named) == (moved.prices, moved.named)
    assert all((one == other).all() for one, other in zip(read.prior, dearer, strict=True))
    assert written["prices"] == {"noise": 7.5}


def test_by_hand_nothing_depends_on_where_it_stands():
    *tables, bounded, unbounded = by_hand().prior
    assert not any(table.any() for table in tables)
    assert all((weight == PRICES.count_weight).all() for weight in (bounded, unbounded))


@pytest.mark.parametrize("pattern", ["[0-9]{4}", "[a-z]+", "G1E|P2S", "(a1)?c"])
def test_the_prior_is_what_a_pattern_costs_more(pattern):
    problem = Problem.of(["1234", "1", "GET", "c"])
    by_prices = DescriptionLength(problem, by_hand()).score(Regex.parse(pattern))
    prior = by_hand().prior
    dearer = prior._replace(
        follows=prior.follows + 1, alternatives=prior.alternatives + 10, repeats=prior.repeats + 100
    )
    with_prior = DescriptionLength(problem, Parameters(PRICES, NAMED, dearer)).score(Regex.parse(pattern))
    more = with_prior.score.terms["pattern"] - by_prices.score.terms["pattern"]
    assert more == pytest.approx({"[0-9]{4}": 101, "[a-z]+": 101, "G1E|P2S": 16, "(a1)?c": 103}[pattern])
    assert with_prior.score.terms["examples"] == by_prices.score.terms["examples"]


def test_a_word_costs_by_the_letters_that_follow_each_other():
    problem = Problem.of(["get", "xqj", "a1b"])
    costs = {
        pattern: DescriptionLength(problem, Parameters(PRICES, NAMED, by_hand().prior)).score(Regex.parse(pattern))
        for pattern in ("get", "GET", "xqj", "a1b")
    }
    bits = {pattern: cost.score.terms["pattern"] for pattern, cost in costs.items()}
    assert (
        bits["get"] == pytest.approx(bits["GET"]) == pytest.approx(2 + sum(in_force().bits_of(list(map(chars, "get")))))
    )
    assert bits["get"] < bits["xqj"] - 3
    assert bits["a1b"] == pytest.approx(3 * (1 + log2(95)) + 2)  # no word


def test_letters_that_never_come_are_missed_in_what_comes():
    frequencies = dict.fromkeys("abcdefghijklmnopqrstuvwxyz", 1 / 26)
    problem = Problem.of(["abcaabccab" + letter for letter in "abc"])
    none = DescriptionLength(problem, Parameters(PRICES, NAMED, by_hand().prior, frequencies))
    some = DescriptionLength(
        problem, Parameters(replace(PRICES, absent_letter=0.5), NAMED, by_hand().prior, frequencies)
    )
    more = {
        pattern: some.score(Regex.parse(pattern)).objective - none.score(Regex.parse(pattern)).objective
        for pattern in ("[a-z]+", "[abc]+", "[a-m]+", "(a|b|c|z)+")
    }
    times = 33 - 7  # letters that do not follow themselves
    assert more["[a-z]+"] - more["[a-m]+"] == pytest.approx(times * 0.5)  # each is one of a half
    assert more["[a-z]+"] - more["[abc]+"] == pytest.approx(times * 0.5 * log2(26 / 3))


def test_words_that_several_examples_have_tell_more_of_their_letters():
    prices = replace(PRICES, repeated_letter=1.0)
    words, others = Problem.of(["GET", "PUT"] * 10), Problem.of(["GET", "PUT", "SAY", "CUE"])
    for problem, times in ((words, 20), (others, 0)):
        bits = [
            DescriptionLength(problem, Parameters(one, NAMED, by_hand().prior)).score(Regex.parse("[A-Z]{3}")).objective
            for one in (PRICES, prices)
        ]
        assert bits[1] - bits[0] == pytest.approx(times * 3 * 0.75 * log2(26))


def test_an_objective_keeps_its_parameters_on_other_examples_and_in_another_process():
    dear = Parameters(replace(PRICES, literal=50.0), NAMED, by_hand().prior)
    objective, language = DescriptionLength(Problem.of(["a-", "c"]), dear), Regex.parse("a-|c")
    for other in (objective.on(Problem.of(["a-", "c", "c"])), pickle.loads(pickle.dumps(objective))):
        assert other.score(language).score.terms["pattern"] == objective.score(language).score.terms["pattern"]
    usual = DescriptionLength(Problem.of(["a-", "c"])).score(language).score.terms["pattern"]
    assert objective.score(language).score.terms["pattern"] > usual + 100


@pytest.mark.parametrize(
    ("examples", "pattern"),
    [
        (["ab", "abab", "ababab"], "(ab)+"),
        (["abc", "abcabc", "abcabcabc", "abcabc"], "(abc)+"),
    ],
)
def test_few_letters_are_a_class_unless_they_are_a_word(examples, pattern):
    objective = DescriptionLength(Problem.of(examples))
    others = {"(ab)+", "[ab]+", "[a-f0-9]+", "[a-z]+", "(abc)+", "[abc]+"}
    scored = {other: objective.score(Regex.parse(other)) for other in others}
    fitting = {other: found.objective for other, found in scored.items() if found.score.accepted == len(examples)}
    assert min(fitting, key=fitting.get) == pattern
