import numpy as np
import pytest

from dsl.errors import LimitError
from synth.decoding.decoders.beam import beam, rerank
from synth.decoding.decoders.decoding import Decoding
from synth.decoding.decoders.phrases import Phrases
from synth.decoding.decoders.required import dynamic_beam, grid_beam
from synth.decoding.decoders.warping import contrastive, nucleus, temperature, top_k
from synth.decoding.model import NextToken
from tests.support.token_models import Automaton, contains, log_prob, random_model, texts

# (a | b a)* c, then d any number of times
SHAPE = Automaton([{0: 0, 1: 1, 2: 2}, {0: 0}, {3: 2}], {2}, 5)


def best(model, listed, reward=0.0, phrases=()):
    """Texts of a list that contain the phrases, best first."""
    wanted = [tokens for tokens in listed if all(contains(tokens, phrase) for phrase in phrases)]
    return sorted(((log_prob(model, tokens) + reward * len(tokens), tokens) for tokens in wanted), reverse=True)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("reward", [0.0, 0.7, -0.5])
def test_a_wide_beam_is_an_exhaustive_search(seed, reward):
    model = random_model(4, seed, sharpness=2)
    expected = best(model, texts(4, 5), reward)
    found = beam(Decoding(model, limit=5), 400, length_reward=reward)
    assert [text.tokens for text in found[:10]] == [tokens for _, tokens in expected[:10]]
    assert found[0].score == pytest.approx(expected[0][0])


def test_a_search_goes_on_while_the_reward_may_still_pay():
    model = NextToken(lambda prefix: np.log([0.1, 0.9]), 2, end=1)  # each token costs 2.3 nats
    assert beam(Decoding(model, limit=5), 1, length_reward=3.0)[0].tokens == (0,) * 5
    assert beam(Decoding(model, limit=5), 1, length_reward=2.0)[0].tokens == ()


@pytest.mark.parametrize("seed", range(5))
def test_a_wide_beam_under_a_constraint_is_too(seed):
    model = random_model(5, seed)
    expected = best(model, SHAPE.texts(6))
    found = beam(Decoding(model, SHAPE, limit=6), 300)
    assert [text.tokens for text in found] == [tokens for _, tokens in expected]


@pytest.mark.parametrize("width", [1, 2, 8])
def test_a_narrow_beam_stays_inside_and_within_the_limit(width):
    for seed in range(20):
        found = beam(Decoding(random_model(5, seed), SHAPE, limit=4), width)
        assert found
        assert all(SHAPE.contains(text.tokens) and len(text.tokens) <= 4 for text in found)
        assert found[0].score == pytest.approx(log_prob(random_model(5, seed), found[0].tokens))


@pytest.mark.parametrize("search", [grid_beam, dynamic_beam])
@pytest.mark.parametrize("seed", range(4))
def test_required_phrases_with_a_wide_beam_are_an_exhaustive_search(search, seed):
    model, wanted = random_model(4, seed), [(0, 0, 1), (0, 1), (1, 2)]
    expected = best(model, texts(4, 6), phrases=wanted)
    found = search(Decoding(model, limit=6), Phrases(wanted, 4), 400)
    assert [text.tokens for text in found[:10]] == [tokens for _, tokens in expected[:10]]


@pytest.mark.parametrize("search", [grid_beam, dynamic_beam])
def test_required_phrases_under_a_constraint(search):
    wanted = [(1, 0, 0), (0, 1), (3, 3)]
    for seed in range(2):
        model = random_model(5, seed)
        expected = best(model, SHAPE.texts(8), phrases=wanted)
        found = search(Decoding(model, SHAPE, limit=8), Phrases(wanted, 5), 500)
        assert len(expected) > 5
        assert [text.tokens for text in found] == [tokens for _, tokens in expected]


@pytest.mark.parametrize("search", [grid_beam, dynamic_beam])
def test_required_phrases_are_there_however_narrow_the_beam(search):
    for seed in range(60):
        rng = np.random.default_rng(seed)
        wanted = [tuple(rng.integers(5, size=rng.integers(1, 5)).tolist()) for _ in range(3)]
        phrases = Phrases(wanted, 6)
        limit = phrases.distance_to_end(phrases.start()) + int(rng.integers(3))
        for text in search(Decoding(random_model(6, seed, sharpness=3), limit=limit), phrases, 2):
            assert all(contains(text.tokens, phrase) for phrase in wanted)
            assert len(text.tokens) <= limit


def test_phrases_that_do_not_fit_are_said_so():
    with pytest.raises(LimitError, match="shortest text of the language has 4 tokens, and the limit is 3"):
        grid_beam(Decoding(random_model(4, 0), limit=3), Phrases([(0, 1, 0), (0, 0, 1)], 4))


def test_reranking_takes_the_penalty_off():
    model = random_model(4, 3)
    found = rerank(beam(Decoding(model, limit=5), 400), lambda text: text.tokens.count(0), 1.5)
    expected = max(texts(4, 5), key=lambda tokens: log_prob(model, tokens) - 1.5 * tokens.count(0))
    assert found[0].tokens == expected


def required(search):
    return lambda decoding: search(decoding, Phrases([(1, 0)], 5))


@pytest.mark.parametrize("warper", [temperature(0.3), top_k(1), nucleus(0.2), contrastive(random_model(5, 99))])
@pytest.mark.parametrize("search", [beam, required(grid_beam), required(dynamic_beam)])
def test_each_warper_goes_with_each_search(warper, search):
    for seed in range(10):
        decoding = Decoding(random_model(5, seed), SHAPE, limit=4, warpers=[warper])
        assert all(SHAPE.contains(text.tokens) for text in search(decoding))
