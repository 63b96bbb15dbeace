import random
from itertools import product

import pytest

from searchers.structure.even_linear import bits_saved, consistent_partners, even_linear_grammars

WORDS = ["".join(word) for length in range(9) for word in product("ab", repeat=length)]


def words(alphabet, count, most=7):
    rng = random.Random(0)
    return ["".join(rng.choices(alphabet, k=rng.randrange(most))) for _ in range(count)]


def test_palindromes_and_nothing_else():
    texts = [word + middle + word[::-1] for word in words("ab", 30) for middle in ("a", "b", "aa")]
    (grammar,) = even_linear_grammars(texts)
    assert {word for word in WORDS if grammar.accepts(word)} == {word for word in WORDS if word and word == word[::-1]}


def test_the_empty_string_only_if_it_is_an_example():
    (without,) = even_linear_grammars("a" * n + "b" * n for n in range(1, 9))
    (with_it,) = even_linear_grammars("a" * n + "b" * n for n in range(9))
    balanced = {"a" * n + "b" * n for n in range(5)}
    assert {word for word in WORDS if with_it.accepts(word)} == balanced
    assert {word for word in WORDS if without.accepts(word)} == balanced - {""}


@pytest.mark.parametrize(
    ("texts", "written"),
    [
        (["a" * n + "c" + "b" * n for n in range(9)], 'start: "a" start "b" | "c"'),
        ([w + "#" + w[::-1] for w in words("ab", 40)], 'start: "#" | "a" start "a" | "b" start "b"'),
        (["a" * n + "b" * m + "a" * n for n in range(1, 8) for m in range(1, 8)], 'start: "a" start "a" | "b"+'),
        (
            ["a" * n + str(47 * n * n) + "b" * n for n in range(40)],
            'start: "0".."9"+ | "a" start "b"',
        ),
        (
            [w + w[::-1].translate(str.maketrans("acgt", "tgca")) for w in words("acgt", 40)],
            'start: | "a" start "t" | "c" start "g" | "g" start "c" | "t" start "a"',
        ),
    ],
)
def test_known_languages(texts, written):
    (grammar,) = even_linear_grammars(texts)
    assert str(grammar) == written
    assert all(map(grammar.accepts, texts))


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [""],
        ["abcba"],
        ["a" * n for n in range(1, 20)],
        [word for word in words("ab", 60) if word],
        ["a" * n + "b" * m for n in range(1, 7) for m in range(1, 7)],
        ["a" * n + "c" + "a" * m for n in range(1, 7) for m in range(1, 7)],
        ["a" + word + "b" for word in words("xy", 40)],
        ["hello", "world", "level", "noon", "foo", "abba", "bar"],
    ],
)
def test_regular_languages_are_not_taken_for_even_linear_ones(texts):
    assert not list(even_linear_grammars(texts))


def test_what_pairs_save():
    assert bits_saved([word + word[::-1] for word in words("ab", 40)]) > 30
    assert bits_saved(words("ab", 60)) == 0


def test_the_same_answer_in_any_order():
    texts = [word + word[::-1] for word in words("abc", 40)]
    assert list(even_linear_grammars(texts)) == list(even_linear_grammars(texts[::-1])) != []


def test_partners():
    assert consistent_partners(["xay", "xxbyy"]) == {"x": "y"}
    assert consistent_partners(["ab", "ac"]) == {}  # two closing characters
    assert consistent_partners(["ac", "bc"]) == {}  # two opening ones
    assert consistent_partners(["xaby", "xbay", "xacy"]) == {"x": "y", "b": "a"}  # a stands opposite b and c
    assert consistent_partners(["xaby", "xbay", "xxacyy"]) == {"x": "y", "a": "b", "b": "a"}  # too deep to refuse
