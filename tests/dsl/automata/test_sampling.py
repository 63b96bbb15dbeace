import random
import re
import time
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.automata.positions import PositionAutomaton
from dsl.automata.sampling import MAX_LENGTH, SURROGATES, UniformSampler, generate, presentable
from dsl.charset import PRINTABLE, CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import EMPTY, Ref
from dsl.expressions.notation import parse
from dsl.regex import Regex
from tests.support.automata import counts
from tests.support.strategies import expressions

DRAWS = 4_000


def chi_square(drawn, expected):
    """Pearson's statistic, and its 0.9999 quantile by Wilson and Hilferty."""
    degrees = len(expected) - 1
    statistic = sum((drawn[word] - count) ** 2 / count for word, count in expected.items())
    spread = 2 / (9 * degrees)
    return statistic, degrees * (1 - spread + 3.72 * spread**0.5) ** 3


def test_no_string_has_less_than_no_characters():
    with pytest.raises(LimitError, match="no string of -1 characters"):
        UniformSampler(parse("(aa)*")).of_length(-1, random.Random(0))


@given(expressions(), st.integers(0, 6), st.integers())
def test_samples_belong_to_the_language(expression, length, seed):
    automaton = PositionAutomaton(expression)
    rng = random.Random(seed)
    assert automaton.accepts(generate(expression, rng))
    sampler, available = UniformSampler(expression), counts(expression, length)
    if available[length]:
        word = sampler.of_length(length, rng)
        assert len(word) == length
        assert automaton.accepts(word)


@pytest.mark.parametrize("pattern", ["(a|bb)*", "a*(b|cd)?a*", "(ab|a)(c|bc)?[xyz]{0,2}", "[a-c]*a[a-c]"])
def test_uniform_by_length(pattern):
    rng = random.Random(7)
    sampler = UniformSampler(parse(pattern))
    number = counts(parse(pattern), 4)[4]
    drawn = Counter(sampler.of_length(4, rng) for _ in range(DRAWS))
    assert len(drawn) == number
    statistic, limit = chi_square(drawn, dict.fromkeys(drawn, DRAWS / number))
    assert statistic < limit


def test_the_generative_model():
    rng = random.Random(11)
    choices, loop = parse("([xy]|zz)a{1,2}"), parse("a+")
    drawn = Counter(generate(choices, rng) for _ in range(DRAWS))
    shares = {"xa": 1 / 8, "ya": 1 / 8, "xaa": 1 / 8, "yaa": 1 / 8, "zza": 1 / 4, "zzaa": 1 / 4}
    statistic, limit = chi_square(drawn, {word: share * DRAWS for word, share in shares.items()})
    assert drawn.keys() == shares.keys()
    assert statistic < limit
    turns = Counter(min(len(generate(loop, rng)), 5) for _ in range(DRAWS))
    statistic, limit = chi_square(turns, {count: DRAWS / 2 ** min(count, 4) for count in range(1, 6)})
    assert statistic < limit


def test_same_seed_same_strings():
    expression = parse("[a-z]*(b|.c){2,}")
    assert [generate(expression, random.Random(3)) for _ in range(2)] == [generate(expression, random.Random(3))] * 2


def test_huge_classes_are_drawn_where_people_can_read_them():
    assert all(generate(parse(".{20}"), random.Random(1)) <= "~" * 20 for _ in range(5))
    assert presentable(~CharSet.of("a")) == PRINTABLE - CharSet.of("a")
    assert "é" in presentable(CharSet.of("aé"))
    beyond = presentable(CharSet([(0x1000, 0xFFFF)]))
    assert "\ud800" not in beyond
    assert "\uffff" in beyond
    assert presentable(CharSet([(0xD800, 0xDFFF)]))


def test_nothing_to_draw():
    rng = random.Random(0)
    with pytest.raises(LimitError, match="empty language"):
        generate(EMPTY, rng)
    with pytest.raises(LimitError, match="no string of 3"):
        UniformSampler(parse("(aa)*")).of_length(3, rng)
    with pytest.raises(ValueError, match="not a regex"):
        generate(Ref("x"), rng)


@given(expressions(), st.integers(0, 4), st.integers())
def test_no_string_is_longer_than_asked_for(expression, longest, seed):
    available = counts(expression, longest)
    if any(available):
        text = generate(expression, random.Random(seed), longest)
        assert len(text) <= longest
        assert PositionAutomaton(expression).accepts(text)
    else:
        with pytest.raises(LimitError, match="every string"):
            generate(expression, random.Random(seed), longest)


@pytest.mark.parametrize(
    "pattern",
    [
        "(a{0,32000}){0,32000}",
        "((a{0,32000}){0,32000}){0,32000}",
        "((a?b?){32000}){32000}",
        "((a*b){100}|c*){900}",
        "(a?b?){4000000000}",
        "(ab){3,4000000000}",
        "((a{2,}){200,}){200,}",
        "b|(a{32000}){32000}",
        "((b|(a{3200}){3200}){3,3000}c?){2,}",
    ],
)
def test_samples_of_huge_counts_are_short_enough_and_inside(pattern):
    begun = time.process_time()
    for text in Regex.parse(pattern).sample(3, 0):
        assert len(text) <= MAX_LENGTH
        assert re.fullmatch("[abc]*", text)
    assert time.process_time() - begun < 5
    smaller = re.sub(r"\d\d+", lambda count: str(int(count[0]) % 7 + 3), pattern)
    for text in (generate(parse(smaller), random.Random(seed), 500) for seed in range(20)):
        assert Regex.parse(smaller).accepts(text)


@pytest.mark.parametrize("pattern", ["a{100001}", "(a{32000}){32000}", "(ab|cd){4000000000,}", "((a*b){32000}){32000}"])
def test_a_language_of_long_strings_alone_is_not_drawn_from(pattern):
    with pytest.raises(LimitError, match="100,000 characters"):
        Regex.parse(pattern).sample(1, 0)


@pytest.mark.parametrize(("pattern", "length"), [("a*", 10**9), (".*", 100_000), ("(ab|c)*", 10**6)])
def test_too_many_strings_are_not_counted(pattern, length):
    with pytest.raises(LimitError, match="too many to count"):
        UniformSampler(parse(pattern)).of_length(length, random.Random(0))


def test_surrogates_are_what_utf8_cannot_hold():
    for character in map(chr, (0xD7FF, 0xD800, 0xDFFF, 0xE000)):
        assert (character in SURROGATES) == (character.encode(errors="replace") == b"?")
