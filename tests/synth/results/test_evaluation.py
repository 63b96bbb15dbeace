import json
from statistics import median_low

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.regex import Regex
from synth.results.evaluation import Fit

WORDS = Regex.parse("[a-c]+[0-9]{2}")


def test_counts_and_the_furthest():
    fit = Fit.of(WORDS, ["ab12", "ab12", "zzzz99", "a1", "a1"], ["a12", "12"])
    assert fit.distances == [0, 0, 4, 1, 1]
    assert (fit.accepted, fit.rejected, fit.median) == (2, 1, 1)
    assert [text for text, _ in fit.furthest] == ["zzzz99", "a1"]
    assert fit.wrongly_accepted == ["a12"]
    assert not fit.perfect


def test_perfect_means_every_string_on_its_side():
    assert Fit.of(WORDS, ["a12"], ["12"]).perfect
    assert not Fit.of(WORDS, ["a12"], ["b12"]).perfect
    assert not Fit.of(WORDS, ["a1"], []).perfect


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text("ab12", max_size=5), min_size=1), st.lists(st.text("ab12", max_size=5)))
def test_summary_agrees_with_the_language(examples, reject):
    fit = Fit.of(WORDS, examples, reject)
    assert fit.median == median_low([WORDS.distance(text) for text in examples])
    assert fit.accepted == sum(map(WORDS.accepts, examples))
    assert fit.rejected == len(reject) - sum(map(WORDS.accepts, reject))
    assert [distance for _, distance in fit.furthest] == sorted(
        (distance for _, distance in fit.furthest), reverse=True
    )
    assert {text for text, _ in fit.furthest} == {text for text in examples if not WORDS.accepts(text)}


def test_json_has_the_documented_shape():
    value = json.loads(json.dumps(Fit.of(WORDS, ["a12", "a1"], ["b12"]).to_json()))
    version = value.pop("version")
    assert isinstance(version, str)
    assert value == {
        "schema": 1,
        "pattern": "[a-c]+[0-9]{2}",
        "examples": 2,
        "accepted": 1,
        "reject": 1,
        "rejected": 0,
        "median": 0,
        "furthest": [{"text": "a1", "distance": 1}],
        "wrongly_accepted": ["b12"],
    }
