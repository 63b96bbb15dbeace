from itertools import combinations

import pytest

from dsl.errors import LimitError
from dsl.expressions.expression import EPSILON, Ref, concat, literal, union
from dsl.expressions.notation import parse
from searchers.structure.private_characters import (
    AREA,
    CLASSES,
    CLOSINGS,
    ENDINGS,
    GROUPS,
    OPENINGS,
    TAGS,
    UNITS,
    check_absent,
    spelled_out,
)

AMONG_TEXTS = [GROUPS, OPENINGS, ENDINGS, CLOSINGS, TAGS]


def test_no_character_has_two_uses():
    used = [{each.character(number) for number in range(each.count)} for each in (*AMONG_TEXTS, CLASSES, UNITS)]
    assert all(one.isdisjoint(other) for one, other in combinations(used, 2))


@pytest.mark.parametrize("each", AMONG_TEXTS)
def test_texts_may_have_none_of_the_characters_that_stand_among_theirs(each):
    for number in (0, each.count - 1):
        assert each.character(number) in AREA
        with pytest.raises(LimitError, match="private-use"):
            check_absent(["a", f"b{each.character(number)}"])
    check_absent(["a", "²", "\ud800", "\uf900", ""])


def test_characters_stand_for_numbers():
    assert [GROUPS.number(GROUPS.character(number)) for number in (0, 7)] == [0, 7]
    assert GROUPS.character(7) in GROUPS
    assert [token in GROUPS for token in ("a", "", "ab", GROUPS.character(0) * 2)] == [False] * 4


def test_there_are_no_more_characters_than_there_are():
    assert CLASSES.character(CLASSES.count - 1) in CLASSES
    with pytest.raises(LimitError, match="classes of tokens"):
        CLASSES.character(CLASSES.count)


def test_what_characters_spell():
    spelled = {"a": Ref("x"), "b": Ref("y")}
    assert spelled_out(parse("[abc]d"), spelled | {"d": EPSILON}) == union(Ref("x"), Ref("y"))
    assert spelled_out(parse("[abc]d"), spelled, rest=True) == concat(
        union(literal("c"), Ref("x"), Ref("y")), literal("d")
    )
