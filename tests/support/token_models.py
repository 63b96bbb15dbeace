"""Models and constraints small enough to list everything."""

import itertools
from functools import cache

import numpy as np

from synth.decoding.constraint import pack
from synth.decoding.model import NextToken, log_normalised


def random_model(vocabulary_size, seed, *, sharpness=1.0):
    """Next tokens drawn anew for each prefix; the last token is the end."""

    @cache
    def log_probs(prefix):
        stream = np.random.default_rng([seed, *(token + 1 for token in prefix)])
        return log_normalised(sharpness * stream.normal(size=vocabulary_size))

    return NextToken(log_probs, vocabulary_size, vocabulary_size - 1)


class Automaton:
    """A token automaton without dead states: `table[state]` maps tokens to states."""

    def __init__(self, table, accepting, vocabulary_size):
        self.table, self.accepting, self.vocabulary_size = table, accepting, vocabulary_size
        self.distance = dict.fromkeys(accepting, 0)
        while len(self.distance) < len(table):
            for state, row in enumerate(table):
                if state not in self.distance and (
                    known := [self.distance[s] for s in row.values() if s in self.distance]
                ):
                    self.distance[state] = min(known) + 1

    def start(self):
        return 0

    def allowed(self, state):
        return self.allowed_within(state, len(self.table) + 1)

    def advance(self, state, token):
        return self.table[state][token]

    def accepts(self, state):
        return state in self.accepting

    def distance_to_end(self, state):
        return self.distance[state]

    @cache  # noqa: B019 (a few states)
    def allowed_within(self, state, left):
        timely = [token for token, after in self.table[state].items() if self.distance[after] < left]
        return pack(np.isin(np.arange(self.vocabulary_size), timely))

    def successors(self, state):
        return np.array(list(self.table[state]), dtype=np.int64), list(self.table[state].values())

    def texts(self, limit):
        """All texts of up to `limit` tokens that it contains."""
        reached = {(): 0}
        for _ in range(limit + 1):
            yield from (tokens for tokens, state in reached.items() if state in self.accepting)
            reached = {(*t, token): after for t, state in reached.items() for token, after in self.table[state].items()}

    def contains(self, tokens):
        state = 0
        for token in tokens:
            if token not in self.table[state]:
                return False
            state = self.table[state][token]
        return state in self.accepting


def texts(vocabulary_size, limit):
    """All texts of up to `limit` tokens; the last token of the vocabulary is the end."""
    for length in range(limit + 1):
        yield from itertools.product(range(vocabulary_size - 1), repeat=length)


def log_prob(model, tokens):
    """log p of a text with its end."""
    steps = (model.function(tokens[:place])[token] for place, token in enumerate((*tokens, model.end)))
    return float(sum(steps))


def contains(tokens, phrase):
    return any(tuple(tokens[i : i + len(phrase)]) == tuple(phrase) for i in range(len(tokens) - len(phrase) + 1))
