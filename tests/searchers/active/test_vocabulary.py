import keyword
import re

from searchers.active.vocabulary import operators, related_words, times_of_day


def test_words_of_the_families_of_the_words():
    assert set(related_words(["sin"])) >= {"cos", "max", "abs"}
    assert set(related_words(["jan"])) >= {"feb", "dec"}
    assert set(related_words(["null"])) >= {"true", "false"}
    assert set(related_words(["lambda"])) >= {word for word in keyword.kwlist if word.islower()}
    assert "sin" not in related_words(["jan"])
    assert related_words(["qzx"]) == []


def test_any_of_the_words_may_be_known():
    assert set(related_words(iter(["qzx", "jan", "xor"]))) >= {"feb", "nand"}


def test_words_are_distinct_sorted_and_small():
    words = related_words(["if", "jan", "and", "sin"])
    assert words == sorted(set(words))
    assert all(word.isalnum() and word == word.lower() for word in words)


def test_operators_are_distinct_and_of_several_signs():
    assert set(operators()) >= {"==", "!=", "<=", "->", "<->", "<>", "&&", "||"}
    assert all(len(sign) > 1 and not re.search(r"[\w\s]", sign) for sign in operators())
    assert len(set(operators())) == len(operators())


def test_a_time_is_written_in_other_ways():
    times = times_of_day("on 2020-01-02T03:04Z!")
    assert {"on 2020-01-02T12:34!", "on 2020-01-02T12:34:56+01:00!", "on 2020-01-02T12:34:56.789Z!"} <= set(times)
    assert "at 12:34:56 PM, not 11:12" in times_of_day("at 03:04:59.5 AM, not 11:12")
    assert times_of_day("12-34") == []
