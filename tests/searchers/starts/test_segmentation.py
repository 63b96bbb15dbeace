"""Loops of words: what is read off the examples, and that the search takes it where it costs less."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import synth
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring import make
from searchers.scoring.coding import Coding
from searchers.starts.segmentation import MAX_WORDS, word_loops

COLOURS = ["redblue", "blue", "bluered", "redredblue", "blueblue", "red", "bluebluered", "redbluered", "redred"]
MOVES = ["fwd10rot90", "rot45", "fwd200fwd3", "rot180fwd15rot7", "fwd31", "rot270rot5", "fwd8rot66fwd120", "rot12fwd5"]
NOTES = ["doremi", "mido", "remire", "dodo", "mi", "redomi", "mimi", "domire", "rere", "midoredo"]


def read(examples):
    texts = dict.fromkeys(examples, 1)
    return [str(Regex(loop)) for loop in word_loops(texts, Coding(set().union(*texts)))]


@pytest.mark.parametrize(
    ("examples", "pattern"),
    [
        (COLOURS, "(blue|red)+"),
        (NOTES, "(do|mi|re)+"),
        ([*COLOURS * 2, "blered", "rexd"], "(blue|red)+"),
        (["red-blue", "blue", "red-red-blue", "blue-red", "red"], "(blue|red)(-(blue|red))*"),
        (["12,7;3,", "5;", "1,2,", "40;6;", "8,9;10;"], "([0-9]{1,2}[,;])+"),
        (["GET 11;PUT 22;", "PUT 34;", "GET 51;GET 67;", "PUT 82;GET 98;PUT 10;"], "((GET|PUT) [0-9]{2};)+"),
        (["cmd --all", "cmd --dry --all", "cmd --all --all", "cmd --dry --dry", "cmd"], "cmd( --(all|dry))*"),
    ],
)
def test_words_in_a_loop(examples, pattern):
    wanted = Regex.parse(pattern)
    judged = [*wanted.sample(20, 0), "", "r", "redx", "red-", ";", "GET", "cmd --", "do mi"]
    found = [Regex.parse(loop) for loop in read(examples)]
    # counts are chosen by the code, so that only what is as long as an example is judged
    judged = [text for text in judged if len(text) <= max(map(len, examples))]
    assert any(all(one.accepts(text) == wanted.accepts(text) for text in judged) for one in found), read(examples)


@settings(max_examples=50)
@given(st.lists(st.text("abXY01-, é", max_size=9), min_size=1, max_size=8, unique=True))
def test_the_loop_over_all_words_matches_what_it_was_read_off(examples):
    for loop in read(examples):
        assert sum(map(Regex.parse(loop).accepts, examples)) * 3 >= 2 * len(examples), loop


def test_open_vocabularies_have_no_words():
    rng = random.Random(0)
    names = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(3, 9))) for _ in range(30)]
    assert not [loop for loop in read(names) if loop.count("|") >= MAX_WORDS]
    assert read([]) == read([""]) == read(["abc"]) == []


@pytest.mark.parametrize(
    ("examples", "truth"), [(COLOURS, "(red|blue)+"), (MOVES, "((fwd|rot)[0-9]+)+"), (NOTES, "(do|re|mi)+")]
)
def test_the_search_finds_what_costs_no_more_than_the_truth(examples, truth):
    objective = make("mdl", Problem.of(examples))
    answer = synth.induce(examples, kind="regex", seed=0)
    assert answer.best.objective <= objective.score(Regex.parse(truth)).objective + 1e-6
