import json
from dataclasses import replace

import pytest

from dsl.charset import DIGITS
from dsl.expressions.named import NAMED
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.parameters import Parameters, by_hand, from_json, to_json
from searchers.scoring.prices import PRICES
from searchers.scoring.regexes import DescriptionLength


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
    follows, alternatives, repeats, least, spread, *weights = by_hand().prior
    assert not any(table.any() for table in (follows, alternatives, repeats, least, spread))
    assert all((weight == PRICES.count_weight).all() for weight in weights)


@pytest.mark.parametrize("pattern", ["[0-9]{4}", "[a-z]+", "GET|POST", "(ab)?c"])
def test_the_prior_is_what_a_pattern_costs_more(pattern):
    problem = Problem.of(["1234", "1", "GET", "c"])
    by_prices = DescriptionLength(problem, by_hand()).score(Regex.parse(pattern))
    prior = by_hand().prior
    dearer = prior._replace(
        follows=prior.follows + 1, alternatives=prior.alternatives + 10, repeats=prior.repeats + 100
    )
    with_prior = DescriptionLength(problem, Parameters(PRICES, NAMED, dearer)).score(Regex.parse(pattern))
    more = with_prior.score.terms["pattern"] - by_prices.score.terms["pattern"]
    assert more == pytest.approx({"[0-9]{4}": 101, "[a-z]+": 101, "GET|POST": 16, "(ab)?c": 103}[pattern])
    assert with_prior.score.terms["examples"] == by_prices.score.terms["examples"]
