import pytest

from dsl.expressions.expression import Ref, concat, literal, star, union
from dsl.grammar import Grammar
from dsl.language import START
from searchers.structure.elements import EMPTY, ENDED, NamedElements, UnnamedElements, do_nest
from searchers.structure.pairs import TOP, levels
from searchers.structure.private_characters import OPENINGS

TEXTS = ['<a x="1">t<b/></a>', "<b></b>", "<a><a/></a>"]


def _nested(count):
    return "".join(f"<e{number}></e{number}>" for number in range(count))


@pytest.mark.parametrize("code", [NamedElements, UnnamedElements])
@pytest.mark.parametrize(
    "texts",
    [["<a></b>"], ["<a>"], ["</a>"], ["<a/>"], ["plain"], [], ["<a></a>", "<b>"], ["<a><b></a></b>"], ["x < y"]],
)
def test_no_elements(code, texts):
    assert code.of(texts) is None


@pytest.mark.parametrize("code", [NamedElements, UnnamedElements])
def test_names_and_whether_some_are_empty(code):
    assert code.of(TEXTS) == code(("a", "b"), True)
    assert code.of(["<a>1</a>"]) == code(("a",), False)


@pytest.mark.parametrize("code", [NamedElements, UnnamedElements])
@pytest.mark.parametrize("text", ["<c></c>", "<a></b>", "<a>", "</a>", "<a/></a>", "/>"])
def test_other_tags_and_tags_that_do_not_match_have_no_code(code, text):
    assert code.of(TEXTS).encode(text) is None


def test_named_elements_are_written_with_one_character_for_each_end():
    text = '<a x="1"><b/></a>'
    elements = NamedElements.of([text])
    assert elements is not None
    encoded = elements.encode(text)
    assert encoded is not None
    assert elements.decode(encoded) == text
    assert [encoded.count(pair.opening) for pair in elements.pairs] == [1, 1]
    assert elements.encode("<a></b>") is None


def test_more_names_than_there_are_characters_for_are_no_elements():
    text = _nested(OPENINGS.count)
    elements = NamedElements.of([text])
    assert elements is not None
    assert elements.decode(elements.encode(text) or "") == text
    characters = {character for pair in elements.pairs for character in (pair.opening, pair.closing)}
    assert len(characters) == 2 * OPENINGS.count
    assert NamedElements.of([_nested(OPENINGS.count + 1)]) is None


def test_the_grammar_of_encoded_named_elements_is_decoded():
    elements = NamedElements.of(TEXTS)
    encoded = Grammar({START: union(*(literal(elements.encode(text)) for text in TEXTS))})
    assert all(map(elements.decoded(encoded).accepts, TEXTS))
    assert not any(map(elements.decoded(encoded).accepts, map(elements.encode, TEXTS)))


def test_what_is_encoded_without_names_has_levels():
    elements = UnnamedElements.of(TEXTS)
    found = [levels(elements.encode(text), elements.pairs) for text in TEXTS]
    assert [[(level.pair, len(level.text)) for level in inside] for inside in found] == [
        [(1, 0), (0, len(' x="1">t_')), (TOP, 1)],
        [(0, 1), (TOP, 1)],
        [(1, 0), (0, len(">_")), (TOP, 1)],
    ]


def test_the_grammar_of_unnamed_elements_says_every_name_twice():
    element = Ref("element")
    ended = concat(literal(ENDED.opening + ">"), star(element), literal(ENDED.closing))
    empty = concat(literal(EMPTY.opening), literal(EMPTY.closing))
    encoded = Grammar(
        {START: Ref("ended"), "element": union(Ref("ended"), Ref("empty")), "ended": ended, "empty": empty}
    )
    grammar = UnnamedElements(("a", "b"), True).decoded(encoded)
    right = ["<a></a>", "<b><a/><a></a></b>", "<a><b/></a>"]
    wrong = ["<a></b>", "<b/>", "<a><c/></a>", "<a>", "a"]
    assert all(map(grammar.accepts, right))
    assert not any(map(grammar.accepts, wrong))


@pytest.mark.parametrize(
    ("texts", "nest"),
    [
        (["(a)", "((b))", "c"], True),
        (["<a></a>", "<a><b></b></a>"], True),
        (["((1 2), (3 4))", "((5 6))"], False),  # all as deep as each other
        (["(a)", "(b)"], False),
        (["((a)", "(b)"], False),
        (["a", "b"], False),
    ],
)
def test_what_nests_to_different_depths(texts, nest):
    assert do_nest(texts) is nest
