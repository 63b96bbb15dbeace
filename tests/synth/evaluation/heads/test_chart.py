"""The best tree against all trees, and spans of trees."""

import pytest
import torch

from synth.evaluation.example import Example
from synth.evaluation.heads.chart import best_trees, labelled_spans
from synth.evaluation.readers.trees import parse_tree

LABELS = ["", "A", "B+C"]


def binary(start, end):
    """The spans of all binary trees over some words."""
    if end - start == 1:
        yield [(start, end)]
    for split in range(start + 1, end):
        for left in binary(start, split):
            for right in binary(split, end):
                yield [(start, end), *left, *right]


def best_by_hand(odds):
    """The labelled spans of the best tree: each span of a binary one has its best label, or none where that is 0."""
    length = len(odds)
    best = None
    for spans in binary(0, length):
        chosen = {span: int(odds[span[0], span[1] - 1].argmax()) for span in spans}
        chosen[0, length] = int(odds[0, -1, 1:].argmax()) + 1
        total = sum(float(odds[start, end - 1, label]) for (start, end), label in chosen.items())
        if best is None or total > best[0]:
            best = total, {(*span, LABELS[label]) for span, label in chosen.items() if label}
    return best[1]


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_it_is_the_best_of_all(length):
    example = Example(tuple("abcde"[:length]), tags=tuple("tuvwx"[:length]))
    for seed in range(20):
        odds = torch.randn(length, length, len(LABELS), generator=torch.Generator().manual_seed(seed))
        odds[..., 0] = 0
        (tree,) = best_trees([odds], LABELS, [example])
        assert set(labelled_spans(tree)) == best_by_hand(odds)
        assert [leaf.word for leaf in tree.leaves()] == list(example.tokens)
        assert [leaf.label for leaf in tree.leaves()] == list(example.tags)


def test_labels_of_the_same_words_are_one():
    tree = parse_tree("(S (VP (VB go) (ADVP (RB on))))")
    assert labelled_spans(tree) == [(0, 2, "S+VP"), (1, 2, "ADVP")]
