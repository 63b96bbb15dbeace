import itertools
import random

import numpy as np
import pytest

from dsl.errors import ConfigurationError, LimitError
from synth.decoding.decoders.phrases import Phrases
from tests.support.token_models import contains

OVERLAPPING = [(0, 0, 1), (0, 1, 0), (1,), (0, 0, 1), (2, 0, 2, 0, 1)]


def read(phrases, tokens):
    state = phrases.start()
    for token in tokens:
        state = phrases.advance(state, token)
    return state


def covered(wanted, tokens):
    """By definition: symbols of phrases seen, and of the longest beginning of another one that the text ends with."""
    seen = [phrase for phrase in wanted if contains(tokens, phrase)]
    ends = [n for phrase in wanted if phrase not in seen for n in range(1, len(phrase)) if tokens[-n:] == phrase[:n]]
    return sum(map(len, seen)) + max(ends, default=0)


@pytest.mark.parametrize("seed", range(20))
def test_phrases_are_followed_through_overlaps_and_restarts(seed):
    rng = random.Random(seed)
    wanted = rng.sample(OVERLAPPING, 3) if seed else OVERLAPPING
    phrases = Phrases(wanted, 4)
    for _ in range(50):
        tokens = tuple(rng.choices(range(3), k=rng.randrange(12)))
        state = read(phrases, tokens)
        assert phrases.accepts(state) == all(contains(tokens, phrase) for phrase in wanted)
        assert phrases.progress(state) == covered(wanted, tokens)
        after = [phrases.progress(phrases.advance(state, token)) for token in range(4)]
        assert phrases.progress_after(state).tolist() == after


def fewest(words, tokens, wanted):
    """The least number of tokens that complete all phrases, by listing."""
    for length in range(9):
        for more in itertools.product(range(len(words)), repeat=length):
            text = b"".join(words[token] for token in (*tokens, *more))
            if all(phrase in text for phrase in wanted):
                return length


def test_the_shortest_way_is_counted_in_tokens():
    words = [b"a", b"b", b"aa", b"aab", b"ba", b""]
    phrases = Phrases([b"aab", b"bab"], len(words), words.__getitem__)
    for tokens in itertools.product(range(len(words)), repeat=2):
        state = read(phrases, tokens)
        assert phrases.distance_to_end(state) == fewest(words, tokens, [b"aab", b"bab"])


def test_a_phrase_may_be_cut_into_tokens_anywhere():
    words = [b"th", b"e c", b"the", b" ca", b"t", b"at", b"c", b" "]
    phrases = Phrases([b"the cat"], len(words), words.__getitem__)
    assert phrases.accepts(read(phrases, (0, 1, 5)))
    assert phrases.accepts(read(phrases, (2, 3, 4)))
    assert not phrases.accepts(read(phrases, (2, 7, 7, 6, 5)))


def test_what_cannot_be_required_is_named():
    with pytest.raises(ConfigurationError, match="empty phrase"):
        Phrases([(1, 2), ()], 4)
    with pytest.raises(ConfigurationError, match="no tokens spell"):
        Phrases([b"xyz"], 2, [b"x", b"y"].__getitem__)
    with pytest.raises(LimitError, match="the most is 10"):
        Phrases([(token,) for token in range(11)], 20)


def test_many_tokens_are_read_at_once():
    rng = np.random.default_rng(0)
    words = [bytes(rng.integers(97, 100, size=rng.integers(1, 6)).tolist()) for _ in range(5000)]
    phrases = Phrases([b"abcab", b"cabb"], len(words), words.__getitem__)
    for token in rng.integers(5000, size=50).tolist():
        after = phrases.advance(phrases.start(), token)
        assert phrases.accepts(after) == (b"abcab" in words[token] and b"cabb" in words[token])
        assert phrases.progress(after) == covered([b"abcab", b"cabb"], words[token])
