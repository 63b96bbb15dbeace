from collections import Counter
from math import exp

import numpy as np
import pytest

from dsl.errors import ConfigurationError, ConstraintError, LimitError
from synth.decoding.constraint import NEVER, pack, unpack
from synth.decoding.decoders.decoding import Decoding
from synth.decoding.decoders.sampling import greedy, sample
from synth.decoding.decoders.warping import temperature, top_k
from synth.decoding.model import NextToken
from tests.support.token_models import Automaton, log_prob, random_model, texts

SHAPE = Automaton([{0: 0, 1: 1, 2: 2}, {0: 0}, {3: 2}], {2}, 5)


def test_greedy_takes_the_likeliest_token_each_time():
    model = random_model(5, 1)
    text = greedy(Decoding(model, limit=30))
    for place, token in enumerate((*text.tokens, model.end)[:30]):
        assert token == model.log_probs([text.tokens[:place]])[0].argmax()
    assert text.score == pytest.approx(log_prob(model, text.tokens))


def test_samples_of_a_model_are_its_distribution():
    model = random_model(4, 5, sharpness=2)
    drawn = Counter(text.tokens for text in sample(Decoding(model, limit=12), 4000, 0))
    for tokens in texts(4, 2):
        expected = exp(log_prob(model, tokens))
        assert drawn[tokens] / 4000 == pytest.approx(expected, abs=4 * (expected / 4000) ** 0.5 + 1e-9)


def test_samples_under_a_constraint_follow_the_renormalised_steps():
    model = random_model(5, 2)
    drawn = Counter(text.tokens[:2] for text in sample(Decoding(model, SHAPE, limit=9), 1500, 0))
    first, second = (np.exp(model.log_probs([prefix])[0]) for prefix in [(), (0,)])
    expected = first[0] / first[:3].sum() * second[1] / second[:3].sum()
    assert drawn[0, 1] / 1500 == pytest.approx(expected, abs=0.04)


@pytest.mark.parametrize("limit", range(1, 6))
def test_texts_end_inside_within_the_limit(limit):
    for seed in range(30):
        decoding = Decoding(random_model(5, seed), SHAPE, limit=limit)
        for text in [*sample(decoding, 5, seed), greedy(decoding)]:
            assert SHAPE.contains(text.tokens)
            assert len(text.tokens) <= limit


def test_a_limit_changes_nothing_but_what_would_be_too_late():
    # a first, then b or c; only c ends: with one token left c is drawn for sure
    shape = Automaton([{0: 1}, {1: 1, 2: 2}, {}], {2}, 4)
    drawn = Counter(text.tokens for text in sample(Decoding(random_model(4, 0), shape, limit=2), 50, 0))
    assert set(drawn) == {(0, 2)}


def test_warpers_choose_among_what_can_still_end():
    # b is the likeliest, and too late: the likeliest one of the others is taken
    model = NextToken(lambda prefix: np.log([0.1, 0.7, 0.15, 0.05]), 4, 3)
    shape = Automaton([{0: 2, 1: 1, 2: 2}, {0: 2}, {}], {2}, 4)
    assert greedy(Decoding(model, shape, limit=2, warpers=[top_k(1)])).tokens == (1, 0)
    assert greedy(Decoding(model, shape, limit=1, warpers=[top_k(1)])).tokens == (2,)
    assert {text.tokens for text in sample(Decoding(model, shape, limit=1, warpers=[top_k(1)]), 20, 0)} == {(2,)}


def test_a_text_goes_on_where_the_model_sees_no_chance():
    model = NextToken(lambda prefix: np.log([1e-300, 1.0, 1e-300]) if prefix else np.array([0, -np.inf, -np.inf]), 3, 2)
    shape = Automaton([{1: 1}, {}], {1}, 3)
    assert greedy(Decoding(model, shape)).tokens == (1,)
    assert sample(Decoding(model, shape, warpers=[temperature(0.5)]), 1, 0)[0].tokens == (1,)


def test_the_same_seed_gives_the_same_texts():
    decoding = Decoding(random_model(5, 3), SHAPE)
    assert sample(decoding, 5, 7) == sample(decoding, 5, 7) != sample(decoding, 5, 8)


def test_bad_input_is_named():
    model = random_model(5, 0)
    with pytest.raises(LimitError, match="has 1 tokens, and the limit is 0"):
        Decoding(model, SHAPE, limit=0)
    with pytest.raises(ConfigurationError, match="knows more tokens than the model"):
        Decoding(model, Automaton([{0: 0}], {0}, 90))
    with pytest.raises(ConstraintError, match="no text satisfies"):
        Decoding(model, type("Never", (Automaton,), {"distance_to_end": lambda self, state: NEVER})([{}], {0}, 5))


def test_a_model_may_have_more_tokens_than_the_constraint():
    wide = random_model(70, 0)
    assert SHAPE.contains(greedy(Decoding(wide, SHAPE, limit=9)).tokens)


@pytest.mark.parametrize("size", [1, 31, 32, 33, 100])
def test_bits_are_packed_and_unpacked(size):
    allowed = np.random.default_rng(size).random(size) < 0.5
    assert (unpack(pack(allowed), size) == allowed).all()
    assert len(pack(allowed)) == -(-size // 32)
    assert all(bool(pack(allowed)[token // 32] >> token % 32 & 1) == allowed[token] for token in range(size))
