import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.grammars.recognition import count_parses
from dsl.grammars.sampling import DerivationSampler, Walker, show
from tests.dsl.automata.test_sampling import DRAWS, chi_square
from tests.support.grammars import enumerate_language, grammars, language

LONGEST = 5
SUM = Grammar.parse('start: start "+" start | "(" start ")" | /[0-9]/~1..3')


@given(grammars())
@settings(max_examples=50, deadline=None)
def test_enumeration_is_the_language_shortest_first(grammar):
    found = list(enumerate_language(grammar, LONGEST))
    assert found == sorted(language(grammar, LONGEST), key=lambda word: (len(word), word))


def test_enumeration_is_lazy():
    grammar = Grammar.parse('start: | "(" start ")" start')
    assert list(islice(enumerate_language(grammar, 1_000_000), 5)) == ["", "()", "(())", "()()", "((()))"]


@given(grammars(), st.integers(0, LONGEST), st.integers())
@settings(max_examples=50, deadline=None)
def test_counts_are_the_parses_of_all_words(grammar, length, seed):
    try:
        sampler = DerivationSampler(grammar)
    except LimitError:
        assume(False)
    inside = [word for word in language(grammar, length) if len(word) == length]
    assert sampler.count(length) == sum(count_parses(grammar, word) for word in inside)
    if inside:
        assert sampler.of_length(length, random.Random(seed)) in inside
    else:
        with pytest.raises(LimitError, match="no string"):
            sampler.of_length(length, random.Random(seed))


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ('start: | "(" start ")" start', 8),
        ('start: "a" | start start | /[bc]/', 4),
        ('start: x* y?\nx: "ab" | /[cd]/\ny: x "e" | "f"~0..2', 3),
    ],
)
def test_uniform_over_derivations(text, length):
    grammar, rng = Grammar.parse(text), random.Random(7)
    sampler = DerivationSampler(grammar)
    drawn = Counter(sampler.of_length(length, rng) for _ in range(DRAWS))
    words = [word for word in enumerate_language(grammar, length) if len(word) == length]
    shares = {word: DRAWS * count_parses(grammar, word) / sampler.count(length) for word in words}
    statistic, limit = chi_square(drawn, shares)
    assert drawn.keys() <= shares.keys()
    assert statistic < limit


def test_infinitely_many_derivations_cannot_be_counted():
    for text in ('start: start | "a"', 'start: b*\nb: "a"?', "start: start start |"):
        with pytest.raises(LimitError, match="infinitely"):
            DerivationSampler(Grammar.parse(text))


@given(grammars(max_leaves=8), st.integers(0, 6), st.integers())
@settings(max_examples=50, deadline=None)
def test_walks_end_in_the_language(grammar, depth, seed):
    text = Walker(grammar).draw(random.Random(seed), depth, 100)
    assert text is None or (len(text) <= 100 and grammar.accepts(text))
    assert all(map(grammar.accepts, show(grammar, 3, random.Random(seed))))


def test_the_generative_model():
    rng = random.Random(11)
    grammar = Grammar.parse('start: | "a" b | "c"\nb: "x"~1..2 | "y"')
    for weights, (empty, second, third) in (None, (1 / 3, 1 / 3, 1 / 3)), ({"start": [1, 2, 5]}, (1 / 8, 1 / 4, 5 / 8)):
        walker = Walker(grammar, weights)
        drawn = Counter(walker.draw(rng, 5) for _ in range(DRAWS))
        shares = {"": empty, "ax": second / 4, "axx": second / 4, "ay": second / 2, "c": third}
        statistic, limit = chi_square(drawn, {word: share * DRAWS for word, share in shares.items()})
        assert drawn.keys() == shares.keys()
        assert statistic < limit


def test_depth_bounds_the_walk():
    rng = random.Random(2)
    assert {len(Walker(SUM).draw(rng, 0)) for _ in range(50)} <= {1, 2, 3}
    nested = [Walker(SUM).draw(rng, 3) for _ in range(300)]
    assert max(map(len, nested)) > 7
    assert max(text.count("(") for text in nested) <= 7


@pytest.mark.parametrize(
    "text",
    ['start: start "+" start start | "a"', 'start: "a"* b\nb: b b | "c"', str(SUM), 'start: "ab"~40 | start start'],
)
def test_what_is_shown_is_varied_and_moderate(text):
    grammar = Grammar.parse(text)
    found = grammar.sample(200, 1)
    assert all(map(grammar.accepts, found[:20]))
    assert max(map(len, found)) <= 300
    if "~40" not in text:
        assert sorted(map(len, found))[120] <= 60
        assert len({len(string) for string in found}) > 10


def test_what_is_long_anyway():
    assert Grammar.parse('start: "ab"~200').sample(1) == ["ab" * 200]


def test_no_string_has_less_than_no_characters():
    sampler = DerivationSampler(Grammar.parse('start: "a" start | "b"'))
    assert sampler.count(-1) == 0
    with pytest.raises(LimitError, match="no string of -1 characters"):
        sampler.of_length(-1, random.Random(0))
