"""A grammar counted from trees."""

import pytest
import torch

from synth.evaluation.heads.treebank import TreebankGrammar
from synth.evaluation.readers.trees import parse_tree

TREES = [
    parse_tree("(S (NP (D the) (N dog)) (VP (V sees) (NP (D a) (N cat))))"),
    parse_tree("(S (NP (N dogs)) (VP (V see) (NP (D a) (J big) (N cat))))"),
]


@pytest.fixture
def grammar():
    return TreebankGrammar(TREES)


def test_each_nonterminal_has_probabilities(grammar):
    totals = grammar.binary.exp().sum((1, 2)) + grammar.single.exp().sum(1)
    used = totals > 0.5
    assert torch.allclose(totals[used], torch.ones(int(used.sum())))
    assert used[grammar.places["NP"]]
    assert used[grammar.places["NP|"]]


def test_posteriors_are_shares_and_the_whole_is_a_sentence(grammar):
    found = grammar._posteriors(["D", "N", "V", "D", "J", "N"])
    assert float(found.sum(-1).max()) <= 1 + 1e-5
    assert float(found[0, 5, grammar.places["S"]]) == pytest.approx(1, abs=1e-3)
    assert float(found.sum()) == pytest.approx(11, abs=1e-3)  # a binary tree over six words


def test_odds_are_for_the_constituents_of_such_trees(grammar):
    (odds,) = grammar.log_odds([["D", "N", "V", "D", "J", "N"]], ["", "S", "NP", "VP", "NP+X"])
    likely = {
        (start, end): ["", "S", "NP", "VP"][int(odds[start, end, :4].argmax())]
        for start in range(6) for end in range(start + 1, 6)
        if odds[start, end, :4].argmax()
    }  # fmt: skip
    assert likely == {(0, 5): "S", (0, 1): "NP", (2, 5): "VP", (3, 5): "NP"}
    assert torch.equal(odds[..., 2], odds[..., 4])


def test_unknown_tags_are_read(grammar):
    (odds,) = grammar.log_odds([["X", "V", "Y"]], ["", "S"])
    assert bool(odds.isfinite().all())
