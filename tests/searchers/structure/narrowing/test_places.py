"""Grammars whose places hold less than their rules."""

from random import Random

from dsl.grammar import Grammar
from searchers.structure.narrowing.places import count_strings, narrowed

LOOSE = Grammar.parse("""
start: item
item: name | number | list
list: "<" (item ",")* item ">" | "let " item "=" item
name: "a".."z"
number: "0".."9"+
""")
MEANT = Grammar.parse("""
start: list
item: name | number | list
list: "<" (item ",")* item ">" | "let " name "=" item
name: "x".."z"
number: "0".."9"+
""")


def test_a_place_loses_what_never_comes_there():
    texts = sorted({text for text in MEANT.sample(150, 1) if len(text) < 80})
    found = narrowed(LOOSE, texts, [1] * len(texts))
    assert found is not None
    assert all(map(found.accepts, texts))
    assert all(map(LOOSE.accepts, found.sample(50, 2)))
    for outside in ("let 1=x", "let <x>=x", "<a>", "17"):
        assert LOOSE.accepts(outside)
        assert not found.accepts(outside)
    assert found.accepts("<x,<17>>")


def test_few_examples_narrow_nothing():
    texts = ["<a,1>", "let b=7", "<<c>,5>"]
    assert narrowed(LOOSE, texts, [1] * 3) is None


def test_a_text_of_its_own_is_not_expected_often():
    grammar = Grammar.parse('start: thing\nthing: "x" | "(" thing "," thing ")"')
    texts = sorted({text for text in grammar.sample(60, 4) if 1 < len(text) < 60})
    assert narrowed(grammar, texts, [1] * len(texts)) is None


def test_texts_outside_the_language_are_left_aside():
    texts = sorted({text for text in MEANT.sample(150, 1) if len(text) < 80})
    assert narrowed(LOOSE, [*texts, "!?"], [1] * (len(texts) + 1)) == narrowed(LOOSE, texts, [1] * len(texts))


def test_what_is_drawn_from_a_grammar_is_seldom_outside_its_narrowed_form():
    accepted, drawn = 0, 0
    for seed in range(4):
        texts = sorted({text for text in MEANT.sample(40, seed) if len(text) < 80})
        others = [text for text in MEANT.sample(40, Random(seed + 100)) if len(text) < 80]
        found = narrowed(LOOSE, texts, [1] * len(texts)) or LOOSE
        accepted += sum(found.accepts_all(others))
        drawn += len(others)
    assert accepted >= 0.93 * drawn


def test_strings_are_counted():
    rules = Grammar.parse('start: "a".."c" ("x" | "yz") | "q"\nopen: "a"+ start').rules
    assert count_strings(rules["start"]) == 7
    assert count_strings(rules["open"]) == float("inf")


def test_nesting_is_kept_where_no_example_is_nested():
    """28 operands are never in brackets, though most texts are."""
    grammar = Grammar.parse("""
start: number | "(" name start " " start ")"
name: "a".."z"
number: "0".."9"+
""")
    groups = {f"({name}{number} {7 * number % 90})" for number in range(10, 90, 6) for name in "xy"}
    texts = sorted(groups | {"3", "17", "204"})
    found = narrowed(grammar, texts, [1] * len(texts))
    assert found is not None
    assert found.accepts("(x(y12 3) 45)")
    assert not found.accepts("(a1 2)")


def test_what_stands_between_separators_does_not_stand_side_by_side():
    grammar = Grammar.parse('start: item+\nitem: "<" /[a-z,]/* ">" | "," | /[a-z0-9]/+')
    fields = ["", "q7", "<a,b>", "x", "<>", "17", "yz", "<c>"]
    rng = Random(4)
    texts = [",".join(rng.choices(fields, k=rng.choice((1, 2, 3, 3, 4, 5, 7)))) for _ in range(50)]
    texts = sorted({text for text in texts if text})
    found = narrowed(grammar, texts, [1] * len(texts))
    assert found is not None
    assert all(map(found.accepts, [*texts, ",,", "<x>,,q"]))
    assert not any(map(found.accepts, ["a<b>", "<a><b>", "x,<a>y"]))


def test_each_digit_has_its_place():
    grammar = Grammar.parse('start: "0".."9"~2 ":" "0".."9"~2')
    texts = [f"{number % 24:02}:{7 * number % 60:02}" for number in range(60)]
    found = narrowed(grammar, texts, [1] * len(texts))
    assert found == Grammar.parse('start: "0".."2" "0".."9" ":" "0".."5" "0".."9"')


def test_a_part_that_comes_again_within_itself_becomes_a_rule():
    loose = Grammar.parse("""
start: item
item: "x".."z" | "0".."9"+ | "(" item ")"
""")
    meant = Grammar.parse("""
start: "0".."9"+ | inner
inner: "x".."z" | "(" inner ")"
""")
    texts = sorted(set(meant.sample(150, 1)))
    found = narrowed(loose, texts, [1] * len(texts))
    assert found is not None
    assert all(map(found.accepts, [*texts, "((((z))))"]))
    assert not any(map(found.accepts, ["(1)", "((1))"]))
