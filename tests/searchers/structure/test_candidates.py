import random
from collections import Counter
from itertools import chain

import pytest

from dsl.grammars.recognition import accepts_all
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.structure.candidates import (
    CandidateStructure,
    by_surroundings_without_spaces,
    candidate_structures,
    each_its_own,
)
from searchers.structure.embedding import is_self_embedding
from searchers.structure.pairs import TOP, Pair
from searchers.structure.parts import Fitter, Part
from searchers.structure.refinement import repair
from searchers.structure.token_classes import token_classes
from searchers.structure.tokens import NUMBER, by_character, by_kind

ROUND, SQUARE = Pair("(", ")"), Pair("[", "]")
EXAMPLES = {
    "sums": ["1", "7+1", "(2+3)", "4*(5+6)*7", "((8))", "(9+0)*(1+2)", "3+4+5+6", "3.5+(-2*7)"],
    "brackets": ["", "()", "[]", "([])", "[()]()", "[[]()]", "(([]))"],
    "calls": ["f(a)", "f(a, (b))", "(g(f(1), 2))", "f()"],
    "deep": ["a" * n + "b" * n for n in range(6)],
    "quoted": ['["a","bc"]', "[]", '[["x"],"a b"]', '["("]'],
    "flat": ["ab", "abab", "ababab", ""],
    "empty": [""],
    "odd": ["m²(½)", "(\ud800)", "\u2028\n"],
}


def fitter(effort=1, **limits):
    return Fitter(Budget(**limits), effort)


def structure_of(texts, pairs=(ROUND,), lexer=by_kind, alike=True, division=each_its_own):
    groups = {TOP: 0} | dict.fromkeys(range(len(pairs)), 0 if alike else 1)
    return CandidateStructure(texts, list(pairs), lexer, groups, division)


# ------------------------------------------------------------------------------------------------ the parts


TEXTS = [["ab", "abab", "ababab"], ["1", "12", "7", "305"], [""], ["", "x"], ["a", "b", "zebra", "a1!"], ["²½"]]


@pytest.mark.parametrize("texts", TEXTS)
def test_the_regex_of_a_part_holds_its_texts(texts):
    part, fit = Part(Counter(texts)), fitter()
    for expression in fit.strict(part), fit.cheap(part):
        assert all(map(Regex(expression).accepts, texts))


def test_a_lenient_regex_may_leave_out_an_odd_text():
    part, fit = Part(Counter({"ab" * n: 20 for n in range(1, 6)} | {"#!?%$!#ba?!": 1})), fitter(2)
    assert Regex(fit.strict(part)).accepts("#!?%$!#ba?!")
    assert not Regex(fit.lenient(part)).accepts("#!?%$!#ba?!")
    assert fit.fit(part).most.objective <= fit.fit(part).all.objective


def test_what_a_part_must_not_hold():
    part = Part(Counter({"a": 5, "aa": 3, "aaaa": 2}), {"b", "", "ab"})
    expression = Regex(fitter(2).strict(part))
    assert all(map(expression.accepts, part.texts))
    assert not any(map(expression.accepts, part.rejects))


def test_parts_that_hold_the_same_are_searched_once():
    fit = fitter()
    one = fit.fit(Part(Counter({"a": 2, "b": 1})))
    assert fit.fit(Part(Counter(["a", "b", "a"]))) is one
    assert fit.fit(Part(Counter({"a": 2, "b": 1}), {"c"})) is not one


def test_a_search_begins_with_the_divisions_of_the_cheap_fit(monkeypatch):
    monkeypatch.setattr("searchers.starts.warm_starts.Division", None)  # so few texts are not divided in parts
    part = Part(Counter(["ab", "abab", "ababab"]))
    assert Regex(fitter().strict(part)).accepts("abab")
    with pytest.raises(TypeError):
        fitter(effort=2).strict(part)


def test_a_part_has_its_regex_even_without_time():
    part, fit = Part(Counter(["ab", "abab", "c"])), fitter(seconds=0)
    for expression in fit.strict(part), fit.cheap(part):
        assert all(map(Regex(expression).accepts, part.texts))


# ---------------------------------------------------------------------------------------------- the grammar


@pytest.mark.parametrize("texts", EXAMPLES.values(), ids=EXAMPLES)
def test_a_grammar_fitted_strictly_accepts_all_examples(texts):
    fit = fitter()
    found = list(candidate_structures(Problem.of(texts)))
    assert len(set(map(id, found))) >= 12
    for structure in found:
        for grammar in structure.grammar(fit.strict), structure.grammar(fit.cheap, templates=True):
            assert accepts_all(grammar, texts).all(), grammar


