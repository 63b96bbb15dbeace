import random
import re
import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Concat, Repeat, Union, chars, concat, repeat, union
from dsl.expressions.matching import matched_texts
from dsl.expressions.notation import parse
from dsl.regex import Regex
from synth.explain.explanation import Part, explain

expressions = st.recursive(
    st.sets(st.sampled_from("ab"), min_size=1).map(lambda letters: chars(CharSet.of(letters))),
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: concat(*parts)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: union(*parts)),
        st.tuples(inner, st.sampled_from([(0, 1), (0, None), (1, None), (2, 2), (1, 3), (3, None)])).map(
            lambda pair: repeat(pair[0], *pair[1])
        ),
    ),
    max_leaves=6,
)
TEXTS = ["".join(letters) for length in range(5) for letters in product("ab", repeat=length)]


def check(part: Part, found: dict[Part, list[str]]) -> None:
    """Every piece belongs to its part, and the pieces of the children make up the piece of the parent."""
    pieces = found.get(part, [])
    assert all(re.fullmatch(str(part.expression), piece) for piece in pieces)
    together = [piece for child in part.children for piece in found.get(child, [])]
    match part.expression:
        case Concat():
            steps = [found.get(child, []) for child in part.children] or [pieces]
            assert ["".join(step) for step in zip(*steps, strict=True)] == pieces
        case Union():
            assert sorted(together) == sorted(pieces)
        case Repeat(_, low, high) if part.children:
            assert "".join(together) == "".join(pieces)
            assert len(together) >= low * len(pieces)
            assert high is None or len(together) <= high * len(pieces)
    for child in part.children:
        check(child, found)


@settings(max_examples=60, deadline=None)
@given(expressions)
def test_pieces_make_up_exactly_the_strings_that_match(expression):
    root = explain(expression)
    for text in TEXTS:
        found = matched_texts(root, text)
        assert (found is not None) == (re.fullmatch(str(expression), text) is not None)
        if found is not None:
            assert found[root] == [text]
            check(root, found)


@settings(max_examples=60, deadline=None)
@given(expressions, st.integers(0, 1000))
def test_pieces_of_longer_samples(expression, seed):
    root = explain(expression)
    for text in Regex(expression).sample(3, random.Random(seed)):
        found = matched_texts(root, text)
        assert found is not None
        check(root, found)


def pieces(pattern, text):
    root = explain(parse(pattern))
    found = matched_texts(root, text)
    return None if found is None else {part.words: found.get(part) for _, part in root.lines()}


def test_every_round_of_a_repeat_is_kept():
    assert pieces("(x[0-9]+)*", "x1x22x3") == {
        "0 or more times:": ["x1x22x3"],
        "'x'": ["x", "x", "x"],
        "1 or more digits": ["1", "22", "3"],
    }


def test_earlier_parts_take_as_much_as_they_can():
    assert pieces("[ab]*[b]+", "abbb") == {
        "0 or more characters, each 'a' or 'b'": ["abb"],
        "'b' 1 or more times": ["b"],
    }


@pytest.mark.parametrize("pattern", ["[0-9]{2}-[0-9]{2}", "(a{2,3}){2}", "([a-c]?b)*"])
def test_greed_agrees_with_the_groups_of_re(pattern):
    expression = parse(pattern)
    root = explain(expression)
    parts = root.children if isinstance(expression, Concat) else (root,)
    grouped = re.compile("".join(f"({part.expression})" for part in parts))
    for text in Regex(expression).sample(20, 1):
        found = matched_texts(root, text)
        match = grouped.fullmatch(text)
        assert [found[part][0] for part in parts] == [match[index] for index in range(1, len(parts) + 1)]


def test_a_pattern_that_makes_backtracking_explode_is_matched_at_once():
    assert pieces("(a|a?[ab])*c", "a" * 60) is None
    assert pieces("(a*)*b", "a" * 300 + "b") is not None


def test_a_repeat_of_what_can_be_empty_keeps_its_count():
    for text in ("", "a", "ab", "abab"):
        root = explain(parse("(a*b*){2}"))
        found = matched_texts(root, text)
        assert len(found[root.children[0]]) == 2
        check(root, found)


def test_no_match_is_none():
    assert pieces("[0-9]{3}", "12") is None
    assert pieces("ab", "a") is None


def test_leaves_are_characters_literals_and_counts():
    root = explain(parse("ab[0-9]{2}c?"))
    assert [
        isinstance(child.expression, Chars | Concat | Repeat) and not child.children for child in root.children
    ] == [True] * 3


@pytest.mark.parametrize(
    "pattern",
    [
        "(a?b?){4000000000}",
        "((a?b?){32000}){32000}",
        "(a*b*){3,4000000000}",
        "a?" * 3_000,
        "(" * 90 + "a?b?" + "){9}" * 90,
    ],
    ids=lambda pattern: pattern[:20],
)
def test_turns_that_are_empty_and_thousands_of_parts_take_no_time(pattern):
    root = explain(parse(pattern))
    begun = time.process_time()
    assert matched_texts(root, "aa")[root] == ["aa"]
    assert time.process_time() - begun < 5
