import random
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dsl.automata.dfa import DFA
from dsl.expressions.notation import parse
from dsl.grammars.recognition import accepts_all
from searchers.budget import Budget
from searchers.structure.merging.labelled_tree import LabelledTree, minimal_automaton
from searchers.structure.merging.state_merging import (
    LEAST_EVIDENCE,
    MAX_GRAMMARS,
    MAX_STATES,
    as_grammar,
    merged_by_evidence,
    merged_in_order,
    merged_states,
    right_linear,
)

WORDS = ["".join(word) for length in range(7) for word in product("ab", repeat=length)]


@st.composite
def automata(draw, states=3):
    arcs = draw(
        st.lists(
            st.fixed_dictionaries(dict.fromkeys("ab", st.integers(0, states - 1))), min_size=states, max_size=states
        )
    )
    accepting = draw(st.sets(st.integers(0, states - 1), min_size=1))
    automaton = minimal_automaton(arcs, accepting, "ab")
    assume(not automaton.is_empty())
    return automaton


def divided(automaton, words=WORDS):
    positives = [word for word in words if automaton.accepts(word)]
    return positives, [word for word in words if not automaton.accepts(word)]


@given(automata())
def test_all_short_strings_determine_a_small_automaton(automaton):
    positives, negatives = divided(automaton)
    assume(negatives)
    best = next(merged_states(positives, negatives, Budget()))
    longer = ["".join(word) for length in (7, 8, 9) for word in product("ab", repeat=length)]
    judged = [*WORDS, *longer]
    assert accepts_all(best, judged).tolist() == [automaton.accepts(word) for word in judged]


@given(automata(), st.sampled_from(LEAST_EVIDENCE))
def test_merging_by_evidence_finds_what_all_short_strings_determine(automaton, least):
    tree = LabelledTree(*divided(automaton))
    assert merged_by_evidence(tree, least, Budget()).witness(automaton) is None


@given(automata())
def test_merging_in_order_finds_what_all_short_strings_determine(automaton):
    assert merged_in_order(LabelledTree(*divided(automaton)), Budget()).witness(automaton) is None


labelled = st.dictionaries(st.text("ab", max_size=6), st.booleans(), min_size=1, max_size=12)


@given(labelled)
def test_every_grammar_agrees_with_the_examples(labels):
    grammars = list(merged_states(*both(labels), Budget()))
    assert len(set(grammars)) == len(grammars) <= MAX_GRAMMARS
    assert bool(grammars) == (set(labels.values()) == {True, False})
    for grammar in grammars:
        assert {text: grammar.accepts(text) for text in labels} == labels


@given(labelled, st.sampled_from(LEAST_EVIDENCE))
def test_merging_agrees_with_the_examples(labels, least):
    tree = LabelledTree(*both(labels))
    for automaton in merged_in_order(tree, Budget()), merged_by_evidence(tree, least, Budget()):
        assert automaton is None or {text: automaton.accepts(text) for text in labels} == labels


def both(labels):
    return [text for text, label in labels.items() if label], [text for text, label in labels.items() if not label]


def test_no_agreement_no_merge():
    tree = LabelledTree(["a", "aa"], ["b"])
    assert merged_by_evidence(tree, 9, Budget()).witness(DFA.from_expression(parse("a|aa"))) is None
    assert merged_by_evidence(tree, 0, Budget()).accepts("aaaa")


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        ("1*", 'start: "1"*'),
        ("(10)*", 'start: "10"*'),
        ("(0{0,2}1)*0{0,2}", 'start: ("0"~0..2 "1")* "0"~0..2'),
    ],
)
def test_tomita_languages_from_sixty_strings(pattern, written):
    target = DFA.from_expression(parse(pattern))
    rng = random.Random(0)
    words = ["".join(rng.choices("01", k=rng.randrange(12))) for _ in range(60)]
    positives, negatives = divided(target, [*words, *("10" * n for n in range(5)), *("1" * n for n in range(5))])
    assert str(next(merged_states(positives, negatives, Budget()))) == written


def test_the_same_answer_in_any_order():
    rng = random.Random(1)
    words = sorted({"".join(rng.choices("abc", k=rng.randrange(9))) for _ in range(40)})
    positives, negatives = words[::2], words[1::2]
    found = list(merged_states(positives, negatives, Budget()))
    assert found == list(merged_states(positives[::-1], negatives[::-1], Budget()))


def test_nothing_without_negatives_or_time():
    assert not list(merged_states(["a", "b"], [], Budget()))
    assert not list(merged_states(["a", "b"], ["c"], Budget(seconds=0)))


def test_an_automaton_may_be_too_large():
    tree = LabelledTree(["a" * (MAX_STATES + 2)], ["a" * n for n in range(MAX_STATES + 2)])
    assert merged_in_order(tree, Budget()) is None
    assert merged_by_evidence(tree, 0, Budget()) is None


@given(automata(4))
def test_grammars_of_automata(automaton):
    for grammar in right_linear(automaton), as_grammar(automaton):
        assert accepts_all(grammar, WORDS[:63]).tolist() == [automaton.accepts(word) for word in WORDS[:63]]


def test_the_smaller_form_is_written():
    even = minimal_automaton([{"a": 1, "b": 2}, {"a": 0, "b": 3}, {"a": 3, "b": 0}, {"a": 2, "b": 1}], [0], "ab")
    assert list(as_grammar(even).rules) == ["start", "state_1", "state_2", "state_3"]  # its regexes are long
    assert str(as_grammar(DFA.from_expression(parse("(ab)*")).minimise())) == 'start: "ab"*'
