import pickle

import pytest

from dsl.errors import ExportError, PatternError
from dsl.expressions.expression import EMPTY, EPSILON, Ref, concat, literal, union
from dsl.grammar import Grammar
from dsl.grammars.report import diagnose
from dsl.grammars.rules import reachable

DYCK = 'start: | "(" start ")" start'


def test_the_protocol_of_languages():
    grammar = Grammar.parse(DYCK)
    assert grammar.accepts("(())()")
    assert not grammar.accepts("(()")
    assert [grammar.distance(text) for text in ["", "(()", ")(", "x()x"]] == [0, 1, 2, 2]
    assert grammar.size == 9  # start, ( S ) S with three dots, ?
    assert all(map(grammar.accepts, grammar.sample(20, 1)))
    assert grammar.sample(20, 1) == grammar.sample(20, 1) != grammar.sample(20, 2)
    assert grammar.to("lark") == str(grammar) == DYCK
    with pytest.raises(ExportError, match="reads patterns"):
        grammar.to("re")


def test_compared_by_value():
    rules = {"start": Ref("word"), "word": literal("ab")}
    assert Grammar(rules) == Grammar(dict(reversed(rules.items())))  # start comes first anyhow
    assert hash(Grammar(rules)) == hash(Grammar(dict(rules)))
    assert Grammar(rules) != Grammar(rules | {"word": literal("ac")})
    with pytest.raises(TypeError):
        Grammar(rules).rules["start"] = EPSILON


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({}, "needs a rule named start"),
        ({"s": EPSILON}, "needs a rule named start"),
        ({"start": EPSILON, "Word": EPSILON}, "'Word' cannot name a rule"),
        ({"start": concat(literal("oops"), Ref("oops"))}, "the rule oops is not defined"),
        ({"start": EMPTY}, "the rule start cannot produce"),
        ({"start": union(EPSILON, Ref("a")), "a": concat(Ref("b"), Ref("a")), "b": EPSILON}, "the rule a cannot"),
    ],
)
def test_what_is_no_grammar(rules, message):
    with pytest.raises(PatternError, match=message):
        Grammar(rules)


def test_the_caret_points_at_the_name_and_not_at_a_string():
    with pytest.raises(PatternError) as caught:
        Grammar({"start": concat(literal("oops"), Ref("oops"))})
    assert caught.value.text[caught.value.position :] == "oops"


def test_reachable_rules_come_in_the_order_in_which_they_are_found():
    grammar = Grammar.parse('start: b a\na: c | "x"\nlost: a start\nb: "y" b | ""\nc: start "z"\n')
    assert reachable(grammar.rules) == ["start", "a", "b", "c"]


def test_diagnosis():
    rules = ["start: sum", 'sum: sum "+" sum | digit', 'digit: "0".."9"?', 'lost: start "x"', 'loop: maybe loop | "a"']
    grammar = Grammar.parse("\n".join([*rules, "maybe: digit"]))
    report = diagnose(grammar, ["1+2", "1+2+3"])
    assert report.unreachable == ("lost", "loop", "maybe")
    assert report.left_recursive == ("sum", "loop")
    assert report.nullable == ("start", "sum", "digit", "maybe")
    assert report.ambiguous == ("1+2+3",)
    assert "1+2+3" in str(report)
    assert not str(diagnose(Grammar.parse(DYCK), ["()()"])).count("ambiguous")
    assert diagnose(Grammar.parse('start: start | "a"'), ["a", "b"]).ambiguous == ("a",)


def test_samples_are_as_long_as_the_texts_that_the_grammar_is_like():
    grammar = Grammar.parse('start: "(" start ")" | start start | "x"')
    like = grammar.like(["x", "(x)", "xx"])
    assert like == grammar
    assert pickle.loads(pickle.dumps(like)).lengths == (1, 3, 2)
    assert max(map(len, like.sample(100, 1))) < 10 < max(map(len, grammar.sample(100, 1)))
    assert all(map(grammar.accepts, like.sample(20, 1)))
