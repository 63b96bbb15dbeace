"""Constituency trees: how much a grammar counts beside the network, and labels are favoured against none."""

from itertools import product

import pytest
import torch

from synth.evaluation.building import build
from synth.evaluation.cell import Cell
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.chart import labelled_spans
from synth.evaluation.readers.trees import parse_tree
from synth.evaluation.task import Settings
from synth.evaluation.tasks.parsing.constituency import FAVOURS, WEIGHTS, ConstituencyWithGrammar
from synth.evaluation.training import predict

SETTINGS = Settings(size=8, width=8, least=1)


def read(text):
    tree = parse_tree(text)
    leaves = tree.leaves()
    return Example(tuple(leaf.word for leaf in leaves), tree, tags=tuple(leaf.label for leaf in leaves))


TRAIN = [
    read("(S (NP (D the) (N dog)) (VP (V sees) (NP (D a) (N cat))))"),
    read("(S (NP (N dogs)) (VP (V see) (NP (D a) (J big) (N cat))))"),
]
VALID = [
    read("(S (NP (D a) (J big) (N dog)) (VP (V sees) (NP (N cat))))"),
    read("(S (NP (D the) (N cat)) (VP (V see) (NP (D the) (N dog))))"),
    read("(S (NP (N cat) (N dogs)) (VP (V see)))"),
]


@pytest.fixture
def model():
    splits = Splits(Part(TRAIN), {"test": Part(VALID)}, Part(VALID))
    return build(ConstituencyWithGrammar(), Cell("constituency-grammar", "mean", seed=1), splits, SETTINGS).eval()


class Told:
    """Thinks of each validation span what is right, times a sign; `right` are the log-odds of what is."""

    def __init__(self, sign, right=6.0):
        self.sign, self.right = sign, right

    def log_odds(self, texts, labels):
        trees = {example.tags: example.target for example in VALID}
        found = []
        for tags in texts:
            odds = torch.full((len(tags), len(tags), len(labels)), -6.0 * self.sign)
            for start, end, label in labelled_spans(trees[tags]):
                odds[start, end - 1, labels.index(label)] = self.right * self.sign
            odds[..., 0] = 0.0
            found.append(odds)
        return found


def reached(model, weight, favour=0.0):
    model.head.weight, model.head.favour = weight, favour
    trees = predict(model, VALID, SETTINGS)
    return ConstituencyWithGrammar().score([example.target for example in VALID], trees)["f1"]


@pytest.mark.parametrize("scale", [0.0, 1.0, 30.0])
@pytest.mark.parametrize("grammar", [True, False])
def test_what_is_chosen_is_the_best_on_validation_trees(model, scale, grammar):
    with torch.no_grad():
        model.head.out[-1].weight.mul_(scale)  # a network that says nothing, little and much
    if not grammar:
        model.head.grammar = None
    choices = list(product(WEIGHTS if grammar else [0.0], FAVOURS))
    scores = [reached(model, *choice) for choice in choices]
    ConstituencyWithGrammar().settle(model, VALID, SETTINGS)
    assert (model.head.weight, model.head.favour) == choices[scores.index(max(scores))]


def test_a_grammar_that_is_right_counts_and_one_that_is_wrong_does_not(model):
    for sign, counts in ((1, True), (-1, False)):
        model.head.grammar = Told(sign)
        ConstituencyWithGrammar().settle(model, VALID, SETTINGS)
        assert (model.head.weight > 0) == counts


def test_a_network_that_is_sure_of_too_little_favours_labels(model):
    model.head.grammar = Told(1, right=-2.5)
    with torch.no_grad():
        model.head.out[-1].weight.zero_()
        model.head.out[-1].bias.zero_()
    assert reached(model, 1.0) < 1
    ConstituencyWithGrammar().settle(model, VALID, SETTINGS)
    assert model.head.favour > 0
    assert reached(model, model.head.weight, model.head.favour) == 1


def test_long_sentences_are_not_looked_at_and_without_any_the_grammar_counts_in_full(model):
    long = Example(("dog",) * 61, VALID[0].target, tags=("N",) * 61)
    for valid in ([], [long]):
        model.head.weight, model.head.favour = 0.25, 3.0
        ConstituencyWithGrammar().settle(model, valid, SETTINGS)
        assert (model.head.weight, model.head.favour) == (1.0, 0.0)
