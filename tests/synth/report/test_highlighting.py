from html import unescape
from itertools import pairwise
from re import sub

import pytest

from dsl.expressions.notation import parse
from dsl.grammar import Grammar
from dsl.grammars.recognition import parse_tree
from synth.explain.explanation import explain
from synth.report.highlighting import (
    highlighted,
    nested,
    numbered,
    paint_parts,
    paint_rules,
    painted,
    painted_rules,
    segments,
)


def text_of(markup: str) -> str:
    return unescape(sub("<[^>]*>", "", markup))


@pytest.mark.parametrize(
    "pattern",
    ["abc", "a|b", "(ab|c)*d", "([0-9]{2}){3,}", "((a|bc)?d)+", "<[a-z]+>[^<]*</[a-z]+>", "([a-z]+ ){2}(x|yz)?", "()"],
)
def test_a_painted_pattern_reads_as_it_is_written(pattern):
    root = explain(parse(pattern))
    assert text_of(painted(root, paint_parts(root))) == str(root.expression)


def test_pieces_make_up_the_example_and_know_their_parts():
    root = explain(parse("[0-9]{4}(-[0-9]{2}){2}"))
    found = segments(root, paint_parts(root), "2024-10-23")
    assert [(paint.number, text) for paint, text in found] == [(1, "2024"), (2, "-"), (3, "10"), (2, "-"), (3, "23")]
    assert segments(root, paint_parts(root), "2024") is None


def test_fixed_text_is_grey_and_neighbours_differ():
    root = explain(parse("ab[0-9]+0{4}[a-z]?x[A-Z]"))
    assert [paint.hue for paint in paint_parts(root).values()] == [0, 1, 0, 2, 0, 3]
    styles = [paint.style for paint in paint_parts(explain(parse("[ab][cd][ef][gh][ij][kl][mn][op][qr]"))).values()]
    assert all(first != second for first, second in pairwise(styles))


def test_numbers_stand_below_pieces():
    root = explain(parse("a[0-9]"))
    assert text_of(numbered(segments(root, paint_parts(root), "a7"))) == "a172"


def test_a_long_example_is_cut():
    root = explain(parse("[a-z]+( [a-z]+)*"))
    text = "word " * 50 + "end"
    shown = text_of(highlighted(segments(root, paint_parts(root), text), 40))
    assert shown.startswith("word word")
    assert shown.endswith("…")
    assert len(shown) <= 41


def test_right_to_left_examples_run_from_the_right():
    root = explain(parse("[א-ת]+ [0-9]+"))
    assert 'dir="rtl"' in highlighted(segments(root, paint_parts(root), "שלום 12"), 99)


def test_a_box_for_each_rule():
    grammar = Grammar.parse('start: pair*\npair: "(" start ")"')
    shown = nested(parse_tree(grammar, "(())()"), paint_rules(grammar), "(())()")
    assert text_of(shown) == "(())()"
    assert shown.count('class="part k1 box"') == 3


def test_boxes_do_not_go_on_forever():
    grammar = Grammar.parse('start: "(" start ")" | "x"')
    text = "(" * 90 + "x" + ")" * 90
    shown = nested(parse_tree(grammar, text), paint_rules(grammar), text)
    assert text_of(shown) == text
    assert shown.count("<bdi") < 10


def test_painted_rules_leave_strings_alone():
    grammar = Grammar.parse('start: "item" item "<b>"\nitem: /[a-z]/')
    shown = painted_rules(grammar, paint_rules(grammar))
    assert text_of(shown) == str(grammar)
    assert shown.count(">item</span>") == 2
