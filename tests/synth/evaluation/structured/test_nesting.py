"""How texts nest, from an induced grammar to the applications of its first rule."""

from random import Random

import pytest

from dsl.errors import LimitError
from dsl.grammar import Grammar
from synth.evaluation.structured.applications import Applications
from synth.evaluation.structured.nesting import induced, of_insides, spellings
from synth.evaluation.tasks.formal import listops, mathexpr

NESTED = {
    'start: "(" /[+-]/ ("0".."9" | start)~2 ")"': 'start: "0".."9" | "(" /[+-]/ start start ")"',
    'start: group\ninside: /[+-]/ ("0".."9" | group) ("0".."9" | group)\ngroup: "(" inside ")"': (
        'start: "0".."9" | "(" /[+-]/ start start ")"'
    ),
    'start: one\ninside: "a".."d" ("0".."9" | two)~2..5\none: "[" inside "]"\ntwo: "[" inside "]"': (
        'start: "0".."9" | "[" "a".."d" start~2..5 "]"'
    ),
    'start: group\ninside: "a".."d" (group* "0".."9")~1..5 group*\ngroup: "[" inside "]"': (
        'start: "0".."9" | "[" "a".."d" start+ "]"'
    ),
    'start: group\ninside: "a".."d" group* ("0".."9" group*)~0..5\ngroup: "[" inside "]"': (
        'start: "0".."9" | "[" "a".."d" start* "]"'
    ),
    'start: "(" start ("-" start)? ")" | "x" | "y"': 'start: "x".."y" | "(" start ("-" start)? ")"',
}


@pytest.mark.parametrize("given", NESTED)
def test_what_nests_and_words_that_stand_where_it_does_become_one_rule(given):
    assert of_insides(Grammar.parse(given)) == Grammar.parse(NESTED[given])


@pytest.mark.parametrize("given", ['start: "a" "b"+', 'start: "(" start* ")"', 'start: "a" | "b"'])
def test_a_grammar_in_which_nothing_stands_where_the_nested_does_is_told(given):
    with pytest.raises(LimitError, match="nothing nests"):
        of_insides(Grammar.parse(given))


def test_tokens_are_spelled_by_brackets_and_letters():
    assert spellings(["[MAX", "8", "]", "[SM"]) == ["[a", "8", "]", "[b"]
    assert spellings(["(", "-10", "+", "3", ")", "-10"]) == ["(", "A", "+", "B", ")", "A"]
    assert spellings(["(", "x", "3"]) == ["(", "x", "3"]
    many = spellings([f"n{chr(97 + one)}{chr(97 + two)}" for one in range(10) for two in range(10)])
    assert len(set(many)) == 100
    assert all(len(one) == 1 and one.islower() for one in many)


def test_applications_of_tokens_that_are_spelled_by_several_characters():
    tokens = ["", "[a", "[b", "]", *"0123456789"]
    several = Applications(Grammar.parse('start: "0".."9" | "[" /[ab]/ start+ "]"'), tokens)
    single = Applications(Grammar.parse('start: "0".."9" | /[ab]/ start+ "]"'), [token[-1:] for token in tokens])
    assert several.words == single.words
    assert several.marks == single.marks
    ids = [tokens.index(token) for token in ("[a", "3", "[b", "4", "5", "]", "[a", "[b", "6", "7", "]", "1", "]", "]")]
    assert several.plan(ids) == single.plan(ids)


@pytest.mark.slow
@pytest.mark.parametrize("task", ["listops", "mathexpr"])
def test_the_nesting_of_generated_texts_is_induced(task):
    rng = Random(0)
    if task == "listops":
        examples, more = listops.generated(2000, 1, 100), listops.generated(100, 101, 300)
    else:
        examples, more = (mathexpr.generated(2000, low, high, frozenset(), 0) for low, high in ((1, 4), (5, 6)))
    tokens = sorted({token for example in examples for token in example.tokens})
    spelled = dict(zip(tokens, spellings(tokens), strict=True))
    texts = ["".join(spelled[token] for token in example.tokens) for example in examples]
    grammar = induced(tuple(texts))
    assert all(grammar.accepts("".join(spelled[token] for token in one.tokens)) for one in rng.sample(more, 20))
    assert not grammar.accepts(texts[0][:-1])
