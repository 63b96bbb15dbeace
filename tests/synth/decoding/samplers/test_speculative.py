"""Drafted tokens have the distribution of the model that checks them."""

from collections import Counter

import numpy as np
import pytest

from dsl.errors import ConfigurationError
from synth.decoding.model import NextToken
from synth.decoding.samplers.speculative import speculative

END = 3


def model(seed):
    table = np.log(np.random.default_rng(seed).dirichlet([1.0] * 4, size=4))
    return NextToken(lambda prefix: table[prefix[-1] if prefix else 3], 4, END)


def exact(target, limit):
    """The probability of every text of at most `limit` tokens."""
    found, pending = {}, [((), 1.0)]
    while pending:
        text, share = pending.pop()
        if len(text) == limit:
            found[text] = share
            continue
        for token, own in enumerate(np.exp(target.log_probs([text])[0])):
            if token == END:
                found[text] = found.get(text, 0.0) + share * own
            else:
                pending.append(((*text, token), share * own))
    return found


@pytest.mark.parametrize("ahead", [1, 3])
def test_texts_are_drawn_from_the_target(ahead):
    target, draft = model(1), model(2)
    stream = np.random.default_rng(0)
    count = 6_000
    seen = Counter(speculative(target, draft, stream, ahead=ahead, limit=3).tokens for _ in range(count))
    wanted = exact(target, 3)
    assert set(seen) <= set(wanted)
    cells = [(seen[text], share * count) for text, share in wanted.items() if share * count >= 5]
    rest = count - sum(own for own, _ in cells), count - sum(expected for _, expected in cells)
    statistic = sum((own - expected) ** 2 / expected for own, expected in [*cells, rest] if expected > 0)
    degrees = len(cells)
    assert statistic < degrees + 4 * (2 * degrees) ** 0.5  # four standard deviations of χ²


def test_a_draft_of_its_own_saves_calls():
    target = model(1)
    found = [speculative(target, target, np.random.default_rng(seed), ahead=4, limit=40) for seed in range(40)]
    tokens, calls = sum(len(text.tokens) + 1 for text in found), sum(text.calls for text in found)
    assert tokens > 2 * calls


def test_other_tokens_are_refused():
    with pytest.raises(ConfigurationError, match="other tokens"):
        speculative(model(1), NextToken(lambda prefix: np.zeros(5), 5, 4), np.random.default_rng(0))
