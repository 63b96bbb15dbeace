import itertools
import re
import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from dsl.automata import positions
from dsl.automata.ambiguity import Ambiguity, ambiguity
from dsl.automata.bit_sets import bits
from dsl.automata.distance import far_distance
from dsl.automata.positions import PositionAutomaton
from dsl.errors import LimitError
from dsl.expressions.expression import EMPTY, EPSILON, Ref, nullable
from dsl.expressions.notation import parse, write
from tests.support.strategies import expressions, strings

SHORT = ["".join(word) for length in range(6) for word in itertools.product("ab", repeat=length)]


@settings(max_examples=150)
@given(expressions(), st.lists(strings("abc", max_size=12), max_size=8))
def test_accepts_what_re_accepts(expression, words):
    assume(ambiguity(expression) < Ambiguity.EXPONENTIAL)
    compiled = re.compile(write(expression))
    automaton = PositionAutomaton(expression)
    for word in words + words:
        assert automaton.accepts(word) == bool(compiled.fullmatch(word))
    assert automaton.nullable == nullable(expression)


@settings(max_examples=60)
@given(expressions(), st.lists(strings("abc", max_size=7), min_size=1, max_size=4))
def test_distance_is_the_least_over_the_language(expression, words):
    automaton = PositionAutomaton(expression)
    members = [word for word in SHORT if automaton.accepts(word)]
    assume(members)
    for word in words:
        nearest = min(Levenshtein.distance(word, member) for member in members)
        assert automaton.distance(word) <= nearest
        if nearest + len(word) <= 5:  # no nearer member can be longer than those listed
            assert automaton.distance(word) == nearest
        assert (automaton.distance(word) == 0) == automaton.accepts(word)


@given(strings("abc", max_size=9), strings("abc", max_size=9))
def test_distance_to_one_string_is_levenshtein(word, other):
    pattern = parse("".join(other))
    assert PositionAutomaton(pattern).distance(word) == Levenshtein.distance(word, other)


def test_positions_of_a_textbook_example():
    automaton = PositionAutomaton(parse("(ab|b)*ba"))
    assert [set(bits(following)) for following in automaton.follow] == [{1}, {0, 2, 3}, {0, 2, 3}, {4}, set()]
    assert (set(bits(automaton.first)), set(bits(automaton.last))) == ({0, 2, 3}, {4})
    assert not automaton.nullable


@pytest.mark.parametrize(
    ("pattern", "count"), [("a{2,5}", 5), ("a{3,}", 3), ("(ab){2}", 4), ("(a*b*){3,}", 2), ("()", 0)]
)
def test_counted_repeats_are_written_out(pattern, count):
    assert len(PositionAutomaton(parse(pattern))) == count


@pytest.mark.parametrize("suffix", ["{0,2}", "{2}", "{3}", "{2,4}", "{2,}", "{3,}", "*", "+", "?"])
@pytest.mark.parametrize("body", ["a", "(ab|c)", "(a?b?)"])
def test_every_count(body, suffix):
    automaton = PositionAutomaton(parse(body + suffix))
    compiled = re.compile(body + suffix)
    for word in ["".join(letters) for length in range(6) for letters in itertools.product("abc", repeat=length)]:
        assert automaton.accepts(word) == bool(compiled.fullmatch(word))


def test_counts_stay_deterministic():
    # each copy leads to the next alone, so that no text can be read in two ways
    assert [following.bit_count() for following in PositionAutomaton(parse("a{2,6}")).follow] == [1, 1, 1, 1, 1, 0]


def test_limits():
    with pytest.raises(LimitError, match="20,000"):
        PositionAutomaton(parse("(a{1000}){1000}"))
    with pytest.raises(LimitError):
        PositionAutomaton(parse("abc"), max_positions=2)
    with pytest.raises(LimitError, match="empty language"):
        PositionAutomaton(EMPTY).distance("a")
    with pytest.raises(ValueError, match="grammar"):
        PositionAutomaton(Ref("x"))


def test_the_smallest_languages():
    assert not PositionAutomaton(EMPTY).accepts("")
    assert PositionAutomaton(EPSILON).accepts("")
    assert PositionAutomaton(EPSILON).distance("abc") == 3


def test_memory_of_the_simulation_is_bounded(monkeypatch):
    monkeypatch.setattr(positions, "_MAX_MEMO", 40)
    expression = parse("(a|b)*a(a|b){6}.*")
    automaton = PositionAutomaton(expression)
    compiled = re.compile(write(expression))
    for number in range(300):
        word = f"{number:b}".replace("0", "a").replace("1", "b") + chr(0x4E00 + number)
        assert automaton.accepts(word) == bool(compiled.fullmatch(word))
        assert automaton._steps <= 40
        assert len(automaton._determined) <= 41
        assert len(automaton._after) <= 40


def test_thousands_of_optional_parts_are_connected_at_once():
    begun = time.process_time()
    automaton = PositionAutomaton(parse("a?b*" * 5_000))
    assert automaton.accepts("ab" * 10)
    assert automaton.distance("abxab") == 1
    assert time.process_time() - begun < 10


@pytest.mark.parametrize(
    ("pattern", "text", "distance"),
    [
        ("(a|b)c{10000}", "ac", 9_999),
        (".{10000}", "aaa", 9_997),
        ("abc", "a" * 50_000, 49_999),
        ("(ab)*", "b" * 20_001, 10_001),
        ("a?" * 3_000, "b" * 100, 100),
    ],
)
def test_what_is_far_away_is_measured_in_linear_time(pattern, text, distance):
    assert PositionAutomaton(parse(pattern)).distance(text) == distance


@given(expressions(), strings("abc"))
def test_far_distances_are_the_same(expression, text):
    automaton = PositionAutomaton(expression)
    assert far_distance(automaton, text) == automaton.distance(text)


def test_reading_and_measuring_have_limits():
    automaton = PositionAutomaton(parse("a?" * 10_000))
    with pytest.raises(LimitError, match="at hand at once"):
        automaton.accepts("a" * 9_000)
    with pytest.raises(LimitError, match="too far"):
        automaton.distance("b" * 300)
    assert automaton.accepts("aaa")
