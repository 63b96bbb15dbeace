from collections import Counter
from math import exp, log

import numpy as np
import pytest

from dsl.errors import ConstraintError, LimitError
from synth.decoding.constraint import Anything
from synth.decoding.decoders.decoding import Decoding
from synth.decoding.decoders.sampling import sample
from synth.decoding.models.finite_state import WeightedAutomaton
from synth.decoding.models.ngram import NGram
from synth.decoding.samplers.exact import ExactSampler
from synth.decoding.samplers.particles import particles
from tests.support.token_models import Automaton, log_prob, random_model

# (a | b a)* c, then up to one d: a model that likes a start of many texts that hardly go on is misled by masking
SHAPE = Automaton([{0: 0, 1: 1, 2: 2}, {0: 0}, {3: 3}, {}], {2, 3}, 5)
STEPS = [
    {0: [(0.1, 1)], 1: [(0.6, 2)], 2: [(0.2, 0)]},
    {0: [(0.3, 1), (0.1, 2)], 1: [(0.1, 0)], 2: [(0.1, 1)]},
    {0: [(0.01, 0)], 1: [(0.79, 2)], 3: [(0.1, 1)]},
]
MODEL = WeightedAutomaton(STEPS, [0.1, 0.4, 0.1], vocabulary_size=5, end=4)


def weight(model, tokens):
    """By all paths."""
    mass = {model.start(): 1.0}
    for token in tokens:
        after = Counter()
        for state, before in mass.items():
            for share, target in model.arcs(state, token):
                after[target] += before * share
        mass = after
    return sum(before * model.stop(state) for state, before in mass.items())


def listed(model, constraint, limit):
    weights = {tokens: weight(model, tokens) for tokens in constraint.texts(limit)}
    total = sum(weights.values())
    return {tokens: share / total for tokens, share in weights.items()}, total


def variation(expected, drawn):
    count = sum(drawn.values())
    return sum(abs(expected.get(text, 0) - drawn[text] / count) for text in expected.keys() | drawn.keys()) / 2


@pytest.mark.parametrize("limit", [1, 4, 8])
def test_samples_are_those_of_the_conditional_distribution(limit):
    expected, total = listed(MODEL, SHAPE, limit)
    sampler = ExactSampler(MODEL, SHAPE, limit)
    assert sampler.log_mass == pytest.approx(log(total))
    assert variation(expected, Counter(sampler.sample(100_000, 0))) < 0.02


def test_without_a_limit_the_mass_of_all_lengths_is_summed():
    sampler = ExactSampler(MODEL, SHAPE)
    expected, total = listed(MODEL, SHAPE, 9)
    assert sampler.log_mass == pytest.approx(log(total), abs=1e-3)
    assert exp(sampler.log_mass) > total
    assert variation(expected, Counter(sampler.sample(20_000, 0))) < 0.03
    longer = ExactSampler(MODEL, SHAPE, 200)
    assert sampler.log_mass == pytest.approx(longer.log_mass, abs=1e-12)


def test_masking_alone_is_another_distribution():
    class Steps:
        vocabulary_size, end = 5, 4

        def log_probs(self, prefixes):
            ahead = [[weight_of_prefix((*prefix, token)) for token in range(4)] for prefix in prefixes]
            stops = [[weight(MODEL, prefix)] for prefix in prefixes]
            with np.errstate(divide="ignore"):
                rows = np.log(np.concatenate([ahead, stops], axis=1))
            return rows - np.logaddexp.reduce(rows, axis=1, keepdims=True)

    def weight_of_prefix(tokens):
        return weight(WeightedAutomaton(STEPS, [1.0, 1.0, 1.0], vocabulary_size=5, end=4), tokens)

    expected, _ = listed(MODEL, SHAPE, 8)
    masked = Counter(text.tokens for text in sample(Decoding(Steps(), SHAPE, limit=8), 400, 0))
    assert variation(expected, masked) > 0.15


def test_the_most_likely_text_is_found():
    rng = np.random.default_rng(0)
    for _ in range(20):
        rows = rng.dirichlet(np.full(5, 0.5), size=3)
        table = [{t: [(float(row[t]), int(rng.integers(3)))] for t in range(4)} for row in rows]
        model = WeightedAutomaton(table, rows[:, 4].tolist(), vocabulary_size=5, end=4)
        expected, total = listed(model, SHAPE, 8)
        tokens, share = ExactSampler(model, SHAPE, 8).most_likely()
        assert exp(share) == pytest.approx(max(expected.values()))
        assert expected[tokens] == pytest.approx(max(expected.values()))
        assert (
            ExactSampler(model, SHAPE).most_likely()[1]
            >= share + log(total) - 1e-9 - ExactSampler(model, SHAPE).log_mass
        )


