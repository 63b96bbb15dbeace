"""Brackets by the rules of EVALB; cases and counts as in the sample that comes with it."""

import pytest

from synth.evaluation.metrics.brackets import bracket_scores, brackets
from synth.evaluation.readers.trees import parse_tree

GOLD = "(S (A (P this)) (B (Q is) (A (R a) (T test))))"
DELETED = frozenset(("TOP", "-NONE-", ",", ":", "``", "''"))
# gold, test, matched, brackets of gold, of test
SAMPLE = [
    (GOLD, GOLD, 4, 4, 4),
    (GOLD, "(S (A (P this)) (B (Q is) (C (R a) (T test))))", 3, 4, 4),
    (GOLD, "(S (A (P this)) (B (Q is) (A (R a) (U test))))", 4, 4, 4),
    (GOLD, "(S (C (P this)) (B (Q is) (A (R a) (U test))))", 3, 4, 4),
    (GOLD, "(S (A (P this)) (B (Q is) (R a) (A (T test))))", 3, 4, 4),
    (GOLD, "(S (A (P this) (Q is)) (A (R a) (T test)))", 2, 4, 3),
    (GOLD, "(S (P this) (Q is) (R a) (T test))", 1, 4, 1),
    (GOLD, "(S (A (P this)) (B (Q is) (A (A (R a) (T test)))))", 4, 4, 5),
    (GOLD, "(S (A (P this)) (B (Q is) (A (A (A (A (A (R a) (T test))))))))", 4, 4, 8),
    (GOLD, "(TOP (S (A (P this)) (B (Q is) (A (R a) (T test)))))", 4, 4, 4),
    ("(S (A-SBJ-1 (P this)) (B-WHATEVER (Q is) (A (R a) (T test))))", GOLD, 4, 4, 4),
    (GOLD[:-1] + " (-NONE- *))", GOLD, 4, 4, 4),
    (GOLD[:-1] + " (: *))", GOLD[:-1] + " (: *))", 4, 4, 4),
]


@pytest.mark.parametrize("row", range(len(SAMPLE)))
def test_brackets_match_as_in_the_sample(row):
    gold, test, matched, of_gold, of_test = SAMPLE[row]
    own, others = (brackets(parse_tree(text), DELETED, {})[0] for text in (gold, test))
    assert ((own & others).total(), own.total(), others.total()) == (matched, of_gold, of_test)


def test_a_sentence_of_other_words_is_left_out_and_no_tree_has_no_brackets():
    gold, longer = parse_tree(GOLD), parse_tree("(S (A (P this)) (B (Q is) (U not) (A (R a) (T test))))")
    scores = bracket_scores([gold, gold, gold], [gold, longer, None])
    assert (scores["recall"], scores["precision"], scores["exact"]) == (0.5, 1.0, 0.5)


def test_punctuation_and_prt_count_but_not_for_evalb():
    gold = parse_tree("(S (VP (VB give) (PRT (RP up))) (. .))")
    guess = parse_tree("(S (VP (VB give) (ADVP (RP up)) (. .)))")
    scores = bracket_scores([gold], [guess])
    assert scores["f1"] == pytest.approx(1 / 3)
    assert scores["evalb_f1"] == scores["evalb_exact"] == 1.0
