import random

import numpy as np

from dsl.regex import Regex
from searchers.spaces.risk import DRAWN, _right, least_risk

EXAMPLES = ["7", "12", "30", "8", "25"]


def weighed(*pairs):
    return {Regex.parse(pattern): bits for pattern, bits in pairs}


def test_what_many_likely_patterns_allow_is_allowed():
    # each narrow one says something else; what all but one may be is what the wide one accepts
    bits = weighed(("[0-3]?[0-9]", 40), ("[0-9]?[0-9]", 41), ("[0-9]{1,2}", 41), ("[0-9]{1,3}", 41.5), ("[0-9]+", 41.5))
    pick = Regex.parse("[0-3]?[0-9]")
    assert least_risk(pick, bits, EXAMPLES).accepts("99")


def test_what_is_clearly_the_likeliest_stays():
    bits = weighed(("[0-3]?[0-9]", 40), ("[0-9]+", 90), (".*", 95))
    pick = Regex.parse("[0-3]?[0-9]")
    assert least_risk(pick, bits, EXAMPLES) == pick


def test_the_pick_stays_where_there_is_no_other():
    pick = Regex.parse("[0-9]+")
    assert least_risk(pick, {pick: 40}, EXAMPLES) == pick


def test_twice_the_same():
    bits = weighed(("[0-3]?[0-9]", 40), ("[0-9]?[0-9]", 41), ("[0-9]+", 42))
    pick = Regex.parse("[0-3]?[0-9]")
    assert least_risk(pick, bits, EXAMPLES) == least_risk(pick, dict(reversed(bits.items())), EXAMPLES)


def test_the_share_that_is_right_is_the_mean_of_members_accepted_and_near_misses_rejected():
    rng = random.Random(3)
    languages = [Regex.parse(pattern) for pattern in ("a+", "[ab]+", "a{1,3}")]
    drawn = [language.sample(DRAWN, rng) for language in languages]
    near_misses = ["b", "aab", "", "aaaaa", "c"]
    texts = [text for strings in drawn for text in strings] + near_misses
    found = _right(np.array([language.accepts_all(texts) for language in languages], float), 3 * DRAWN)
    for row, language in enumerate(languages):
        for column, truth in enumerate(languages):
            members = [language.accepts(text) for text in drawn[column]]
            outside = [not language.accepts(text) for text in near_misses if not truth.accepts(text)]
            assert found[row, column] == (sum(members) / len(members) + sum(outside) / len(outside)) / 2
