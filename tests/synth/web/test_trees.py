import pytest

from dsl.expressions.notation import parse
from synth.explain.explanation import explain
from synth.report.drawings.railroad import railroad
from synth.report.highlighting import paint_parts
from synth.report.markup import tag
from synth.web.trees import trees


def test_elements_and_texts():
    assert trees([tag("b", "x", tag("i", "<y>"), "z", class_="k")]) == [
        ["b", {"class": "k"}, "x", ["i", {}, "<y>"], "z"]
    ]


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "\x00\x1b[2J", "\u202etxt", "\ud800", "\ufffe", "&lt;", "]]>", "a\r\nb"]
)
def test_hostile_strings_stay_texts(text):
    (tree,) = trees([tag("bdi", text, title=text)])
    assert tree[0] == "bdi"
    assert len(tree) == 3
    assert isinstance(tree[2], str)


def test_drawings_lose_their_namespace():
    root = explain(parse("[0-9]{2}(a|b)?"))
    ((name, attributes, svg),) = trees([railroad(root, paint_parts(root), 300.0, label="x")])
    assert (name, attributes) == ("div", {"class": "railroad"})
    assert svg[0] == "svg"
    assert svg[1].keys() >= {"viewBox", "width"}
    assert {child[0] for child in svg[2:]} <= {"title", "path", "g", "circle", "text"}
