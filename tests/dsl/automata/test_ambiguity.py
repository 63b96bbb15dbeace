import itertools
import re
import time
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dsl.automata.ambiguity import MAX_DERIVATIONS, Ambiguity, ambiguity, is_catastrophic, is_linear
from dsl.errors import LimitError
from dsl.expressions.expression import EMPTY, Chars, Concat, Epsilon, Ref, Repeat, Union, concat, repeat
from dsl.expressions.notation import parse, write
from tests.support.strategies import expressions

COUNTS = [(0, None), (1, None), (0, 1), (2, 2), (0, 2)]


@cache
def derivations(node, word):
    """The ways to read `word`, counted by the definition of each node."""
    match node:
        case Epsilon():
            return int(word == "")
        case Chars(set_):
            return int(len(word) == 1 and word in set_)
        case Concat(parts):
            return splits(word, parts[0], concat(*parts[1:]))
        case Union(parts):
            return sum(derivations(part, word) for part in parts)
        case Repeat(body, low, None):
            return sum(
                derivations(copies(body, max(low - 1, 0)), word[:cut]) * loops(body, min(low, 1), word[cut:])
                for cut in range(len(word) + 1)
            )
        case Repeat(body, low, high):
            return sum(derivations(copies(body, count), word) for count in range(low, high + 1))


def copies(body, count):
    return concat(*[body] * count) if count != 1 else body


def splits(word, first, rest):
    return sum(derivations(first, word[:cut]) * derivations(rest, word[cut:]) for cut in range(len(word) + 1))


@cache
def loops(body, low, word):
    """A star or plus: turns that read something, at the end perhaps one that reads nothing."""
    empty = derivations(body, "")
    if not word:
        return (1 if low == 0 else empty) * (1 + empty)
    return turns(body, word) * (1 + empty)


@cache
def turns(body, word):
    if not word:
        return 1
    return sum(derivations(body, word[:cut]) * turns(body, word[cut:]) for cut in range(1, len(word) + 1))


@settings(max_examples=150)
@given(expressions(max_leaves=4, counts=COUNTS))
def test_agrees_with_counted_derivations(expression):
    counted = [derivations(expression, word) for word in words(up_to=6)]
    if ambiguity(expression) is Ambiguity.NONE:
        assert max(counted) <= 1
    else:
        assert max(counted) > 1 or any(derivations(expression, word) > 1 for word in words(up_to=11))
    if is_linear(expression):
        assert max(counted) <= MAX_DERIVATIONS


def words(up_to):
    return ("".join(word) for length in range(up_to + 1) for word in itertools.product("ab", repeat=length))


@pytest.mark.parametrize(
    ("pattern", "growth", "linear"),
    [
        ("()", Ambiguity.NONE, True),
        ("(a|b)*abb", Ambiguity.NONE, True),
        ("(a|b)*a(a|b){10}", Ambiguity.NONE, True),
        ("[a-z]+@[a-z]+([.][a-z]+)+", Ambiguity.NONE, True),
        ("(www[.])?[a-z.]+", Ambiguity.FINITE, True),
        ("a?a?b", Ambiguity.FINITE, True),
        ("(a*|b*)c", Ambiguity.FINITE, False),
        ("a(b*|c*)d", Ambiguity.FINITE, False),
        ("(a*b*)?c", Ambiguity.FINITE, False),
        ("(a{0,5}){20}", Ambiguity.FINITE, False),
        ("a{1,20}a{1,20}", Ambiguity.FINITE, False),
        ("(a|b)*a(a|b)*", Ambiguity.POLYNOMIAL, False),
        (".*a.*b.*", Ambiguity.POLYNOMIAL, False),
        ("(ab)*(aba)?b?", Ambiguity.FINITE, True),
        ("(ab)*c?(abab)*", Ambiguity.POLYNOMIAL, False),
        ("(a|aa)*", Ambiguity.EXPONENTIAL, False),
        ("(a?b?)*", Ambiguity.EXPONENTIAL, False),
        ("(a*b?)*c", Ambiguity.EXPONENTIAL, False),
        ("((a*|b*)c)*", Ambiguity.EXPONENTIAL, False),
        ("(a+b?)*", Ambiguity.EXPONENTIAL, False),
        ("(ab|a|b)*", Ambiguity.EXPONENTIAL, False),
    ],
)
def test_known_patterns(pattern, growth, linear):
    assert ambiguity(parse(pattern)) is growth
    assert is_linear(parse(pattern)) is linear


@settings(max_examples=40)
@given(expressions(max_leaves=9), st.lists(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=4))
def test_linear_patterns_never_hang(expression, pumps):
    assume(is_linear(expression))
    compiled = re.compile(write(expression))
    for pump in pumps:
        started = time.process_time()
        compiled.fullmatch(pump * 300 + "!")
        assert time.process_time() - started < 0.5


@settings(max_examples=150)
@given(expressions(alphabet="a", max_leaves=6, counts=[(0, None), (1, None), (0, 1), (2, 2)]))
def test_growth_is_seen_in_the_counts(expression):
    counts = [derivations(expression, "a" * length) for length in range(121)]
    at_30, at_60, at_120 = (max(counts[: length + 1]) for length in (30, 60, 120))
    growth = ambiguity(expression)
    assert (growth >= Ambiguity.POLYNOMIAL) == (at_120 > at_60)
    # twice the length: a polynomial grows by nearly the same factor again, an exponential by its square
    assert (growth is Ambiguity.EXPONENTIAL) == (at_120 * at_30 > 2 * at_60**2)


def test_it_is_fast_enough_to_filter_candidates():
    pattern = parse(r"https?://(www\.)?[a-z0-9.-]+\.[a-z]{2,6}(/[a-z0-9/._-]*)?(\?[a-z]+=[a-z0-9]*)?")
    is_linear(pattern)
    started = time.process_time()
    for _ in range(10):
        is_linear(pattern)
    assert time.process_time() - started < 0.2


def test_limits_and_leaves():
    assert ambiguity(EMPTY) is Ambiguity.NONE
    with pytest.raises(LimitError, match="1,000"):
        ambiguity(repeat(parse("ab"), 600, 600))
    with pytest.raises(ValueError, match="derivations"):
        ambiguity(Ref("x"))


@pytest.mark.parametrize(
    ("pattern", "hangs"),
    [
        ("a*a*b", False),
        ("a*a*a*a*a*a*a*b", True),
        ("(ab?|b){0,40}c", True),  # boundedly many, but 2^40
        ("((a{0,2}){2,}){2,}", True),
        ("[a-z]+[a-z0-9]*@[a-z.]+[a-z]{2,}", False),
        ("(a|b)*abb", False),
        ("[^\\s\\S]", False),
    ],
)
def test_a_million_steps_are_a_catastrophe(pattern, hangs):
    assert is_catastrophic(parse(pattern)) == hangs


def test_what_is_no_catastrophe_takes_little_time():
    for pattern in ("a*a*b", "a*a*a*b", "[ab]*a[ab]*b[ab]*", "(a|b)*(ab|b)*c?"):
        assert not is_catastrophic(parse(pattern))
        began = time.perf_counter()
        for text in ("a" * 60 + "!", "ab" * 30 + "!", "b" * 60 + "!"):
            re.fullmatch(pattern, text)
        assert time.perf_counter() - began < 1
