"""The best tree against all trees."""

from itertools import product

import numpy as np
import pytest

from synth.evaluation.heads.biaffine import best_tree


def trees(count):
    """All trees of so many words with one word under the root, as heads."""
    for heads in product(range(count + 1), repeat=count):
        if heads.count(0) == 1 and all(reaches_root(word, heads) for word in range(1, count + 1)):
            yield heads


def reaches_root(word, heads):
    for _ in heads:
        word = heads[word - 1] if word else 0
    return word == 0


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_it_is_the_best_of_all(count):
    stream = np.random.default_rng(count)
    everything = list(trees(count))
    for _ in range(40):
        scores = stream.normal(size=(count, count + 1))
        scores[:, 0] += stream.normal()  # roots that are liked by several words, or by none
        scores[np.arange(count), np.arange(1, count + 1)] = -1e9
        totals = [sum(scores[place, head] for place, head in enumerate(heads)) for heads in everything]
        assert tuple(best_tree(scores)) == everything[int(np.argmax(totals))]


def test_there_are_as_many_trees_as_cayley_counts():
    assert [len(list(trees(count))) for count in (1, 2, 3, 4)] == [1, 2, 9, 64]  # n^(n − 1), rooted
