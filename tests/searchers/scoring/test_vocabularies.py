"""Closed sets of words: recognised where all are there, guessed where enough were seen."""

from collections import Counter

import numpy as np
import pytest

import synth
from dsl.charset import CharSet
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring import vocabularies
from searchers.scoring.prices import PRICES
from searchers.scoring.regexes import DescriptionLength

MONTHS = "Apr|Aug|Dec|Feb|Jan|Jul|Jun|Mar|May|Nov|Oct|Sep"
OBJECTIVE = DescriptionLength(Problem.of(["Jan"], []))


def pattern_bits(pattern):
    return OBJECTIVE.score(Regex.parse(pattern)).score.terms["pattern"]


def test_the_trie_has_every_word_of_every_set_and_no_other():
    trie = vocabularies.trie()

    def sets_of(word):
        state = vocabularies.START
        for character in word:
            state = trie.behind[state, vocabularies.character_of(CharSet.of(character))]
        return {number for number in range(len(trie.sizes)) if int(trie.sets[state]) >> number & 1}

    known = vocabularies.sets()
    for word in {"Ja", "Jann", "x", "Ma", "", "J~", *(word for words in known for word in words)}:
        assert sets_of(word) == {number for number, words in enumerate(known) if word in words}
    assert trie.sizes.tolist() == [len(words) for words in known]
    assert len(known) <= np.iinfo(np.uint64).bits


def test_sets_of_twelve_words_are_months():  # searchers.starts.known_numbers reads dates by them
    twelve = [words for words in vocabularies.sets() if len(words) == 12]
    assert len(twelve) >= 8
    assert all(sum(word[0] in "jJgegEhHsS" for word in words) >= 3 for words in twelve)


def test_all_sets_have_different_words_of_two_letters_at_least():
    for words in vocabularies.sets():
        assert len(set(words)) == len(words) > 1
        assert min(map(len, words)) > 1  # of single characters a union makes a class


def test_a_whole_set_costs_what_its_name_does_wherever_it_stands():
    assert pattern_bits(MONTHS) == PRICES.vocabulary
    alone, once = pattern_bits("[0-9]"), pattern_bits(f"[0-9]({MONTHS})")
    assert once - alone < PRICES.vocabulary + 3
    assert pattern_bits(f"({MONTHS})[0-9]") - alone < PRICES.vocabulary + 3
    assert pattern_bits(f"({MONTHS}) (Fri|Mon|Sat|Sun|Thu|Tue|Wed)") < 2 * PRICES.vocabulary + 12


@pytest.mark.parametrize("pattern", [MONTHS.removeprefix("Apr|"), f"{MONTHS}|Foo", f"{MONTHS}x", f"({MONTHS}[0-9])?"])
def test_less_and_more_than_a_set_costs_its_letters(pattern):
    whole = pattern_bits(MONTHS)
    assert pattern_bits(pattern) > whole + 3
    if "?" not in pattern:
        assert pattern_bits(pattern) > 5 * whole


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["Jan", "Mar", "Oct"], "Dec"),
        (["Jan", "Mar"], None),  # too few
        (["Mon"] * 30 + ["Tue"] * 30 + ["Wed"] * 30, None),  # the others would have come
        (["Mon", "Tue", "Sun", "Fri", "Fru"], "Sat"),  # one is misspelt
        (["Mon", "Tue", "Sun", "one", "two"], None),
        (["AM", "PM"], "AM"),
        (["AM", "AM"], None),
        ([], None),
    ],
)
def test_a_set_is_completed_where_enough_of_it_was_seen(words, expected):
    found = list(vocabularies.completions(Counter(words)))
    assert len(found) == (expected is not None)
    assert all(expected in known for known in found)


def test_all_sets_that_words_may_be_of_are_known():
    found = list(vocabularies.completions(Counter(["DEBUG", "ERROR", "FATAL", "INFO", "INFO", "TRACE", "WARN"])))
    assert ["NOTICE" in known for known in found] == [False, True]


def test_who_has_seen_some_months_expects_the_others():
    days = ["3 Jan 1999", "14 Oct 2004", "21 Mar 2011", "9 Jul 1987", "30 Apr 2020", "11 Oct 2015"]
    found = synth.induce(days, kind="regex").best.language
    assert found.accepts_all(["12 Dec 2001", "12 Abc 2001"]) == [True, False]
