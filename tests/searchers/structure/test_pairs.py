import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchers.structure.pairs import TOP, Pair, balanced_pairs, depth, levels
from searchers.structure.private_characters import GROUPS

ROUND, SQUARE, ANGLE = Pair("(", ")"), Pair("[", "]"), Pair("<", ">")
GROUP, CALL = GROUPS.character(0), GROUPS.character(1)

texts = st.recursive(
    st.text("ab-", max_size=3),
    lambda inner: st.lists(st.tuples(st.sampled_from(["()", "[]", "  "]), inner), max_size=4).map(
        lambda parts: "".join(f"{both[0]}{text}{both[1]}" for both, text in parts)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("examples", "pairs"),
    [
        (["(a)", "((b))", ""], [ROUND]),
        (["(a)", "(b"], []),
        (["(a)", ")b("], []),
        (["(a)[b]", "[(c)](d)"], [ROUND, SQUARE]),
        (["(a)[", "[(c)](d)"], [ROUND]),
        (["a<->b", "(a<->c)", "(d)"], [ROUND]),
        (["(a)", "(a)(a)"], []),
        (["<a>", "<b>", "x->y"], []),
        (["a" * n + "b" * n for n in range(5)], [Pair("a", "b")]),
        (["b" * n + "a" * n for n in range(5)], [Pair("b", "a")]),
        (["x" + "a" * n + "b" * n for n in range(5)], [Pair("a", "b")]),
        (["ab", "ba", "aabb"], []),
        (["ab", "abab", "ab"], []),
        ([""], []),
        (["plain", "text"], []),
    ],
)
def test_pairs_are_balanced_in_every_text(examples, pairs):
    assert balanced_pairs(examples) == pairs


def test_how_much_a_pair_must_hold():
    assert balanced_pairs(["a<->b"], least=1) == [ANGLE]
    assert balanced_pairs(["a<->b", "<+>"]) == [ANGLE]


@given(st.lists(st.text("()[]ab", max_size=6), min_size=1, max_size=4))
def test_what_is_found_is_balanced(examples):
    for pair in balanced_pairs(examples):
        assert all(text.count(pair.opening) == text.count(pair.closing) for text in examples)
        assert all(levels(text, [pair]) is not None for text in examples)


@pytest.mark.parametrize(
    "examples",
    [
        ["([)]", "[(])", "(a)[b]"],
        ["a" * n + "b" * m + "c" * n + "d" * m for n in range(1, 6) for m in range(1, 6)],
    ],
)
def test_pairs_that_cross_are_not_both_found(examples):
    found = balanced_pairs(examples)
    assert all(levels(text, found) is not None for text in examples)


@pytest.mark.parametrize(
    ("text", "deepest"), [("", 0), ("a", 0), ("()", 1), ("(()())", 2), ("(", None), (")(", None), ("())(", None)]
)
def test_depth(text, deepest):
    assert depth(text, ROUND) == deepest


@pytest.mark.parametrize("text", ["([)]", "[(])", "(", ")", ")(", "(]"])
def test_no_levels_where_pairs_cross_or_are_not_balanced(text):
    assert levels(text, [ROUND, SQUARE]) is None


@given(texts)
def test_levels_are_made_of_the_characters_at_their_offsets(text):
    pairs = [ROUND, SQUARE]
    found = levels(text, pairs)
    assert [level.pair for level in found].count(TOP) == 1
    assert found[-1].pair == TOP
    assert len(found) == 1 + text.count("(") + text.count("[")
    for level in found:
        assert len(level.offsets) == len(level.text) + 1
        first, end = level.offsets[0], level.offsets[-1]
        if level.pair == TOP:
            assert end == len(text)
        else:
            assert (text[first - 1], text[end]) == pairs[level.pair]
        for character, offset in zip(level.text, level.offsets, strict=False):
            is_group = character in GROUPS
            assert text[offset] == (pairs[GROUPS.number(character)].opening if is_group else character)


@given(texts)
def test_levels_put_together_are_the_text(text):
    pairs = [ROUND, SQUARE]
    found = levels(text, pairs)
    at = {level.offsets[0]: level for level in found if level.pair != TOP}

    def whole(level):
        return "".join(
            whole(at[offset + 1]).join(pairs[GROUPS.number(character)]) if character in GROUPS else character
            for character, offset in zip(level.text, level.offsets, strict=False)
        )

    assert whole(found[-1]) == text


def test_inner_levels_come_first():
    assert levels("(a(b))c", [ROUND]) == [
        (0, "b", (3, 4)),
        (0, "a" + GROUP, (1, 2, 5)),
        (TOP, GROUP + "c", (0, 6, 7)),
    ]


def test_a_pair_listed_twice_tells_calls_from_groups():
    found = levels("f(a,(b))+(c)", [ROUND, ROUND])
    assert [(level.pair, level.text) for level in found] == [
        (0, "b"),
        (1, "a," + GROUP),
        (0, "c"),
        (TOP, f"f{CALL}+{GROUP}"),
    ]
    assert [level.pair for level in levels("2(x)", [ROUND, ROUND])] == [1, TOP]


def test_two_pairs_listed_twice():
    found = levels("f(a[1],[2])", [ROUND, SQUARE, ROUND, SQUARE])
    assert [(level.pair, level.text) for level in found[:-1]] == [
        (3, "1"),
        (1, "2"),
        (2, f"a{GROUPS.character(3)},{GROUPS.character(1)}"),
    ]
