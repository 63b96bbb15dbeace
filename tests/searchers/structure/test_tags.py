import pytest

from dsl.expressions.expression import Ref, concat, literal, star, union
from dsl.grammar import Grammar
from dsl.language import START
from searchers.structure.pairs import TOP, levels
from searchers.structure.tags import EMPTY, ENDED, Tags

TEXTS = ['<a x="1">t<b/></a>', "<b></b>", "<a><a/></a>"]


@pytest.mark.parametrize(
    "texts",
    [["<a></b>"], ["<a>"], ["</a>"], ["<a/>"], ["plain"], [], ["<a></a>", "<b>"], ["<a><b></a></b>"], ["x < y"]],
)
def test_no_tags(texts):
    assert Tags.of(texts) is None


def test_names_and_whether_some_are_empty():
    assert Tags.of(TEXTS) == Tags(("a", "b"), True)
    assert Tags.of(["<a>1</a>"]) == Tags(("a",), False)


def test_what_is_encoded_has_levels():
    tags = Tags.of(TEXTS)
    found = [levels(tags.encode(text), tags.pairs) for text in TEXTS]
    assert [[(level.pair, len(level.text)) for level in inside] for inside in found] == [
        [(1, 0), (0, len(' x="1">t_')), (TOP, 1)],
        [(0, 1), (TOP, 1)],
        [(1, 0), (0, len(">_")), (TOP, 1)],
    ]


@pytest.mark.parametrize("text", ["<c></c>", "<a></b>", "<a>", "</a>", "<a/></a>", "/>"])
def test_other_tags_and_tags_that_do_not_match_have_no_code(text):
    assert Tags.of(TEXTS).encode(text) is None


def test_the_grammar_says_every_name_twice():
    element = Ref("element")
    ended = concat(literal(ENDED.opening + ">"), star(element), literal(ENDED.closing))
    empty = concat(literal(EMPTY.opening), literal(EMPTY.closing))
    encoded = Grammar(
        {START: Ref("ended"), "element": union(Ref("ended"), Ref("empty")), "ended": ended, "empty": empty}
    )
    grammar = Tags(("a", "b"), True).decoded(encoded)
    right = ["<a></a>", "<b><a/><a></a></b>", "<a><b/></a>"]
    wrong = ["<a></b>", "<b/>", "<a><c/></a>", "<a>", "a"]
    assert all(map(grammar.accepts, right))
    assert not any(map(grammar.accepts, wrong))
