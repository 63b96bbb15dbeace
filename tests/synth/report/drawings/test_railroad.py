import pytest

from dsl.expressions.notation import parse
from synth.explain.explanation import explain
from synth.report.drawings.railroad import railroad
from synth.report.highlighting import leaves, paint_parts

PATTERNS = [
    "abc",
    "a|bc|d*",
    "(a|b)?c{2,}",
    "([a-z]{1,8}[._])?[a-z]{4,9}@(example|test)\\.(com|net)",
    "((ab?)+c|d)*",
    "()",
]


@pytest.mark.parametrize("width", [200.0, 340.0, 880.0])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_each_leaf_has_its_station(pattern, width, drawn, styled):
    root = explain(parse(pattern))
    paints = paint_parts(root)
    svg = drawn(railroad(root, paints, width, label=pattern))
    stations = styled(svg, "station")
    told = [station.find("{*}title").text.partition("\n")[2] for station in stations]
    assert told == [str(part.expression) for part in leaves(root) if pattern != "()"]
    numbers = [station.findall("{*}text")[0].text for station in stations]
    assert numbers == [str(paints[part].number) for part in leaves(root) if pattern != "()"]


@pytest.mark.parametrize("width", [200.0, 880.0])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_stations_do_not_overlap_and_lie_inside(pattern, width, drawn, styled):
    root = explain(parse(pattern))
    svg = drawn(railroad(root, paint_parts(root), width, label=pattern))
    boxes = [station.find("{*}rect") for station in styled(svg, "station")]
    areas = [tuple(float(box.get(name)) for name in ("x", "y", "width", "height")) for box in boxes]
    for index, (x, y, wide, high) in enumerate(areas):
        assert x >= 0
        assert y >= 0
        assert x + wide <= float(svg.get("width"))
        assert y + high <= float(svg.get("height"))
        assert not any(x < u + w and u < x + wide and y < v + h and v < y + high for u, v, w, h in areas[:index])


def test_a_long_sequence_goes_on_in_new_rows(drawn):
    root = explain(parse("".join(f"[a-{letter}]{letter}" for letter in "bcdefghijk")))
    wide, narrow = (drawn(railroad(root, paint_parts(root), width, label="")) for width in (2000.0, 340.0))
    assert float(narrow.get("width")) <= 340 < float(wide.get("width"))
    assert float(narrow.get("height")) > float(wide.get("height"))


@pytest.mark.parametrize(
    ("pattern", "words"),
    [("a*", []), ("a?", []), ("a{3}", ["3 times"]), ("a{2,}", ["2 or more"]), ("a{0,4}", ["up to 4 times"])],
)
def test_rounds_are_counted(pattern, words, drawn, styled):
    root = explain(parse(pattern))
    svg = drawn(railroad(root, paint_parts(root), 340.0, label=""))
    assert [one.text for one in styled(svg, "rounds")] == words
    assert len(styled(svg, "head")) == (pattern != "a?")
