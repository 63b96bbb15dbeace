"""Edits of grammars: their results are valid, and their languages are what the effect of the edit says."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.charset import DIGITS, CharSet
from dsl.expressions.expression import Ref, walk
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical, fingerprint
from dsl.grammars.edits.edit import Effect
from dsl.grammars.edits.mutation import crossover_grammars, mutate_grammar
from dsl.grammars.edits.rule_edits import (
    EDITS,
    absorb,
    add_alternative,
    bracket,
    bubble,
    delimit,
    fold,
    grammar_edits,
    insert_reference,
    merge,
    merge_bubbles,
    recursion_to_repeat,
    remove_alternative,
    repeat_to_recursion,
    replace_by_nonterminal,
    specialise,
    split,
    unfold,
    widen,
)
from tests.support.grammars import grammars, language

SETS = [CharSet.of("a"), CharSet.of("b"), CharSet.of("ab")]
GRAMMARS = [
    'start: "a" start "b" |',
    'start: "a" start | start "b" | "c"',
    'start: x "a" x\nx: "b" | "a" "c"',
    'start: ("ab" | "c" start)* "ab"\n',
    'start: x y x\nx: y | "a" x |\ny: "b" "a" y? | "c"',
    'start: ("a".."c")+ | "ba" "c"*',
    'start: x*\nx: "a" x | x "b" x |',
]
LONGEST = 4
EACH = 20  # grammars of an edit that are looked at


LANGUAGES = {
    Effect.KEEPS: set.__eq__,
    Effect.GROWS: set.__ge__,
    Effect.SHRINKS: set.__le__,
}


def some(edited: list[Grammar]) -> list[Grammar]:
    return edited[:: 1 + len(edited) // EACH]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
@pytest.mark.parametrize("text", GRAMMARS)
def test_every_edit_gives_valid_grammars(edit, text):
    for edited in some(list(edit(Grammar.parse(text), SETS))):
        assert Grammar.parse(str(edited)) == edited
        used = {node.name for rule in edited.rules.values() for node in walk(rule) if isinstance(node, Ref)}
        assert used | {"start"} == set(edited.rules)


@pytest.mark.parametrize("edit", [edit for edit in EDITS if edit.effect in LANGUAGES], ids=lambda edit: edit.__name__)
@settings(max_examples=20)
@given(grammar=st.one_of(st.sampled_from(GRAMMARS).map(Grammar.parse), grammars("abc")))
def test_the_effect_on_the_language(edit, grammar):
    before = language(grammar, LONGEST)
    for edited in some(list(edit(grammar, SETS))):
        assert LANGUAGES[edit.effect](language(edited, LONGEST), before), edited


@pytest.mark.parametrize(
    ("edit", "before", "after"),
    [
        (widen, 'start: "1" a\na: "1"', 'start: "0".."9" a\na: "0".."9"'),
        (widen, 'start: "1" a\na: "1"', 'start: "1" a\na: "0".."9"'),
        (insert_reference, 'start: "(" ")" |', 'start: "(" start ")" |'),
        (insert_reference, 'start: "(" start ")" | "x"', 'start: "(" start start ")" | "x"'),
        (replace_by_nonterminal, 'start: a "+" a | b\na: "1"\nb: a | "x"', 'start: b "+" a | b\na: "1"\nb: a | "x"'),
        (replace_by_nonterminal, 'start: "1" "+" a\na: "1"', 'start: a "+" a\na: "1"'),
        (add_alternative, 'start: "x"', 'start: "x" |'),
        (add_alternative, 'start: "x"', 'start: "x" | start start'),
        (add_alternative, 'start: "(" ")"', 'start: "(" ")" | "(" start ")"'),
        (add_alternative, 'start: a "x"\na: "y" | "zz"', 'start: a "x" | "zz"\na: "y" | "zz"'),
        (remove_alternative, 'start: "(" start ")" | "x" |', 'start: "(" start ")" | "x"'),
        (remove_alternative, 'start: "(" start ")" | "x" |', 'start: "(" start ")" |'),
        (specialise, 'start: a "+" a\na: "xx" | "y"', 'start: "xx" "+" a\na: "xx" | "y"'),
        (fold, 'start: "ab" "x" | "ab" "y"', 'start: a "x" | a "y"\na: "ab"'),
        (fold, 'start: "ab" "x" a\na: "ab"', 'start: a "x" a\na: "ab"'),
        (unfold, 'start: a "x" a\na: "yy" | "z"', 'start: ("yy" | "z") "x" ("yy" | "z")'),
        (unfold, 'start: a "x" a\na: "yy" | "z"', 'start: a "x" ("yy" | "z")\na: "yy" | "z"'),
        (bubble, 'start: "(" start ")" start |', 'start: a start |\na: "(" start ")"'),
        (absorb, 'start: "(())"', 'start: "(" start ")" | "()"'),
        (merge_bubbles, 'start: "x=" "1" ";" | "x=" "yz" "."', 'start: "x=" a ";" | "x=" a "."\na: "1" | "yz"'),
        (merge, 'start: a "+" b\na: "xx"\nb: "y"', 'start: a "+" a\na: "xx" | "y"'),
        (split, 'start: a "+" a\na: "xx" | "y"', 'start: b "+" a\na: "xx" | "y"\nb: "xx" | "y"'),
        (recursion_to_repeat, 'start: "x" start | "y"', 'start: "x"* "y"'),
        (recursion_to_repeat, 'start: start "x" | "y"', 'start: "y" "x"*'),
        (recursion_to_repeat, 'start: "x" start | "x"', 'start: "x"+'),
        (recursion_to_repeat, 'start: "(" start ")" start |', 'start: ("(" start ")")*'),
        (repeat_to_recursion, 'start: "x"* "y"', 'start: "x" start | "y"'),
        (repeat_to_recursion, 'start: "z" "x"* "y"', 'start: "z" a "y"\na: "x" a |'),
        (repeat_to_recursion, 'start: "x"+', 'start: "x" start | "x"'),
        (bracket, "start: /[a1b]/*", 'start: ("1" | "a" start "b")*'),
        (bracket, "start: /[ab]/ start?", 'start: ("b" | "a" start "a") start?'),
        (delimit, "start: /[01a]/+", 'start: "0".."1"+ ("a" "0".."1"+)*'),
        (delimit, 'start: (/[01a]/ | "(" start ")")+', 'start: b ("a" b)*\nb: ("0".."1" | "(" start ")")+'),
    ],
)
def test_examples(edit, before, after):
    assert canonical(Grammar.parse(after)) in map(canonical, edit(Grammar.parse(before), [*SETS, DIGITS]))


def test_all_edits_in_the_same_order_and_each_once():
    grammar = Grammar.parse(GRAMMARS[4])
    found = list(grammar_edits(grammar, SETS))
    assert found == list(grammar_edits(grammar, SETS))
    marks = [fingerprint(edited.rules) for edited in found]
    assert len(set(marks)) == len(marks)
    assert fingerprint(grammar.rules) not in marks
    assert set(marks) | {fingerprint(grammar.rules)} >= {
        fingerprint(edited.rules) for edit in EDITS for edited in edit(grammar, SETS)
    }


def test_what_was_seen_is_left_out():
    grammar = Grammar.parse(GRAMMARS[2])
    seen: set[int] = set()
    count = len(list(grammar_edits(grammar, SETS, seen)))
    assert count == len(seen) > 100
    assert not list(grammar_edits(grammar, SETS, seen))


@pytest.mark.parametrize("text", GRAMMARS)
def test_mutation_is_valid_seeded_and_bounded(text):
    grammar = Grammar.parse(text)
    for seed in range(40):
        mutated = mutate_grammar(grammar, random.Random(seed), SETS, max_size=25)
        assert mutated == mutate_grammar(grammar, random.Random(seed), SETS, max_size=25)
        assert Grammar.parse(str(mutated)) == mutated
        assert mutated == grammar or mutated.size <= 25


def test_mutation_varies():
    grammar = Grammar.parse(GRAMMARS[0])
    assert len({mutate_grammar(grammar, random.Random(seed), SETS) for seed in range(100)}) > 40


def test_mutation_gives_up_when_nothing_fits():
    grammar = Grammar.parse(GRAMMARS[0])
    assert mutate_grammar(grammar, random.Random(0), SETS, max_size=0) is grammar


def test_crossover_is_valid_seeded_and_bounded():
    one, other = Grammar.parse(GRAMMARS[2]), Grammar.parse(GRAMMARS[4])
    crossed = [crossover_grammars(one, other, random.Random(seed), max_size=30) for seed in range(60)]
    assert crossed == [crossover_grammars(one, other, random.Random(seed), max_size=30) for seed in range(60)]
    for grammar in {grammar for pair in crossed for grammar in pair}:
        assert Grammar.parse(str(grammar)) == grammar
        assert grammar.size <= 30
    assert len(set(crossed)) > 20


def test_a_subtree_brings_its_rules_along():
    one, other = Grammar.parse('start: "x" "y"'), Grammar.parse('start: "z" a\na: "w" b\nb: "v"')
    crossed = {crossover_grammars(one, other, random.Random(seed))[0] for seed in range(60)}
    assert Grammar.parse('start: "x" a\na: "w" b\nb: "v"') in crossed


def test_crossover_gives_up_when_nothing_fits():
    one, other = Grammar.parse(GRAMMARS[2]), Grammar.parse(GRAMMARS[4])
    assert crossover_grammars(one, other, random.Random(0), max_size=1) == (one, other)
