import numpy as np
import pytest

from dsl.errors import ConfigurationError
from synth.decoding.decoders.warping import contrastive, nucleus, temperature, top_k
from tests.support.token_models import random_model

SCORES = np.log([[0.5, 0.25, 0.125, 0.125], [0.1, 0.2, 0.3, 0.4]])


def probabilities(warper, scores=SCORES):
    return np.exp(warper(scores.copy(), [(), (0,)]))


def test_temperature_is_equation_10():
    assert probabilities(temperature(0.5))[0] == pytest.approx(np.array([16, 4, 1, 1]) / 22)


def test_top_k_is_equation_11():
    assert probabilities(top_k(2)) == pytest.approx(np.array([[2 / 3, 1 / 3, 0, 0], [0, 0, 3 / 7, 4 / 7]]))
    assert probabilities(top_k(9)) == pytest.approx(np.exp(SCORES))


def test_the_nucleus_is_the_smallest_set_with_the_mass():
    assert probabilities(nucleus(0.69)) == pytest.approx(np.array([[2 / 3, 1 / 3, 0, 0], [0, 0, 3 / 7, 4 / 7]]))
    assert probabilities(nucleus(0.71))[1] == pytest.approx(np.array([0, 2, 3, 4]) / 9)
    assert probabilities(nucleus(1.0)) == pytest.approx(np.exp(SCORES))


def test_contrastive_decoding_prefers_what_the_amateur_misses():
    class Amateur:
        def log_probs(self, prefixes):
            return np.log([[0.8, 0.05, 0.05, 0.1], [0.25, 0.25, 0.25, 0.25]])

    ratio = np.array([0.5 / 0.8, 0.25 / 0.05, 0.125 / 0.05, 0.125 / 0.1])
    assert probabilities(contrastive(Amateur()))[0] == pytest.approx(ratio / ratio.sum())
    ratio[2:] = 0  # less than .3 of the likeliest
    assert probabilities(contrastive(Amateur(), plausible=0.3))[0] == pytest.approx(ratio / ratio.sum())


SHARPEST = [temperature(0.01), top_k(1), nucleus(1e-9), contrastive(random_model(4, 0), plausible=1.0)]


@pytest.mark.parametrize("warper", SHARPEST)
def test_what_is_forbidden_stays_so_and_something_is_left(warper):
    scores = np.array([[-np.inf, -9.0, -np.inf, -9.5], [-np.inf, -np.inf, -1e4, -np.inf]])
    warped = probabilities(warper, scores)
    assert (warped[scores == -np.inf] == 0).all()
    assert warped.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [(temperature, 0), (top_k, 0), (nucleus, 0), (nucleus, 1.1), (lambda p: contrastive(None, plausible=p), 0)],
)
def test_impossible_settings_are_errors(rule, wrong):
    with pytest.raises(ConfigurationError):
        rule(wrong)
