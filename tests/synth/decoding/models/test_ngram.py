"""The counts of bytes against the formula of Witten and Bell, written out."""

import numpy as np
import pytest

from synth.decoding.models.ngram import END, NGram

TEXTS = [b"abab", b"ba", b"", b"abc"]


def by_formula(context, token, order):
    """p(token | context), counted anew for each context."""
    if len(context) >= order:
        return by_formula(context[-order + 1 :] if order > 1 else (), token, order)
    shorter = by_formula(context[1:], token, order) if context else 1 / 257
    streams = [(END, *text, END) for text in TEXTS]
    followers = [
        stream[place + len(context)]
        for stream in streams
        for place in range(len(stream) - len(context))
        if stream[place : place + len(context)] == context and place + len(context) > 0
    ]
    kinds = len(set(followers))
    return (followers.count(token) + kinds * shorter) / (len(followers) + kinds) if followers else shorter


@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("prefix", [b"", b"a", b"ab", b"aba", b"c", b"zz"])
def test_shares_are_those_of_the_formula_and_sum_to_one(order, prefix):
    model = NGram(TEXTS, order)
    (row,) = np.exp(model.log_probs([tuple(prefix)]))
    assert row.sum() == pytest.approx(1.0)
    for token in (*b"abcz", END):
        assert row[token] == pytest.approx(by_formula((END, *prefix), token, order))