def test_what_has_no_mass_or_too_much_is_an_error():
    silent = WeightedAutomaton([{0: [(0.5, 0)]}], [0.5], vocabulary_size=5, end=4)
    with pytest.raises(ConstraintError, match="no text of the language any weight"):
        ExactSampler(silent, SHAPE)
    loud = WeightedAutomaton([{0: [(1.5, 0)]}], [0.5], vocabulary_size=5, end=4)
    with pytest.raises(LimitError, match="no finite mass"):
        ExactSampler(loud, Anything(5))


class Counts:
    """a^n b^n, whose states are without end."""

    start = staticmethod(lambda: (0, False))
    accepts = staticmethod(lambda state: state[0] == 0)

    def allowed_within(self, state, left):
        from synth.decoding.constraint import pack

        return pack(np.array([not state[1] and state[0] + 1 < left, state[0] > 0, False]))

    def allowed(self, state):
        return self.allowed_within(state, 10**9)

    def advance(self, state, token):
        return (state[0] + 1, False) if token == 0 else (state[0] - 1, True)


def test_grammars_need_a_limit(monkeypatch):
    monkeypatch.setattr("synth.decoding.samplers.product.MAX_ARCS", 1000)
    model = WeightedAutomaton([{0: [(0.4, 0)], 1: [(0.4, 0)]}], [0.2], vocabulary_size=3, end=2)
    with pytest.raises(LimitError, match="too large to be written out"):
        ExactSampler(model, Counts())
    drawn = set(ExactSampler(model, Counts(), 6).sample(1000, 0))
    assert drawn == {(), (0, 1), (0, 0, 1, 1), (0, 0, 0, 1, 1, 1)} or drawn == {(), (0, 1), (0, 0, 1, 1)}


def test_ngrams_are_models_of_finitely_many_states():
    model = NGram([b"abcab", b"abd", b"bca"], order=3)
    for text in [b"", b"abcab", b"abd", b"zb"]:
        assert log(weight(model, tuple(text))) == pytest.approx(log_of(model, tuple(text)))


def log_of(model, tokens):
    return sum(model.log_probs([tokens[:n]])[0][token] for n, token in enumerate((*tokens, model.end)))


def test_ngrams_are_interpolated_as_witten_and_bell_do():
    model = NGram([b"ab", b"ac"], order=2)
    first = (np.bincount([97, 98, 97, 99, 256, 256], minlength=257) + 4 / 257) / 10
    assert np.exp(model.log_probs([(120,)])[0]) == pytest.approx(first)
    start = first.copy()
    start[97] += 2
    assert np.exp(model.log_probs([()])[0]) == pytest.approx(start / 3)
    after_a = 2 * first
    after_a[[98, 99]] += 1
    assert np.exp(model.log_probs([(97,)])[0]) == pytest.approx(after_a / 4)
    assert np.exp(model.log_probs([(), (1, 2), (98,)])).sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("threshold", [0.0, 0.5, 1.0])
def test_weighted_particles_are_the_conditional_distribution(threshold):
    model = random_model(5, 1, sharpness=1.5)
    shares = {tokens: exp(log_prob(model, tokens)) for tokens in SHAPE.texts(5)}
    total = sum(shares.values())
    found, logs = Counter(), []
    for seed in range(10):
        result = particles(Decoding(model, SHAPE, limit=5), 200, seed, resample_below=threshold)
        assert 1 <= result.effective_sample_size <= 200.001
        assert result.weights.sum() == pytest.approx(1)
        logs.append(exp(result.log_mass))
        for text, share in zip(result.texts, result.weights, strict=True):
            found[text.tokens] += share
    assert variation({tokens: share / total for tokens, share in shares.items()}, found) < 0.06
    assert np.mean(logs) == pytest.approx(total, rel=0.1)


def test_a_penalty_tilts_the_target():
    model = random_model(5, 1)
    decoding = Decoding(model, SHAPE, limit=5)
    plain, tilted = (particles(decoding, 800, 0, penalty=p) for p in (None, lambda text: 2.0 * len(text.tokens)))
    lengths = [sum(w * len(t.tokens) for t, w in zip(r.texts, r.weights, strict=True)) for r in (plain, tilted)]
    tilted_shares = {tokens: exp(log_prob(model, tokens) - 2 * len(tokens)) for tokens in SHAPE.texts(5)}
    expected = sum(len(t) * share for t, share in tilted_shares.items()) / sum(tilted_shares.values())
    assert lengths[1] == pytest.approx(expected, abs=0.05)
    assert lengths[0] > lengths[1] + 0.1


def test_a_penalty_that_leaves_nothing_is_an_error():
    with pytest.raises(ConstraintError, match="no text any weight"):
        particles(Decoding(random_model(5, 1), SHAPE, limit=5), 10, 0, penalty=lambda text: np.inf)
