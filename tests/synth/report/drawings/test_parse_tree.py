from dsl.grammar import Grammar
from dsl.grammars.recognition import parse_tree
from synth.report.drawings.parse_tree import parse_tree_drawing
from synth.report.highlighting import paint_rules

SUMS = 'start: term ("+" term)*\nterm: "0".."9"+ | "(" start ")" | ""'


def boxes(grammar, text, drawn, styled):
    parsed = Grammar.parse(grammar)
    svg = drawn(parse_tree_drawing(parse_tree(parsed, text), text, paint_rules(parsed)))
    return svg, styled(svg, "station")


def test_rules_and_text_are_all_there(drawn, styled):
    svg, found = boxes(SUMS, "(1+23)+4", drawn, styled)
    words = [one.find("{*}text").text for one in found if "word" in one.get("class")]
    assert sorted(words) == sorted(["(", "1", "+", "23", ")", "+", "4"])
    rules = [one.find("{*}text").text for one in found if "rule" in one.get("class")]
    assert sorted(rules) == ["start"] * 2 + ["term"] * 4
    assert len(styled(svg, "edge")) == len(found) - 1


def test_nothing_is_shown_as_such(drawn, styled):
    _, found = boxes(SUMS, "", drawn, styled)
    assert [one.find("{*}text").text for one in found][-1] == "ε"


def test_boxes_do_not_overlap_and_lie_inside(drawn, styled):
    svg, found = boxes('start: a_very_long_name*\na_very_long_name: "<" start ">"', "<<><>><>", drawn, styled)
    frames = [one.find("{*}rect") for one in found]
    areas = [tuple(float(frame.get(name)) for name in ("x", "y", "width", "height")) for frame in frames]
    for index, (x, y, wide, high) in enumerate(areas):
        assert x >= 0
        assert x + wide <= float(svg.get("width"))
        assert y + high <= float(svg.get("height"))
        assert not any(x < u + w and u < x + wide and y < v + h and v < y + high for u, v, w, h in areas[:index])
