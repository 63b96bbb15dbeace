"""Distances against brute force over enumerated languages, and two independent kernels against each other."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from dsl.automata.distance import distances, lower_median
from dsl.errors import LimitError
from dsl.expressions.expression import literal, repeat
from dsl.grammar import Grammar
from dsl.grammars import distance as grammar_distance
from dsl.grammars.distance import Edit, apply_edits, edits, grammar_distances, grammar_median_distance
from dsl.grammars.symbols import Texts
from tests.support.grammars import grammars, language
from tests.support.strategies import expressions, strings

LONGEST = 6
DYCK = Grammar.parse('start: | "(" start ")" start | "[" start "]" start')


@given(grammars(), st.lists(strings("abc", max_size=4), min_size=1, max_size=6))
@settings(max_examples=100, deadline=None)
def test_distance_equals_brute_force(grammar, given):
    inside = language(grammar, LONGEST)
    for string, found in zip(given, grammar_distances(grammar, given).tolist(), strict=True):
        nearest = min((Levenshtein.distance(string, word) for word in inside), default=99)
        unseen = LONGEST + 1 - len(string)  # the distance to any longer word is at least this
        assert found == nearest if nearest <= unseen else found >= unseen


@given(expressions("abc", max_leaves=10), st.lists(strings("abcd", max_size=25), min_size=1, max_size=40))
@settings(max_examples=100, deadline=None)
def test_on_regular_languages_it_equals_the_distance_of_the_regex(expression, given):
    assert grammar_distances(Grammar({"start": expression}), given).tolist() == distances(expression, given).tolist()


@given(grammars("abc", max_leaves=10), st.lists(strings("abcd", max_size=25), min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_both_kernels_agree(grammar, given):
    expected = grammar_distances(grammar, given)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grammar_distance, "MAX_LENGTH", -1)
        assert grammar_distances(grammar, given).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("text", "string", "distance"),
    [
        ('start: "a" | b | d "b"\nb: b "b" | c\nc: "c" d | start\nd: b | c "b"', "bbca", 2),
        (
            'start: "a" | d\nb: c "a" | f\nc: "a" | e\nd: "a" | d e | f\ne: b | "cac" | start "c"\nf: e | e "b"',
            "cbabbb",
            1,
        ),
    ],
)
def test_loops_are_followed_as_often_as_they_help(text, string, distance):
    grammar = Grammar.parse(text)
    inside = language(grammar, len(string) + distance)
    assert grammar.distance(string) == distance == min(Levenshtein.distance(string, word) for word in inside)


def test_the_lower_median_of_two_halves():
    near, far = ["()" * 20] * 32, ["x"] * 32
    assert grammar_median_distance(DYCK, Texts(near + far)) == 0
    assert grammar_median_distance(DYCK, Texts(near + far), cutoff=0) == 0
    assert grammar_median_distance(DYCK, Texts(near[1:] + far), cutoff=0) == 1


@given(grammars(), strings("abc", max_size=12))
@settings(max_examples=80, deadline=None)
def test_edits_lead_into_the_language(grammar, text):
    found = edits(grammar, text)
    assert len(found) == grammar.distance(text)
    assert grammar.accepts(apply_edits(text, found))
    assert all(text.startswith(edit.old, edit.position) and edit.old != edit.new for edit in found)


def test_edits_say_what_and_where():
    assert edits(DYCK, "([])x") == [Edit(4, "x", "")]
    assert edits(Grammar.parse('start: "if" " " "a".."z"'), "of a") == [Edit(0, "o", "i")]
    assert edits(Grammar.parse('start: "abc"'), "") == [Edit(0, "", letter) for letter in "abc"]
    assert edits(Grammar.parse("start:"), "xy") == [Edit(0, "x", ""), Edit(1, "y", "")]


def corrupted(rng, length, errors):
    text = "".join(rng.choice(["()", "[]"]) for _ in range(length // 2))
    for _ in range(errors):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice(["", "(", "]", "x"]) + text[place + rng.randint(0, 1) :]
    return text


@given(grammars(), st.lists(strings("abc", max_size=10), min_size=1, max_size=80), st.integers(0, 4), st.integers())
@settings(max_examples=60, deadline=None)
def test_median_and_cutoff(grammar, given, cutoff, seed):
    weights = [random.Random(seed).randint(1, 5) for _ in given]
    texts = Texts(given, weights)
    exact = grammar_distances(grammar, texts)
    median = lower_median(exact.astype(np.int32), texts.weights)
    assert grammar_median_distance(grammar, texts) == median
    assert grammar_median_distance(grammar, texts, cutoff) == min(median, cutoff + 1)
    assert grammar_distances(grammar, texts, cutoff).tolist() == np.minimum(exact, cutoff + 1).tolist()


def test_strings_of_every_length_in_one_call():
    rng = random.Random(5)
    given = [corrupted(rng, length, 2) for length in (0, 1, 30, 118, 120, 121, 130, 300) for _ in range(5)]
    together = grammar_distances(DYCK, given)
    assert together.tolist() == [DYCK.distance(text) for text in given]
    assert grammar_median_distance(DYCK, Texts(given)) == sorted(together)[(len(given) - 1) // 2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grammar_distance, "MAX_LENGTH", -1)
        assert grammar_distances(DYCK, given).tolist() == together.tolist()


@pytest.mark.parametrize("count", [253, 254, 255, 256, 300])
def test_distances_beyond_a_byte(count):
    grammar = Grammar({"start": repeat(literal("a"), count, count)})
    assert grammar_distances(grammar, ["", "xa", "a" * 50]).tolist() == [count, count - 1, count - 50]
    assert grammar_distances(grammar, ["", "a" * (count - 2)], cutoff=5).tolist() == [6, 2]


def test_limits(monkeypatch):
    assert grammar_distances(DYCK, []).tolist() == []
    assert grammar_median_distance(DYCK, Texts([])) == 0
    with pytest.raises(ValueError, match="-1"):
        grammar_distances(DYCK, ["("], cutoff=-1)
    monkeypatch.setattr(grammar_distance, "MAX_BYTES", 1 << 16)
    with pytest.raises(LimitError, match="edits away"):
        DYCK.distance("(" * 200)


def test_every_pair_of_short_strings():
    # the language of one word: the distance is that of two strings
    for word in map("".join, itertools.product("ab", repeat=3)):
        grammar = Grammar.parse(f'start: "{word}"')
        given = ["".join(letters) for length in range(6) for letters in itertools.product("abc", repeat=length)]
        expected = [Levenshtein.distance(word, string) for string in given]
        assert grammar_distances(grammar, given).tolist() == expected