def test_structures_nest_where_the_examples_do():
    fit = fitter()
    for name, nested in {"brackets": True, "deep": True, "flat": False}.items():
        grammars = [structure.grammar(fit.strict) for structure in candidate_structures(Problem.of(EXAMPLES[name]))]
        assert any(map(is_self_embedding, grammars)) is nested


def test_the_parts_of_an_example_hold_it():
    for texts in EXAMPLES.values():
        for structure in candidate_structures(Problem.of(texts)):
            known = list(map(id, (*structure.levels.values(), *structure.tokens)))
            for text in texts:
                for part, inside in structure.parts_of(text):
                    assert inside in part.texts
                    assert id(part) in known


@pytest.mark.parametrize("text", ["(1", "1)", ")(", "1&2", "(1)]", '"1"'])
def test_no_parts_where_nothing_can_hold_a_text(text):
    assert structure_of(EXAMPLES["sums"]).parts_of(text) is None


def test_pairs_and_the_top_may_be_alike_or_not():
    texts = ["1+(2)", "1+(2*3)", "4+(5)+(6*7)"] * 3
    alike, apart = (structure_of(texts, alike=alike) for alike in (True, False))
    assert alike.grammar(fitter().strict).accepts("(1+2)*3+(1)") or len(alike.levels) == 1
    grammar = apart.grammar(fitter().strict)
    assert len(apart.levels) == 2
    assert all(map(grammar.accepts, texts))
    assert not any(map(grammar.accepts, ["((1))", "1*(2)", "(1+2)"]))


def test_calls_are_no_groups():
    texts = ["f(a,b)", "(a)", "(f(a,b))", "g(a)", "f((a),b)", "g(f(a,b))", "((a))"] * 3
    grammar = structure_of(texts, [ROUND, ROUND], by_kind).grammar(fitter().strict)
    assert accepts_all(grammar, texts).all()


def test_numbers_without_leading_zeros():
    texts = [str(number) for number in random.Random(0).choices(range(5000), k=60)]
    structure, fit = structure_of(texts, []), fitter()
    with_zeros, without = structure.grammar(fit.strict), structure.grammar(fit.strict, templates=True)
    assert with_zeros.accepts("007")
    assert accepts_all(without, [*texts, "7", "10"]).all()
    assert not any(map(without.accepts, ["007", "05"]))


def test_two_classes_become_one():
    structure = structure_of(EXAMPLES["sums"])
    first = list(structure.classes)
    twin = structure.joined(0, len(first) - 1)
    assert len(twin.classes) == len(first) - 1
    assert structure.classes == first
    assert sorted(chain(*twin.classes)) == sorted(chain(*first))
    assert accepts_all(twin.grammar(fitter().strict), EXAMPLES["sums"]).all()


def test_classes_that_stand_in_the_same_places_are_joined_first():
    structure = structure_of(["1+a", "a-1", "1-1", "a+a", "1", "a"], pairs=())
    first, second = (
        {*structure.classes[one], *structure.classes[other]} for one, other in structure.likeliest_joins()[:2]
    )
    assert sorted([sorted(first), sorted(second)]) == [[NUMBER, "a"], ["+", "-"]]


def test_divisions():
    rows = [["1", " ", "+", " ", "1"], ["1", "+", "1"]]
    assert each_its_own(iter(rows)) == [[" "], ["+"], ["1"]]
    for division in (token_classes, by_surroundings_without_spaces):
        assert sorted(chain(*division(iter(rows)))) == [" ", "+", "1"]
    assert [" "] in by_surroundings_without_spaces(rows)


def test_groups_stay_where_a_class_is_any_character():
    texts = ["[1]", "(2)", "x", "-", "[x(])", "[]", "a"]
    structure = structure_of(texts, [SQUARE], by_character, division=token_classes)
    assert accepts_all(structure.grammar(fitter().strict), texts).all()


# ---------------------------------------------------------------------------------------------- repairs


def test_negatives_are_rejected_after_repairs():
    texts = ["aa", "aaaa", "(aa)", "(aaaaaa)", "((aaaa))"]
    problem = Problem.of(texts, ["a", "aaa", "(aaa)", "()", ""])
    structure, fit = structure_of(texts, lexer=by_character), fitter(2)
    assert accepts_all(structure.grammar(fit.strict), problem.negatives).any()
    for _ in range(10):
        if not repair(structure, fit, problem):
            break
    grammar = structure.grammar(fit.strict)
    assert accepts_all(grammar, problem.positives).all()
    assert not accepts_all(grammar, problem.negatives).any()


def test_nothing_to_repair():
    texts = EXAMPLES["sums"]
    structure = structure_of(texts)
    assert not repair(structure, fitter(), Problem.of(texts))
    assert not repair(structure, fitter(), Problem.of(texts, ["(", "&"]))
    assert not any(part.rejects for part in (*structure.levels.values(), *structure.tokens))
