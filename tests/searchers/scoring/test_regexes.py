"""Both objectives against plain definitions: brute force for the median, single terms for the description length."""

from math import inf

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from dsl.automata.distance import lower_median
from dsl.charset import DIGITS, LOWER
from dsl.expressions.expression import EPSILON, literal, size
from dsl.expressions.notation import parse
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.packing import pack
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring import make
from searchers.scoring.coding import choice_bits
from searchers.scoring.parameters import by_hand
from searchers.scoring.prices import PRICES
from searchers.scoring.regexes import DescriptionLength, MedianDistance
from tests.support.strategies import expressions, strings

examples = st.lists(strings("abc", 5), min_size=1, max_size=8)
small = expressions("abc", max_leaves=6)


def totals(objective, patterns, cutoff=inf):
    classes = ClassTable()
    programs = [encode(pattern, classes) for pattern in patterns]
    return objective.totals(pack(programs), classes, cutoff)


# ------------------------------------------------------------------------------------------------ the median


@given(st.lists(st.integers(0, 9), min_size=1), st.data())
def test_the_lower_median_counts_weights(values, data):
    weights = [data.draw(st.integers(1, 4)) for _ in values]
    every = sorted(value for value, weight in zip(values, weights, strict=True) for _ in range(weight))
    assert lower_median(np.array(values, np.int32), np.array(weights)) == every[(len(every) - 1) // 2]


@settings(max_examples=60)
@given(examples, st.lists(st.text("abc", max_size=4), min_size=1, max_size=4, unique=True))
def test_median_equals_brute_force_over_the_language(texts, language):
    expression = parse("|".join(map(str, map(literal, language))))
    every = sorted(min(Levenshtein.distance(text, member) for member in language) for text in texts)
    median = every[(len(every) - 1) // 2]
    scored = MedianDistance(Problem.of(texts)).score(Regex(expression))
    assert scored.distance == median
    assert scored.score.terms == {"distance": median, "size": PRICES.size * size(expression), "negatives": 0}
    assert scored.score.accepted == every.count(0)


@settings(max_examples=60)
@given(examples, st.lists(strings("abc", 5), max_size=4), st.lists(small, min_size=1, max_size=4), st.integers(0, 4))
def test_median_totals_are_the_scores(texts, negatives, patterns, cutoff):
    objective = MedianDistance(Problem.of(texts, set(negatives) - set(texts)))
    scores = [objective.score(Regex(pattern)).objective for pattern in patterns]
    assert totals(objective, patterns) == pytest.approx(scores)
    found = totals(objective, patterns, cutoff)
    assert found == pytest.approx([score if score <= cutoff else inf for score in scores])


def test_each_accepted_negative_counts_once():
    scored = MedianDistance(Problem.of(["a"], ["b", "c", "dd"])).score(Regex.parse("[a-z]"))
    assert scored.score.terms["negatives"] == 2
    assert scored.score.rejected == 1


# ------------------------------------------------------------------------------------ the description length


@settings(max_examples=100)
@given(examples, st.lists(strings("abc", 5), max_size=4), small)
def test_terms_add_up_and_counts_are_true(texts, negatives, pattern):
    problem = Problem.of(texts, set(negatives) - set(texts))
    scored = DescriptionLength(problem, by_hand()).score(Regex(pattern))
    assume(scored.objective < inf)
    language = Regex(pattern)
    distances = sorted(map(language.distance, texts))
    assert scored.objective == pytest.approx(sum(scored.score.terms.values()))
    assert all(bits >= 0 for bits in scored.score.terms.values())
    assert scored.score.accepted == distances.count(0)
    assert scored.distance == distances[(len(distances) - 1) // 2]
    assert scored.score.rejected == sum(not language.accepts(text) for text in problem.negatives)
    assert (scored.score.terms["edits"] > 0) == (distances[-1] > 0)
    assert scored.score.terms["negatives"] == PRICES.negative * (len(problem.negatives) - scored.score.rejected)


@settings(max_examples=60)
@given(examples, st.lists(small, min_size=1, max_size=4), st.floats(0, 100))
def test_totals_are_the_scores_up_to_the_cutoff(texts, patterns, cutoff):
    objective = DescriptionLength(Problem.of(texts), by_hand())
    scores = [objective.score(Regex(pattern)).objective for pattern in patterns]
    assert totals(objective, patterns) == pytest.approx(scores)
    for score, found in zip(scores, totals(objective, patterns, cutoff), strict=True):
        assert found == pytest.approx(score) or (found == inf and score > cutoff)


def bits_of_examples(pattern, texts):
    return DescriptionLength(Problem.of(texts), by_hand()).score(Regex.parse(pattern)).score.terms["examples"]


def test_a_literal_leaves_nothing_to_say():
    assert bits_of_examples("abc", ["abc"] * 5) == 0


def test_a_class_costs_each_character():
    coding = DescriptionLength(Problem.of(["a1", "b2"]), by_hand()).coding
    each = sum(
        count * coding.prices(charset)[pair]
        for charset, text in ((LOWER, "a"), (DIGITS, "1"))
        for pair, count in coding.pair_counts({text: 2}).items()
    )
    assert each > 0
    assert bits_of_examples("[a-z][0-9]", ["a1", "b2"]) == pytest.approx(each)


def test_an_option_pays_how_often_it_is_taken():
    assert bits_of_examples("ab?", ["ab", "ab", "ab", "a"]) == pytest.approx(choice_bits(3, 1))


def test_a_union_pays_which_alternative():
    assert bits_of_examples("cat|mouse", ["cat", "mouse", "cat"]) == pytest.approx(choice_bits(2, 1))


def test_an_open_repeat_pays_going_on_and_stopping():
    paid = PRICES.count_weight * choice_bits(3, 2, open=True)
    assert bits_of_examples("a+", ["aaa", "aa"]) == pytest.approx(paid)
    assert bits_of_examples("a*", ["a", "aa"]) == pytest.approx(paid)


def test_a_bounded_repeat_pays_an_even_choice_of_its_count():
    assert bits_of_examples("a{1,4}", ["a", "aaa"]) == pytest.approx(2 * PRICES.count_weight * 2)
    assert bits_of_examples("a{3}", ["aaa"]) == 0


def test_repeated_examples_weigh_as_often_as_they_occur():
    once, often = (bits_of_examples("[a-z]{2}", ["ab"] * times) for times in (1, 7))
    assert often == pytest.approx(7 * once)


def test_outliers_cost_more_the_farther_away_they_are():
    objective = DescriptionLength(Problem.of([*["2024-01-05", "1999-12-31", "2010-06-15"] * 3, "2024-1-05", "n.a."]))
    dates = Regex.parse("[0-9]{4}-[0-9]{2}-[0-9]{2}")
    near = DescriptionLength(Problem.of([*objective.problem.positives[:4]])).score(dates)
    both = objective.score(dates)
    assert near.score.accepted == 3
    assert 0 < near.score.terms["edits"] < both.score.terms["edits"]
    assert both.objective < objective.score(Regex.parse("[0-9]{4}-[0-9]{2}-[0-9]{2}|2024-1-05|n\\.a\\.")).objective


def test_looser_is_dearer_on_the_examples():
    texts = ["2024-01-05", "1999-12-31", "2010-06-15"]
    patterns = ["[0-9]{4}-[0-9]{2}-[0-9]{2}", "[0-9\\-]{10}", ".{10}", "(.|\\n){10}"]
    bits = [bits_of_examples(pattern, texts) for pattern in patterns]
    assert bits == sorted(bits)


@pytest.mark.parametrize("text", ["\0", "a\0b", "\n", "\ud800", "\U0010ffff", "é日😀"])
def test_every_character_can_be_scored(text):
    for kind in (DescriptionLength, MedianDistance):
        scored = kind(Problem.of([text, "x"])).score(Regex(literal(text)))
        assert scored.score.accepted == 1
        assert scored.objective < inf


def test_texts_that_are_too_long_to_be_remembered_are_read_all_the_same():
    texts = ["ab1" * 30_000, "ab1" * 29_996, "ab1" * 4]
    objective = DescriptionLength(Problem.of(texts))
    patterns = [parse(f"({'ab1' * 4}){count}") for count in ("+", "*")]
    scored = [objective.score(Regex(pattern)) for pattern in patterns]
    assert [one.score.accepted for one in scored] == [3, 3]
    assert [one.score.terms["edits"] for one in scored] == [0, 0]
    np.testing.assert_allclose(totals(objective, patterns), [one.objective for one in scored])


def test_the_empty_string():
    scored = DescriptionLength(Problem.of(["", ""])).score(Regex(EPSILON))
    assert scored.score.accepted == 2
    assert scored.score.terms["examples"] == 0


def test_objectives_by_name():
    problem = Problem.of(["a"])
    assert [make(name, problem).name for name in ("mdl", "median")] == ["mdl", "median"]
    with pytest.raises(KeyError):
        make("mean", problem)


def test_many_scores_are_those_of_one_after_the_other():
    problem = Problem.of(["ab1", "cd22", "e3"], ["x"])
    languages = list(map(Regex.parse, ["[a-z]+[0-9]+", "[a-e]{1,2}[1-3]{1,2}", ".*"]))
    alone = [make("mdl", problem, "regex").score(language) for language in languages]
    assert make("mdl", problem, "regex").score_all(languages) == alone
